"""The tour's part about people: the roster, typing names, renaming and deleting, choosing players."""

from companion.tour.stops import Stop

WIDE = "WWWWWWWWWWW"
TEN_WIDE = " ".join(f"ok say:{WIDE}{last}" for last in "ABCDEFGHIJ")

STOPS = (
    # the roster
    Stop("people-none", "home", "up*3 ok"),
    Stop("name", "people-none", "ok"),
    Stop("name-letters", "name", "ok down*13 ok ok up*13"),
    Stop("name-space", "name-letters", "down:hold*5 down"),
    Stop("name-delete", "name-letters", "up"),
    Stop("name-wheel-of-digits", "name-letters", "up*5"),
    Stop("name-full", "name", "ok up:hold ok*11"),
    Stop("name-wide", "name", "up:hold*3 up*3 ok*12"),
    Stop("name-bad", "name", "roll"),
    Stop("people-one", "name", "say:Anna"),
    Stop("name-taken", "people-one", "down ok say:Anna"),
    Stop("people", "people-one", f"down ok say:{WIDE}W down ok say:Clara down ok say:Dominik"),
    Stop("people-more", "people", "down"),
    Stop("person", "people-one", "ok"),
    Stop("person-rename", "person", "ok"),
    Stop("person-delete", "person", "down ok"),
    Stop("person-wide", "people", "up*2 ok"),
    Stop("person-wide-delete", "person-wide", "down ok"),
    Stop("person-wide-rename", "person-wide", "ok"),
    # who plays
    Stop("games", "home", "ok"),
    Stop("players-none", "games", "ok"),
    Stop("players-too-few", "players-none", "roll"),
    Stop("players", "players-none", "ok say:Anna ok say:Ben ok say:Clara"),
    Stop("players-take", "players", "up ok"),
    Stop("players-leave-out", "players", "up*2"),
    Stop("players-ten", "players-none", TEN_WIDE),
    Stop("players-ten-first", "players-ten", "down"),
    Stop("players-too-many", "players-ten", "ok say:Karla up ok"),
    Stop("begins", "players", "roll"),
    Stop("begins-picked", "begins", "roll"),
    Stop("begins-picked-wide", "players-ten", "roll*2"),
)
