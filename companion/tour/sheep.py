"""The tour's part of 13 Sheep: rolling, the wolf, stars, ties, the result, and a match left for later."""

from companion.tour.stops import Stop

OWN = {1: "ok down*2 ok", 2: "ok down ok", 3: "ok*2", 4: "ok up ok", 5: "ok up*2 ok", 6: "ok up*3 ok"}
"""Entering a roll of one's own die."""

SIX_LOW = " ".join((OWN[2], OWN[5], OWN[3], OWN[1], OWN[4], OWN[5]))
WOLF_ON_THE_SEVENTH = f"{SIX_LOW} {OWN[6]} ok"
THREE_SHEEP = "ok up*3 ok roll"
EIGHT = " ".join(f"ok say:{name}" for name in ("Anna", "Ben", "Clara", "Dominik", "Emil", "Franzi", "Gil", "Hanna"))
WAITING = "ok down ok*2 up ok roll wait:1"
"""From “who begins”, where the seats have buttons, to a roll that waits for all."""

STOPS = (
    Stop("sheep", "begins", "ok"),
    Stop("sheep-nothing-to-undo", "sheep", "back:hold"),
    Stop("sheep-tumbling", "sheep", "roll wait:0.2"),
    Stop("sheep-rolled", "sheep-tumbling", "wait:1"),
    Stop("sheep-undone-to-the-start", "sheep-rolled", "back:hold"),
    Stop("sheep-own-die", "sheep-rolled", "ok"),
    Stop("sheep-six", "sheep", SIX_LOW),
    Stop("sheep-limit-next", "sheep-six", OWN[5]),
    Stop("sheep-undone", "sheep-limit-next", "back:hold"),
    Stop("sheep-last-box", "sheep-limit-next", f"{OWN[4]} {OWN[3]}"),
    *(Stop(f"sheep-fence-{face}", "sheep", presses) for face, presses in OWN.items()),
    # where the seats have buttons: everybody draws
    Stop("sheep-choices", "begins", "seat:1 ok"),
    Stop("sheep-choices-waiting", "sheep-choices", "down"),
    Stop("sheep-wait-for-all", "sheep-choices-waiting", "ok"),
    Stop("sheep-choices-waits", "sheep-wait-for-all", "ok"),
    Stop("sheep-choices-buttons", "sheep-choices-waits", "down"),
    Stop("sheep-drawing", "sheep-choices-waits", "up ok roll wait:1"),
    Stop("sheep-drawing-one", "sheep-drawing", "seat:1 seat:3"),
    Stop("sheep-drawing-list", "sheep-drawing-one", "roll"),
    Stop("sheep-drawing-menu", "sheep-drawing", "back"),
    Stop("sheep-drawing-eight", "games", f"ok {EIGHT} roll seat:1 {WAITING}"),
    Stop("sheep-drawing-eight-list", "sheep-drawing-eight", "roll"),
    # the menu of the match
    Stop("match-menu", "sheep-rolled", "back"),
    Stop("match-check", "match-menu", "down*2 ok"),
    Stop("match-check-code", "match-check", "down"),
    Stop("match-end", "match-menu", "up ok"),
    Stop("abandoned", "match-end", "ok:hold"),
    Stop("abandoned-undone", "abandoned", "back:hold"),
    # left for later
    Stop("home-resume", "match-menu", "back"),
    Stop("open-match", "home-resume", "down ok"),
    Stop("plug-in-match", "home-resume", "up ok"),
    Stop("home-put-aside", "open-match", "ok back"),
    Stop("put-aside", "home-put-aside", "ok"),
    Stop("put-aside-for-another", "home-put-aside", "up ok*2 roll ok back*2 down*2 ok*2"),
    Stop("person-in-match", "home-resume", "up*3 ok ok down ok"),
    # the wolf
    Stop("wolf-tumbling", "sheep-limit-next", "roll wait:0.3"),
    Stop("wolf", "sheep-six", OWN[6]),
    Stop("wolf-undone", "wolf", "back:hold"),
    # stars
    Stop("scores", "wolf", "ok"),
    Stop("areas", "scores", "ok"),
    Stop("areas-three", "areas", "up*3 ok up*2 ok up"),
    Stop("areas-seven", "areas", "up*7"),
    Stop("areas-thirteen", "areas", "up*4 ok up*4 ok up*5"),
    Stop("areas-many-small", "areas", "up ok " * 12 + "up"),
    Stop("areas-left-half-filled", "areas-three", "back"),
    Stop("scores-one", "areas-three", "roll"),
    Stop("scores-undone", "scores-one", "back:hold"),
    Stop("scores-correct", "scores-one", "up ok"),
    Stop("result", "scores-one", "ok up*2 ok up*2 roll ok up*4 roll"),
    Stop("result-stars", "result", "down"),
    Stop("result-undone", "result", "back:hold"),
    Stop("result-check", "result", "ok"),
    Stop("result-check-code", "result-check", "down"),
    Stop("result-seed", "result-check", "down*2"),
    Stop("result-seed-code", "result-seed", "down"),
    Stop("again", "result", "roll"),
    # ties
    Stop("tie-break", "scores", "ok up*5 roll " * 2 + "ok up roll"),
    Stop("cells", "tie-break", "ok"),
    Stop("cells-many", "cells", "up:hold*11"),
    Stop("tie-break-one", "cells", "up*3 ok"),
    Stop("tie-break-undone", "tie-break-one", "back:hold"),
    Stop("tie-broken", "tie-break-one", "ok up ok"),
    Stop("win-together", "tie-break-one", "ok up*3 ok"),
    # alone
    Stop("alone-result", "players-none", f"ok say:Anna roll ok {WOLF_ON_THE_SEVENTH} ok up*5 roll"),
    # ten players with the widest names
    Stop("wide-drawing", "begins-picked-wide", f"seat:1 {WAITING}"),
    Stop("wide-drawing-list", "wide-drawing", "roll"),
    Stop("wide-drawing-some", "wide-drawing", "seat:1 seat:2 seat:3 seat:4"),
    Stop("wide-drawing-some-list", "wide-drawing-some", "roll"),
    Stop("wide-scores", "begins-picked-wide", f"ok {WOLF_ON_THE_SEVENTH}"),
    Stop("wide-areas", "wide-scores", "ok up*2 ok up"),
    Stop("wide-scores-some", "wide-areas", f"roll {' '.join([THREE_SHEEP] * 4)}"),
    Stop("wide-scores-undone", "wide-scores-some", "back:hold"),
    Stop("wide-home", "wide-scores-some", "back*2"),
    Stop("wide-put-aside", "wide-home", "down ok*2 back ok"),
    Stop("wide-tie-break", "wide-scores-some", " ".join([THREE_SHEEP] * 5)),
    Stop("wide-cells", "wide-tie-break", "ok"),
    Stop("wide-win-together", "wide-tie-break", "ok*18"),
    Stop("wide-win-together-stars", "wide-win-together", "down*3"),
    Stop("wide-result", "wide-scores-some", f"{' '.join([THREE_SHEEP] * 4)} ok up*6 roll"),
)
