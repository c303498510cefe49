"""Why a single action of the site cannot be played here."""

from __future__ import annotations

from ferrovia.saying.message import Trouble


class MoveTrouble(Trouble, LookupError):
    """Why an action of the site does not fit our game, in one sentence."""
