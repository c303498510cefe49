"""What is in the box: the component sheets, read once."""

from __future__ import annotations

from functools import cache

from ferrovia.engine.board.board import Board, read_board
from ferrovia.engine.finance.market import Market, read_market
from ferrovia.engine.flow import sheets
from ferrovia.engine.flow.title import Corporation, Phase, Private, Train


def sheet(name: str) -> sheets.Sheet:
    """A component sheet as it is written."""
    return sheets.sheet(__package__, name)


@cache
def board() -> Board:
    return read_board(sheet("map"), sheet("tiles"))


@cache
def market() -> Market:
    return read_market(sheet("market"))


@cache
def corporations() -> dict[str, Corporation]:
    return sheets.read_corporations(sheet("companies"))


@cache
def privates() -> dict[str, Private]:
    return sheets.read_privates(sheet("companies"))


@cache
def trains() -> dict[str, Train]:
    """The trains of the base game."""
    return sheets.read_trains(sheet("trains"))


@cache
def phases() -> dict[str, Phase]:
    return sheets.read_phases(sheet("trains"))


def train_roster(corporation_count: int) -> tuple[str, ...]:
    """The trains in play, in the order of their sale (1849-2.0.2, 10.6.4)."""
    count = f"count_{corporation_count}"
    return tuple(
        table["name"] for table in sheet("trains")["train"] if "variant" not in table for _ in range(table[count])
    )
