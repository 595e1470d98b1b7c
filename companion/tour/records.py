"""The tour's part of what was played: history, standings and the statistics of the dice."""

from companion.tour.sheep import OWN
from companion.tour.stops import Stop

TEN_ONES = f"{OWN[1]} " * 10

STOPS = (
    Stop("records", "home", "up*4 ok"),
    Stop("history-none", "records", "ok"),
    Stop("standings-games", "records", "down ok"),
    Stop("standings-none", "standings-games", "ok"),
    Stop("dice-none", "records", "down*2 ok"),
    Stop("dice-other", "dice-none", "down"),
    Stop("dice-plausible", "die-rolls", "roll*60 wait:1 back down ok down*2 ok up"),
    # after matches
    Stop("history", "result", "back up*4 ok*2"),
    Stop("past", "history", "ok"),
    Stop("past-check", "past", "ok"),
    Stop("past-taken-up", "past", "roll"),
    Stop("standings", "result", "back up*4 ok down ok*2"),
    Stop("dice-few", "result", "back up*4 ok down*2 ok down"),
    Stop("dice-doubtful", "again", f"{TEN_ONES} ok back up ok ok:hold roll " * 4 + "back*2 up*4 ok down*2 ok down"),
    Stop("history-many", "dice-doubtful", "back up*2 ok"),
    Stop("past-no-result", "history-many", "ok"),
    Stop("wide-history", "wide-result", "back up*4 ok*2"),
    Stop("wide-past", "wide-history", "ok"),
    Stop("wide-past-together", "wide-win-together", "back up*4 ok*3"),
    Stop("wide-standings", "wide-result", "back up*4 ok down ok*2"),
    Stop("person-delete-matches", "result", "back up*3 ok*2 down ok"),
)
