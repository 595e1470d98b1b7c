"""The tour's part of Insheepnia: the set-up, beds for every number of players, cards, announcements, picks, help."""

from companion.tour.people import WIDE
from companion.tour.stops import Stop

PLAYERS = ("Anna", "Benedikt", "Clara", "Dominik", "Thoren")
EIGHT_WIDE = " ".join(f"ok say:{WIDE}{last}" for last in "ABCDEFGH")


def _take(count: int) -> str:
    return " ".join(f"ok say:{name}" for name in PLAYERS[:count])


def _help(topic: str, place: int, pages: int) -> tuple[Stop, ...]:
    first = Stop(f"insheepnia-help-{topic}-1", "insheepnia-help", f"down*{place} ok" if place else "ok")
    return (
        first,
        *(
            Stop(f"insheepnia-help-{topic}-{page}", f"insheepnia-help-{topic}-{page - 1}", "ok")
            for page in range(2, pages + 1)
        ),
    )


SET_UP = (
    Stop("insheepnia-begins", "games", f"down ok {_take(5)} roll"),
    Stop("insheepnia-symbols", "insheepnia-begins", "ok"),
    Stop("insheepnia-symbols-two", "games", f"down ok {_take(2)} roll ok"),
    Stop("insheepnia-symbols-three", "games", f"down ok {_take(3)} roll ok"),
    Stop("insheepnia-symbols-none", "games", f"down ok {EIGHT_WIDE} roll ok"),
    Stop("insheepnia-beds", "insheepnia-symbols", "ok"),
    Stop("insheepnia-turns", "insheepnia-beds", "ok"),
    Stop("insheepnia-choices", "insheepnia-turns", "roll"),
    Stop("insheepnia-choices-turns", "insheepnia-choices", "down ok"),
    Stop("insheepnia-choices-penalty", "insheepnia-choices", "down*2 ok"),
    Stop("insheepnia-choices-buttons", "insheepnia-choices", "up"),
    Stop("insheepnia-beginner", "insheepnia-choices-turns", "up ok"),
)

TABLES = (
    Stop("insheepnia", "insheepnia-choices", "ok"),
    Stop("insheepnia-follows-turns", "insheepnia-beginner", "down ok"),
    Stop("insheepnia-two", "insheepnia-symbols-two", "ok*2 roll ok"),
    Stop("insheepnia-two-cards", "insheepnia-two", "ok*4 wait:9 ok down*2 ok*2 wait:9"),
    Stop("insheepnia-three", "insheepnia-symbols-three", "ok*2 roll ok"),
    Stop("insheepnia-three-cards", "insheepnia-three", "ok*4 wait:9 ok down*2 ok*2 wait:9"),
    Stop("insheepnia-four", "games", f"down ok {_take(4)} roll ok*3 roll ok"),
    Stop("insheepnia-marked", "insheepnia", "down*2"),
    Stop("insheepnia-eight", "insheepnia-symbols-none", "ok*2 roll ok"),
    Stop("insheepnia-eight-dog", "insheepnia-eight", "seat:2 ok down*2 ok*2 wait:9"),
    Stop("insheepnia-eight-cards", "insheepnia-eight-dog", "seat:1 ok*4 wait:9 seat:7 ok down ok down*2 ok*2 wait:9"),
    Stop(
        "insheepnia-eight-all-five",
        "insheepnia-eight-cards",
        "seat:2 ok down*4 ok*2 wait:9 seat:1 ok down ok*3 wait:9 seat:1 ok down*3 ok*3 wait:9 seat:2",
    ),
    Stop("insheepnia-eight-turns", "insheepnia-symbols-none", "ok*5 down*2"),
)

CARDS = (
    Stop("insheepnia-espresso", "insheepnia", "ok"),
    Stop("insheepnia-insomnia", "insheepnia-espresso", "down"),
    Stop("insheepnia-dog", "insheepnia-insomnia", "down"),
    Stop("insheepnia-bottle", "insheepnia-dog", "down"),
    Stop("insheepnia-plugs", "insheepnia-bottle", "down"),
    Stop("insheepnia-look", "insheepnia-plugs", "down"),
    Stop("insheepnia-ask", "insheepnia-look", "down"),
    Stop("insheepnia-announce", "insheepnia-ask", "down"),
    Stop("insheepnia-into", "insheepnia-espresso", "ok"),
    Stop("insheepnia-into-not", "insheepnia-into", "up"),
    Stop("insheepnia-refused", "insheepnia-into-not", "ok"),
    Stop("insheepnia-into-wide", "insheepnia-eight-cards", "seat:3 ok*2"),
    Stop("insheepnia-into-wide-not", "insheepnia-into-wide", "up*2"),
    Stop("insheepnia-refused-wide", "insheepnia-into-wide-not", "ok"),
    Stop("insheepnia-milk", "insheepnia-into", "ok"),
    Stop("insheepnia-milk-blocked", "insheepnia-milk", "roll"),
    Stop("insheepnia-milk-not-affected", "insheepnia-milk", "seat:4"),
    Stop("insheepnia-milk-wide", "insheepnia-eight", "seat:2 ok down*2 ok seat:3 seat:5 seat:7"),
    Stop("insheepnia-milk-spent", "insheepnia-milk-wide", "seat:1 seat:4"),
    Stop("insheepnia-told", "insheepnia-milk", "ok"),
    Stop("insheepnia-told-beds", "insheepnia-told", "wait:9"),
    Stop("insheepnia-told-blocked", "insheepnia-milk-blocked", "ok"),
    Stop("insheepnia-told-dog", "insheepnia-dog", "ok*2"),
    Stop("insheepnia-told-dog-wide", "insheepnia-milk-wide", "seat:1 ok"),
    Stop("insheepnia-told-bottle", "insheepnia-bottle", "ok up ok"),
    Stop("insheepnia-told-wide", "insheepnia-eight", "ok down*3 ok*3"),
    Stop("insheepnia-clear", "insheepnia-told-beds", "ok down*4 ok"),
    Stop("insheepnia-told-cleared", "insheepnia-clear", "down ok"),
    Stop("insheepnia-told-plugs", "insheepnia-clear", "ok"),
    Stop("insheepnia-clear-not", "insheepnia-told-plugs", "ok up ok down*4 ok up"),
    Stop("insheepnia-taken-back", "insheepnia-told", "back:hold"),
    Stop("insheepnia-taken-back-wide", "insheepnia-told-wide", "back:hold"),
    Stop("insheepnia-bed", "insheepnia-told-dog", "ok up ok down*5 ok"),
    Stop("insheepnia-bed-heard", "insheepnia-bed", "down"),
    Stop("insheepnia-bed-five", "insheepnia-eight-all-five", "ok down*5 ok"),
)

