"""The pictograms of the screens, by name."""

from companion.screens.pictograms.pictogram import Pictogram

__all__ = ["Pictogram"]
