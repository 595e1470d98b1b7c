"""The tour outside of games: home, the plain die, settings, backup, the plug, trouble with the journal, the hub."""

from companion.tour.stops import Circumstance, Stop

STOPS = (
    Stop("home", "", ""),
    Stop("home-more", "home", "down*4"),
    Stop("blank", "home", "wait:601"),
    # the plain die
    Stop("die", "home", "down ok"),
    Stop("die-tumbling", "die", "roll wait:0.2"),
    Stop("die-rolled", "die-tumbling", "wait:1"),
    Stop("die-rolls", "die-rolled", "roll*10 wait:1"),
    # settings
    Stop("settings", "home", "up*2 ok"),
    Stop("settings-more", "settings", "down*4"),
    Stop("setting-language", "settings", "ok"),
    Stop("setting-sound", "settings", "down ok"),
    Stop("setting-sound-off", "setting-sound", "down"),
    Stop("setting-brightness", "settings", "down*2 ok"),
    Stop("setting-brightness-full", "setting-brightness", "down*2"),
    Stop("setting-dim", "settings", "down*3 ok"),
    Stop("setting-blank", "settings", "down*4 ok"),
    Stop("setting-blank-in-match", "settings", "down*5 ok"),
    Stop("setting-upside", "settings", "down*6 ok"),
    Stop("setting-upside-down", "setting-upside", "down ok"),
    Stop("setting-long-press", "settings", "down*7 ok"),
    # good order
    Stop("backup", "settings", "up ok"),
    Stop("backup-made", "backup", "ok"),
    Stop("plug", "home", "up ok"),
    Stop("plug-settled", "plug", "ok"),
    # trouble
    Stop("journal-set-aside", "", "", Circumstance.DAMAGED),
    Stop("match-unreadable", "", "", Circumstance.UNREADABLE),
    Stop("match-unreadable-put-aside", "match-unreadable", "ok down ok"),
    Stop("match-unreadable-delete", "match-unreadable-put-aside", "ok"),
    Stop("hub-gone", "home", "wait:0", Circumstance.HUB_GONE),
    Stop("hub-back", "hub-gone", "wait:0", Circumstance.HUB_BACK),
    Stop("hub-was-off", "hub-back", "wait:0", Circumstance.HUB_WAS_OFF),
    Stop("buzz-late", "hub-was-off", "wait:0", Circumstance.BUZZ_LATE),
    Stop("hub-strange", "buzz-late", "wait:0", Circumstance.HUB_STRANGE),
    Stop("hub-lent", "hub-strange", "wait:0", Circumstance.HUB_LENT),
    Stop("trouble-locked", "die", "roll", Circumstance.BUSY),
)
