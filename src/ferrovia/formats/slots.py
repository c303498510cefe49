"""Slots: how the values of an action are written in its line, and read from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Run
from ferrovia.engine.flow.title import Title
from ferrovia.saying.english import noun
from ferrovia.saying.message import Message
from ferrovia.saying.names import plain

_PLACE = re.compile(r"(.+)\s+\((\S+)\)")
_CITY = re.compile(r"(.+?)(?:,?\s+city\s+([0-9]{1,2}))?", re.IGNORECASE)
_RUN = re.compile(r"(?:an?\s+)?(\S+)\s+(\S+)(?:\s+\([^()]*\))?", re.IGNORECASE)
_NOWHERE = "-"  # the way of a train that is named and goes nowhere


class Names:
    """The names that a game of a title knows: of its players, places, companies, trains and tiles."""

    def __init__(self, title: Title, players: tuple[str, ...]) -> None:
        box = title.box
        self.players = players
        self.currency = title.currency
        self.places = {hex_id: str(Message("{place}", place=box.board.place(hex_id))) for hex_id in box.board.hexes}
        self.hexes = _Lookup(box.board.hexes)
        self.towns = _Lookup([plain(hex.name) for hex in box.board.hexes.values() if hex.name])
        self._hex_of_town = {plain(hex.name): hex.id for hex in box.board.hexes.values()}
        self.companies = _Lookup([*box.corporations, *box.privates])
        self.trains = _Lookup(box.trains)
        self.tiles = _Lookup(box.board.tiles)

    def hex(self, text: str) -> str | None:
        """A hex by its id, by its name if no other has it, or by both."""
        by_id = self.hexes.found(text)
        if by_id is not None:
            return by_id
        both = _PLACE.fullmatch(text)
        hex_id = self.hexes.found(both[2]) if both else None
        if both is not None and hex_id is not None:
            return hex_id if plain(self.places[hex_id]) == plain(f"{both[1]} ({hex_id})") else None
        town = self.towns.found(plain(text))
        return None if town is None else self._hex_of_town[town]


class _Lookup:
    """Names to be found as they are, or without regard to capitals where only one can be meant."""

    def __init__(self, names: Iterable[str]) -> None:
        counted = Counter(iter(names))
        folded = Counter(name.casefold() for name in counted.elements())
        self._known = {name for name, count in counted.items() if count == 1}
        self._folded = {name.casefold(): name for name in counted if folded[name.casefold()] == 1}

    def found(self, text: str) -> str | None:
        return text if text in self._known else self._folded.get(text.casefold())


@dataclass(frozen=True)
class Slot:
    """How one sort of value is written; `read` answers None for what cannot be one. The pattern has one group."""

    pattern: Callable[[Names], str]
    write: Callable[[Names, Any], str]
    read: Callable[[Names, str], Any]


def _money_pattern(names: Names) -> str:
    before, _, behind = (re.escape(part).replace(r"\ ", r"\s*") for part in names.currency.partition("{}"))
    return f"(?:{before})?([0-9]{{1,9}})(?:{behind})?"


def _players_pattern(names: Names) -> str:
    longest_first = sorted(names.players, key=len, reverse=True)
    return f"({'|'.join(re.escape(name) for name in longest_first)})"


def _player(names: Names, text: str) -> str | None:
    return _Lookup(names.players).found(text)


def _percents(names: Names, text: str) -> tuple[int, ...]:
    return tuple(int(size) for size in re.findall(r"[0-9]+", text))


def _way(names: Names, text: str) -> tuple[str, ...]:
    """Hexes with dashes between them; what is no hex stays, for the rules to refuse."""
    return () if text == _NOWHERE else tuple(names.hexes.found(part) or part for part in text.split("-"))


def _write_way(names: Names, hexes: tuple[str, ...]) -> str:
    return "-".join(hexes) or _NOWHERE


def _runs(names: Names, text: str) -> tuple[Run, ...] | None:
    runs = []
    for part in text.split(";"):
        found = _RUN.fullmatch(part.strip())
        train = names.trains.found(found[1]) if found else None
        if found is None or train is None:
            return None
        runs.append(Run(train, _way(names, found[2])))
    return tuple(runs)


def _write_runs(names: Names, runs: tuple[Run, ...]) -> str:
    return "; ".join(f"{run.train} {_write_way(names, run.hexes)}" for run in runs)


def _stop(names: Names, text: str) -> str | None:
    found = _CITY.fullmatch(text)
    hex_id = names.hex(found[1]) if found else None
    return stop_id(hex_id, int(found[2] or 1) - 1) if found and hex_id is not None else None


def _write_stop(names: Names, stop: StopId) -> str:
    city = int(stop.rpartition(".")[2])
    place = names.places[hex_of(stop)]
    return f"{place}, city {city + 1}" if city else place


def _always(pattern: str) -> Callable[[Names], str]:
    return lambda names: pattern


def _numbered(first: int) -> Slot:
    return Slot(
        _always("([0-9]{1,9})"),
        lambda names, number: str(number + first),
        lambda names, text: int(text) - first if int(text) >= first else None,
    )


def _counted(one: str, several: str) -> Slot:
    return Slot(
        _always(rf"([0-9]{{1,9}})\s+(?:{one}|{several})"),
        lambda names, count: f"{count} {one if count == 1 else several}",
        lambda names, text: int(text),
    )


def _known(write: Callable[[str], str], pattern: str, find: Callable[[Names, str], str | None]) -> Slot:
    return Slot(_always(pattern), lambda names, value: write(value), find)


_ONE_WORD = r"([^\s,;]+)"

# By what stands behind the name of a field in a form.
SLOTS: dict[str, Slot] = {
    "money": Slot(_money_pattern, lambda names, amount: names.currency.format(amount), lambda names, text: int(text)),
    "number": _numbered(0),
    "city": _numbered(1),
    "certificates": _counted("certificate", "certificates"),
    "shares": _counted("share", "shares"),
    "percents": Slot(
        _always(r"([0-9]{1,3}%(?:\s*\+\s*[0-9]{1,3}%){0,20})"),
        lambda names, sizes: " + ".join(f"{size}%" for size in sizes),
        _percents,
    ),
    "name": _known(str, _ONE_WORD, lambda names, text: names.companies.found(text)),
    "word": _known(str, _ONE_WORD, lambda names, text: text),
    "tile": _known(str, _ONE_WORD, lambda names, text: names.tiles.found(text)),
    "name_of_train": _known(str, _ONE_WORD, lambda names, text: names.trains.found(text)),
    "train": _known(
        lambda train: noun(train, "a", ""), rf"(?:an?\s+)?{_ONE_WORD}", lambda names, text: names.trains.found(text)
    ),
    "player": Slot(_players_pattern, lambda names, player: player, _player),
    "place": Slot(_always("(.+?)"), lambda names, hex_id: names.places[hex_id], lambda names, text: names.hex(text)),
    "stop": Slot(_always("(.+)"), _write_stop, _stop),
    "way": Slot(_always(r"(\S+)"), _write_way, _way),
    "runs": Slot(_always("(.+)"), _write_runs, _runs),
}