TURNS = (
    Stop("insheepnia-power", "insheepnia-follows-turns", "ok down*5"),
    Stop("insheepnia-powers", "insheepnia-power", "ok"),
    Stop("insheepnia-powers-more", "insheepnia-powers", "down*4"),
    Stop("insheepnia-powers-last", "insheepnia-powers", "up"),
    Stop("insheepnia-told-wolf", "insheepnia-powers", "ok*2"),
    Stop("insheepnia-told-snore", "insheepnia-powers", "down*3 ok*2"),
    Stop("insheepnia-sleeps", "insheepnia-told-snore", "wait:9"),
    Stop("insheepnia-told-snack", "insheepnia-powers-last", "ok"),
    Stop("insheepnia-turn-taken-back", "insheepnia-follows-turns", "roll back:hold"),
    Stop("insheepnia-not-your-turn", "insheepnia-sleeps", "up ok*2"),
    Stop(
        "insheepnia-told-alarm-blocked", "insheepnia-eight-turns", "up*2 ok down*5 ok down*7 ok seat:2 seat:4 seat:6 ok"
    ),
    Stop("insheepnia-eight-sleeps", "insheepnia-eight-turns", "up*2 ok down*5 ok down*3 ok*2 wait:9"),
)

ANNOUNCING = (
    Stop("insheepnia-bed-card", "insheepnia-announce", "ok"),
    Stop("insheepnia-ones", "insheepnia-bed-card", "up ok"),
    Stop("insheepnia-twos", "insheepnia-ones", "ok"),
    Stop("insheepnia-threes", "insheepnia-twos", "ok"),
    Stop("insheepnia-black", "insheepnia-threes", "ok"),
    Stop("insheepnia-others", "insheepnia-black", "ok"),
    Stop("insheepnia-many-ones", "insheepnia-ones", "up:hold*4"),
    Stop("insheepnia-only-black", "insheepnia-ones", "down*2 ok down*2 ok down ok up*4"),
    Stop("insheepnia-false-alarm", "insheepnia-others", "ok"),
    Stop("insheepnia-announced-taken-back", "insheepnia-false-alarm", "back:hold"),
    Stop("insheepnia-takes", "insheepnia-false-alarm", "ok"),
    Stop("insheepnia-look-at-known", "insheepnia-takes", "ok up ok down*5 ok"),
    Stop("insheepnia-no-hand", "insheepnia-only-black", "down*4 ok down*7 ok"),
    Stop("insheepnia-few-cards", "insheepnia-only-black", "down*2 ok down:hold*2 ok"),
    Stop("insheepnia-takes-wide", "insheepnia-eight", "ok up ok up ok*4 ok up*6 ok*2"),
    Stop("insheepnia-takes-wide-more", "insheepnia-takes-wide", "ok"),
    Stop("insheepnia-result", "insheepnia-bed-card", "ok*5"),
    Stop("insheepnia-result-wide", "insheepnia-eight", "ok up ok*6"),
    Stop("insheepnia-no-result", "insheepnia", "back down*3 ok ok:hold"),
)

PICKS = (
    Stop("insheepnia-pick", "insheepnia", "roll"),
    Stop("insheepnia-pick-two", "insheepnia-pick", "roll"),
    Stop("insheepnia-pick-one", "insheepnia-pick", "down:hold*2"),
    Stop("insheepnia-pick-most", "insheepnia-pick", "up:hold*20"),
    Stop("insheepnia-picked", "insheepnia-pick", "ok"),
    Stop("insheepnia-picked-taken-back", "insheepnia-picked", "back:hold"),
    Stop("insheepnia-picked-first", "insheepnia-pick-two", "ok"),
    Stop("insheepnia-picked-second", "insheepnia-picked-first", "ok"),
    Stop("insheepnia-picked-most", "insheepnia-pick-most", "ok"),
)

HELP = (
    Stop("insheepnia-help", "insheepnia-ask", "ok"),
    Stop("insheepnia-help-more", "insheepnia-help", "up"),
    *_help("beds", 0, 7),
    *_help("powers", 1, 11),
    *_help("milk", 2, 5),
    *_help("black-sheep", 3, 4),
    *_help("plugs", 4, 3),
    *_help("announcing", 5, 6),
    *_help("buttons", 6, 3),
)

STOPS = (*SET_UP, *TABLES, *CARDS, *TURNS, *ANNOUNCING, *PICKS, *HELP)
