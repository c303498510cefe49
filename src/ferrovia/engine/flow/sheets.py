"""Component sheets: the TOML files of a title, read into definitions once for all games."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.resources import files
from typing import Any, Self, TypeVar

from ferrovia.engine.board.board import Board, read_board
from ferrovia.engine.finance.market import Market, read_market
from ferrovia.engine.flow.definitions import Corporation, Phase, Private, Train
from ferrovia.engine.flow.parts import IncompleteTitle
from ferrovia.engine.flow.revisions import put_back

Sheet = dict[str, Any]
T = TypeVar("T")


class Box:
    """What is in the box of a title: the sheets in the folder `components` of its package, in one revision."""

    def __init__(self, package: str, revision: int | None = None) -> None:
        self.package = package
        self._sheets: dict[str, Sheet] = {}
        self._revision = revision  # None: the newest

    def sheet(self, name: str) -> Sheet:
        """A component sheet as it is written, or as it was in an earlier revision."""
        if name not in self._sheets:
            found = self._read(name)
            put_back(name, found, self.earlier[self.revision - 1 :])
            self._sheets[name] = found
        return self._sheets[name]

    def _read(self, name: str) -> Sheet:
        return tomllib.loads((files(self.package) / "components" / f"{name}.toml").read_text("utf-8"))

    @cached_property
    def earlier(self) -> list[Sheet]:
        """What was otherwise in each revision but the newest; most titles have only one."""
        if not (files(self.package) / "components" / "revisions.toml").is_file():
            return []
        found: list[Sheet] = self._read("revisions")["earlier"]
        return found

    @property
    def revision(self) -> int:
        """The number of its revision, the first being 1."""
        return self._revision or len(self.earlier) + 1

    def of_revision(self, revision: int) -> Self:
        """The box as it was in another revision."""
        return type(self)(self.package, revision)

    def _read_off(self, where: str, read: Callable[[], T]) -> T:
        """What a sheet says; raises `IncompleteTitle` where it lacks a key."""
        try:
            return read()
        except KeyError as missing:
            raise IncompleteTitle(self.package, f"lacks {missing} in its {where}") from missing

    @cached_property
    def board(self) -> Board:
        return self._read_off("map.toml or tiles.toml", lambda: read_board(self.sheet("map"), self.sheet("tiles")))

    @cached_property
    def market(self) -> Market:
        return self._read_off("market.toml", lambda: read_market(self.sheet("market")))

    @cached_property
    def corporations(self) -> dict[str, Corporation]:
        return self._read_off("companies.toml", lambda: read_corporations(self.sheet("companies")))

    @cached_property
    def privates(self) -> dict[str, Private]:
        return self._read_off("companies.toml", lambda: read_privates(self.sheet("companies")))

    @cached_property
    def trains(self) -> dict[str, Train]:
        return self._read_off("trains.toml", lambda: read_trains(self.sheet("trains")))

    @cached_property
    def phases(self) -> dict[str, Phase]:
        return self._read_off("trains.toml", lambda: read_phases(self.sheet("trains")))

    def roster(self, options: Sequence[str] = ()) -> tuple[str, ...]:
        """Every train card in the order of sale, those of chosen variants too."""
        in_play = [table for table in self.sheet("trains")["train"] if table.get("variant", "") in ("", *options)]
        return tuple(table["name"] for table in in_play for _ in range(table["count"]))


def read_corporations(companies: Sheet) -> dict[str, Corporation]:
    """The corporations of a `companies.toml`."""
    return {table["id"]: _corporation(table, companies["corporation_common"]) for table in companies["corporation"]}


def _corporation(table: Sheet, common: Sheet) -> Corporation:
    tokens: Any = table.get("tokens", common.get("tokens", 0))
    home: Any = table.get("home") or table.get("home_choice", ())
    return Corporation(
        id=table["id"],
        name=table["name"],
        certificates=tuple(common["certificates"]),
        homes=(home,) if isinstance(home, str) else tuple(home),
        tokens=tokens if isinstance(tokens, int) else len(tokens),
        token_fee=table.get("token_fee", 0),
        token_prices=() if isinstance(tokens, int) else tuple(tokens),
        colour=table["colour"],
        rgb=table["rgb"],
        text=table["text"],
        nickname=table.get("nickname", ""),
    )


def read_privates(companies: Sheet) -> dict[str, Private]:
    """The private companies of a `companies.toml`."""
    return {
        table["id"]: Private(
            id=table["id"],
            name=table["name"],
            face_value=table["face_value"],
            revenue=table["revenue"],
            corporation_price=tuple(table["corporation_price"]) or None,
        )
        for table in companies["private"]
    }


def read_trains(trains: Sheet) -> dict[str, Train]:
    """The trains of a `trains.toml`, those of variants among them."""
    return {table["name"]: _train(table) for table in trains["train"]}


def _train(table: Sheet) -> Train:
    by_stops = {"standard": 0, "narrow": 0, "dual": 0}  # length counted in stops: the way between them is free
    cost = table.get("edge_cost", by_stops)
    return Train(
        name=table["name"],
        cost=table["cost"],
        limit=table["reach"] if table["reach"] >= 0 else None,
        edge_cost=(cost.get("standard"), cost.get("narrow"), cost.get("dual")),
        stop_cost=0 if "edge_cost" in table else 1,
        in_line=table.get("in_line", True),
        available_after=table.get("available_after", ""),
        variant=table.get("variant", ""),
        counts_for_limit=table.get("counts_for_limit", True),
        meets_duty=table.get("meets_obligation", True),
    )


def read_phases(trains: Sheet) -> dict[str, Phase]:
    """The phases of a `trains.toml`; what a sheet does not name there is not: no limit, no class that goes."""
    return {
        table["name"]: Phase(
            name=table["name"],
            starts_with=table["starts_with"],
            tiles=tuple(table["tiles"]),
            operating_rounds=table["operating_rounds"],
            train_limit=table.get("train_limit"),
            revenue_level=table["revenue_level"],
            start_values=tuple(table["start_values"]),
            eliminates=_classes(table.get("eliminates", "")),
            events=tuple(table["events"]),
            corporations_buy_privates=table.get("buy_privates", False),
        )
        for table in trains["phase"]
    }


def _classes(value: str | list[str]) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, list) else tuple(filter(None, (value,)))
