"""The titles that must keep the contract: the three, and the plain one that has none of their peculiarities."""

from __future__ import annotations

from ferrovia.engine.flow.title import Title
from ferrovia.titles.registry import all_titles
from tests.plain.title import TITLE as PLAIN

TITLES: list[Title] = [*all_titles().values(), PLAIN]
