"""The tour's part of Schlafmütze: the set-up, the table for every number of players, calls, questions, penalties."""

from companion.tour.people import WIDE
from companion.tour.stops import Stop

PLAYERS = ("Anna", "Benedikt", "Dominik", "Thoren", "Clara", "Emil", "Fritz")
GAME = "down*2 ok"
EIGHT_WIDE = " ".join(f"ok say:{WIDE}{last}" for last in "ABCDEFGH")
RULES = 13
"""Pages of the rules."""

UPHELD = "ok*3 ok*3"
"""From the big word past the penalty to the table."""


def _take(count: int) -> str:
    return " ".join(f"ok say:{name}" for name in PLAYERS[:count])


SET_UP = (
    Stop("schlafmuetze-begins", "games", f"{GAME} {_take(4)} roll"),
    Stop("schlafmuetze-ones", "schlafmuetze-begins", "ok"),
    Stop("schlafmuetze-deal", "schlafmuetze-ones", "ok"),
    Stop("schlafmuetze-deal-two", "games", f"{GAME} {_take(2)} roll ok*2"),
    Stop("schlafmuetze-deal-three", "games", f"{GAME} {_take(3)} roll ok*2"),
    Stop("schlafmuetze-deal-five", "games", f"{GAME} {_take(5)} roll ok*2"),
    Stop("schlafmuetze-deal-seven", "games", f"{GAME} {_take(7)} roll ok*2"),
    Stop("schlafmuetze-deal-wide", "games", f"{GAME} {EIGHT_WIDE} roll ok*2"),
    Stop("schlafmuetze-choices", "schlafmuetze-deal", "ok"),
    Stop("schlafmuetze-choices-turns", "schlafmuetze-choices", "down ok"),
    Stop("schlafmuetze-choices-buttons", "schlafmuetze-choices", "up"),
    Stop("schlafmuetze-beginner", "schlafmuetze-choices-turns", "up ok"),
    Stop("seats", "schlafmuetze-choices-buttons", "ok"),
    Stop("seats-next", "seats", "seat:6"),
    Stop("seats-known", "seats-next", "up"),
    Stop("seats-taken", "seats-next", "seat:6"),
    Stop("seats-last", "seats-next", "up*2"),
    Stop("wide-seats", "schlafmuetze-deal-wide", "ok up ok"),
)

TABLES = (
    Stop("schlafmuetze", "schlafmuetze-choices", "ok"),
    Stop("schlafmuetze-turns", "schlafmuetze-beginner", "ok"),
    Stop("schlafmuetze-next", "schlafmuetze-turns", "roll"),
    Stop("schlafmuetze-penalties", "schlafmuetze-next", f"seat:1 {UPHELD} seat:1 {UPHELD}"),
    Stop("schlafmuetze-two", "schlafmuetze-deal-two", "ok*2"),
    Stop("schlafmuetze-two-penalties", "schlafmuetze-two", f"seat:1 {UPHELD} seat:2 {UPHELD} seat:2 {UPHELD}"),
    Stop("schlafmuetze-three", "schlafmuetze-deal-three", f"ok*2 seat:1 {UPHELD}"),
    Stop("schlafmuetze-five", "schlafmuetze-deal-five", "ok*2"),
    Stop("schlafmuetze-five-more", "schlafmuetze-five", f"seat:1 {UPHELD} down"),
    Stop("wide-schlafmuetze", "schlafmuetze-deal-wide", f"ok*2 seat:1 {UPHELD} seat:4 {UPHELD} seat:4 {UPHELD}"),
    Stop("wide-schlafmuetze-more", "wide-schlafmuetze", "down"),
    Stop("schlafmuetze-menu", "schlafmuetze", "back"),
    *(
        Stop(f"schlafmuetze-rules-{page}", f"schlafmuetze-rules-{page - 1}" if page > 1 else "schlafmuetze-menu", way)
        for page, way in enumerate(("down*2 ok", *["ok"] * (RULES - 1)), 1)
    ),
)

