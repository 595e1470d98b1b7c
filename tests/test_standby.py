"""A box that waits for its journal: what it was told meanwhile is known to the session that opens at last."""

from contextlib import closing

import msgspec

from companion import app, typefaces
from companion.journal.troubles import trouble
from companion.standby import RETRY, Standby
from tests.pictures import DEFAULTS
from tests.screens.test_service import view


def test_buttons_that_came_before_the_session_are_known_to_it(tmp_path):
    settings = msgspec.structs.replace(DEFAULTS, journal=tmp_path / "journal.db")
    fonts = typefaces.load()

    def open_session(now):
        if now < RETRY:
            raise trouble("locked", settings.journal)
        return app.open_box(settings, now)

    with closing(Standby(open_session, fonts, view(), 0.0)) as box:
        box.buttons(6)
        box.tick(RETRY)
        assert box.trouble is None
        assert box.view(RETRY).buttons == 6
        box.buttons(0)
        assert box.view(RETRY).buttons == 0
