"""The panel in the hands of the loop: frames, brightness and rest become what it takes; a lost one is told once.

Knows neither screens nor the driver, only its port.
"""

from collections.abc import Callable
from typing import Protocol

from companion.bulletin import Bulletin
from companion.devices.panel_trouble import PanelTrouble
from companion.screens.rest import BLANK, Level

PANEL = "the display"
BRIGHTEST = 10
DIMMED = 10
"""What a dimmed panel's contrast is divided by."""


class Panel(Protocol):
    """The port of devices.panel.Panel, which tells what each method does. PanelTrouble is raised once a loss."""

    @property
    def lost(self) -> bool: ...

    def show(self, frame: bytes, now: float) -> None: ...

    def contrast(self, level: int) -> None: ...

    def blank(self) -> None: ...

    def wake(self) -> None: ...

    def due(self) -> float | None: ...

    def refresh(self, now: float) -> None: ...

    def close(self) -> None: ...


class Glass:
    """What people see. `contrast` is the panel's at the brightest setting, 1 to 255."""

    def __init__(self, panel: Panel, contrast: int, bulletin: Bulletin) -> None:
        self._panel = panel
        self._contrast = contrast
        self._bulletin = bulletin

    @property
    def seen(self) -> bool:
        """Whether a picture is on the panel, as far as one knows."""
        return not self._panel.lost

    def show(self, frame: bytes, level: Level, brightness: int, now: float) -> None:
        """Show a frame at a brightness of 1 to 10, as `level` says."""
        contrast = self._contrast * brightness // BRIGHTEST
        self._do(lambda: self._panel.show(frame, now))
        self._do(lambda: self._panel.contrast(max(1, contrast // DIMMED if level == "dim" else contrast)))
        self._do(self._panel.blank if level == BLANK else self._panel.wake)
        self._tell_if_back()

    def due(self) -> float | None:
        """When `turn` has something to do."""
        return self._panel.due()

    def turn(self, now: float) -> None:
        """Look for a lost panel, or start anew one that may have lost its power unnoticed."""
        self._do(lambda: self._panel.refresh(now))
        self._tell_if_back()

    def close(self) -> None:
        """Switch the light off and give the bus back."""
        self._do(self._panel.blank)
        self._panel.close()

    def _do(self, step: Callable[[], None]) -> None:
        try:
            step()
        except PanelTrouble as trouble:
            self._bulletin.wrong(PANEL, str(trouble))

    def _tell_if_back(self) -> None:
        if not self._panel.lost:
            self._bulletin.right(PANEL)