CALLS = (
    Stop("who-calls", "schlafmuetze", "ok"),
    Stop("sleepyhead", "schlafmuetze", "seat:3"),
    Stop("sleepyhead-others", "sleepyhead", "seat:1 seat:4"),
    Stop("wide-sleepyhead", "wide-schlafmuetze", "seat:4"),
    Stop("wide-sleepyhead-others", "wide-sleepyhead", "seat:1 seat:8 seat:2 seat:6 seat:7"),
    Stop("verdict", "sleepyhead", "ok"),
    Stop("verdict-other", "verdict", "roll"),
    Stop("verdict-two", "schlafmuetze-two", "seat:1 ok"),
    Stop("wide-verdict", "wide-sleepyhead-others", "ok"),
    Stop("no-draw-pile", "verdict", "ok"),
    Stop("no-draw-pile-some", "no-draw-pile", "roll down roll"),
    Stop("wide-no-draw-pile", "wide-verdict", "ok down*3 roll"),
    Stop("call-dismissed", "verdict", "down ok"),
    Stop("call-dismissed-again", "call-dismissed", "ok seat:3 ok down ok"),
    Stop("dismissed-undone", "call-dismissed", "back:hold"),
)

PENALTIES = (
    Stop("penalty", "no-draw-pile", "ok"),
    Stop("penalty-givers", "penalty", "ok"),
    Stop("penalty-next", "penalty-givers", "ok"),
    Stop("penalty-one-gives", "no-draw-pile-some", "ok*2"),
    Stop("penalty-nobody-gives", "no-draw-pile-some", "down roll ok*2"),
    Stop("wide-penalty", "wide-verdict", "ok*2"),
    Stop("wide-penalty-givers", "wide-penalty", "ok"),
    Stop("wide-penalty-next", "wide-penalty-givers", "ok"),
    Stop("call-undone", "penalty-next", "back:hold"),
    Stop("call-taken-back", "call-undone", "back:hold"),
    Stop("wide-call-taken-back", "wide-penalty", "back:hold*2"),
)

QUESTIONS = (
    Stop("question-own", "verdict", "up ok"),
    Stop("question-own-20", "question-own", "up*10"),
    Stop("question-middle", "question-own-20", "ok"),
    Stop("question-first", "question-own", "ok roll"),
    Stop("question-first-of-20", "question-middle", "roll down"),
    Stop("question-turned", "question-own", "ok*2"),
    Stop("question-own-where", "question-turned", "roll"),
    Stop("question-drawn", "question-own", "roll"),
    Stop("question-drawn-or-none", "question-first", "ok"),
    Stop("question-where", "question-drawn", "down ok*2"),
    Stop("wide-question-own", "wide-verdict", "up ok"),
    Stop("wide-question-first", "wide-question-own", "ok roll up"),
    Stop("wide-question-turned", "wide-question-first", "ok"),
    Stop("wide-question-where", "wide-question-turned", "roll up*4"),
    Stop("found-middle", "question-turned", "ok"),
    Stop("found-clockwise", "question-first", "down ok*2"),
    Stop("found-own-pile", "question-drawn", "ok roll ok down ok"),
    Stop("found-to-stay", "question-drawn-or-none", "roll ok"),
    Stop("found-correct", "question-where", "down ok"),
    Stop("wide-found", "wide-question-turned", "ok"),
)

END = (
    Stop("who-won", "schlafmuetze", "roll"),
    Stop("schlafmuetze-result", "who-won", "down ok"),
    Stop("schlafmuetze-result-penalties", "schlafmuetze-penalties", "back down ok*2 ok"),
    Stop("wide-schlafmuetze-result", "wide-schlafmuetze", "roll ok"),
    Stop("schlafmuetze-abandoned", "schlafmuetze-menu", "up ok ok:hold"),
    Stop("won-undone", "schlafmuetze-result", "back:hold"),
    Stop("next-undone", "schlafmuetze-next", "back:hold"),
)

STOPS = (*SET_UP, *TABLES, *CALLS, *PENALTIES, *QUESTIONS, *END)
