"""Prompts: what is asked when somebody must choose, in a few words."""

from __future__ import annotations

from typing import NamedTuple


class Prompt(NamedTuple):
    """Two texts with fields to fill: what is asked of whoever must choose, and what the others see them do."""

    question: str
    deed: str
