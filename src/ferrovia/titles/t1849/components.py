"""What is in the box: the component sheets, read once."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from ferrovia.engine.board.board import Board, read_board
from ferrovia.engine.finance.market import Market, read_market
from ferrovia.engine.flow.title import Corporation, Phase, Private, Train


@cache
def sheet(name: str) -> dict[str, Any]:
    """A component sheet as it is written."""
    return tomllib.loads(files(__package__).joinpath("components", f"{name}.toml").read_text("utf-8"))


@cache
def board() -> Board:
    return read_board(sheet("map"), sheet("tiles"))


@cache
def market() -> Market:
    return read_market(sheet("market"))


@cache
def corporations() -> dict[str, Corporation]:
    common = sheet("companies")["corporation_common"]
    return {
        table["id"]: Corporation(
            id=table["id"],
            name=table["name"],
            certificates=tuple(common["certificates"]),
            homes=(table["home"],) if table["home"] else tuple(table["home_choice"]),
            tokens=common["tokens"],
            token_fee=table["token_fee"],
            colour=table["colour"],
            rgb=table["rgb"],
            text=table["text"],
            nickname=table["nickname"],
        )
        for table in sheet("companies")["corporation"]
    }


@cache
def privates() -> dict[str, Private]:
    return {
        table["id"]: Private(
            id=table["id"],
            name=table["name"],
            face_value=table["face_value"],
            revenue=table["revenue"],
            corporation_price=tuple(table["corporation_price"]) or None,
        )
        for table in sheet("companies")["private"]
    }


@cache
def trains() -> dict[str, Train]:
    """The trains of the base game."""
    return {table["name"]: _train(table) for table in sheet("trains")["train"] if "variant" not in table}


def _train(table: dict[str, Any]) -> Train:
    cost = table["edge_cost"]
    return Train(
        name=table["name"],
        cost=table["cost"],
        limit=table["reach"] if table["reach"] >= 0 else None,
        edge_cost=(cost.get("standard"), cost.get("narrow"), cost.get("dual")),
        in_line=table.get("in_line", True),
        available_after=table.get("available_after", ""),
    )


@cache
def phases() -> dict[str, Phase]:
    return {
        table["name"]: Phase(
            name=table["name"],
            starts_with=table["starts_with"],
            tiles=tuple(table["tiles"]),
            operating_rounds=table["operating_rounds"],
            train_limit=table["train_limit"],
            revenue_level=table["revenue_level"],
            start_values=tuple(table["start_values"]),
            eliminates=(table["eliminates"],) if table["eliminates"] else (),
            events=tuple(table["events"]),
            corporations_buy_privates=table["buy_privates"],
        )
        for table in sheet("trains")["phase"]
    }


def train_roster(corporation_count: int) -> tuple[str, ...]:
    """The trains in play, in the order of their sale (1849-2.0.2, 10.6.4)."""
    count = f"count_{corporation_count}"
    return tuple(
        table["name"] for table in sheet("trains")["train"] if "variant" not in table for _ in range(table[count])
    )
