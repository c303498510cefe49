"""The neighbours of a choice: what is almost but not quite it, field by field, and strangers of every kind."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar

import msgspec

from ferrovia.engine.flow.actions import Action, Run
from ferrovia.engine.flow.decision import Decision, Range
from ferrovia.engine.flow.game import Game
from ferrovia.titles.registry import all_titles

S = TypeVar("S", bound=msgspec.Struct)
KINDS: tuple[type[Action], ...] = tuple(
    dict.fromkeys(kind for title in all_titles().values() for kind in title.actions)
)
PLACES = ("treasury", "pool", "offer", "bank", "nobody")
WAYS = ("route", "routes")  # fields with more to vary than others
ODD_NUMBERS = (0, -1, 10**9)
ODD_NAMES = ("", "XYZ")


def kind_of(action: Action | type[Action]) -> str:
    """An action's kind as its JSON names it."""
    return str(action.__struct_config__.tag)


def fields_of(kind: type[Action]) -> tuple[str, ...]:
    return kind.__struct_fields__


class Domains:
    """What fields may hold: what is printed in the box, what was listed so far in a walk, and what never is."""

    def __init__(self) -> None:
        self._listed: dict[str, dict[Any, None]] = {}

    def notice(self, decision: Decision) -> None:
        """Remember what is listed."""
        choices = [*decision, *(interjection.choice for interjection in decision.interjections)]
        for choice in choices:
            action = choice.action if isinstance(choice, Range) else choice
            for field, value in msgspec.structs.asdict(action).items():
                self._listed.setdefault(field, {})[value] = None

    def values(self, game: Game, field: str, value: Any) -> list[Any]:
        """Well-formed values for a field that now holds this one."""
        found: list[Any] = []
        match value:
            case bool():
                found += [True, False]
            case int():
                found += [value - 1, value + 1, value - 5, value + 5, value + 10, *ODD_NUMBERS]
            case str():
                found += ODD_NAMES
            case tuple() if field == "routes":
                found += _runs(game, value)
            case tuple() if field == "route":
                found += _ways(game, value)
            case tuple():
                found += [value[:-1], (*value, 10), (20, *value), (*value, 0), (), value[::-1], (-10,), value * 2]
        found += [*_printed(game, field), *self._listed.get(field, ())]
        return [other for other in dict.fromkeys(found) if other != value]

    def stranger(self, game: Game, kind: type[Action], chance: random.Random) -> Action:
        """An action of a kind that has perhaps no place here at all."""
        types = {field.name: field.type for field in msgspec.structs.fields(kind)}
        plain = {name: _plain(types[name]) for name in types}
        return _made(
            kind, {name: chance.choice([*self.values(game, name, plain[name]), plain[name]]) for name in types}
        )


def variations(
    game: Game, action: Action, domains: Domains, chance: random.Random, most: int
) -> Iterator[tuple[str, Action]]:
    """Actions that differ from this one in a single field, some for each field."""
    for field, value in msgspec.structs.asdict(action).items():
        others = domains.values(game, field, value)
        always, wanted = (others[:3], 5 * most) if field in WAYS else ([], most)
        for other in [*always, *chance.sample(others, min(wanted, len(others)))]:
            yield field, msgspec.structs.replace(action, **{field: other})


def misshapen(action: S) -> Iterator[S]:
    """Actions with a value of a wrong type in one field, or in a field of the first struct they hold."""
    for field, value in msgspec.structs.asdict(action).items():
        wrong: Sequence[Any]
        match value:
            case bool():
                wrong = (1, None, "yes")
            case int():
                wrong = (str(value), value + 0.5, float(value), None, [value], bool(value))
            case str():
                wrong = (5, None, [value], (value,), {})
            case _:
                wrong = (list(value), "x", None, 5, (None,), {})
                if value and isinstance(value[0], msgspec.Struct):
                    wrong = (*wrong, *((part, *value[1:]) for part in misshapen(value[0])))
        for other in wrong:
            yield msgspec.structs.replace(action, **{field: other})


def crossings(listed: Sequence[Action], chance: random.Random, most: int) -> Iterator[Action]:
    """Mixtures of two listed actions of the same kind."""
    by_kind: dict[type[Action], list[Action]] = {}
    for action in listed:
        by_kind.setdefault(type(action), []).append(action)
    for kind, alike in by_kind.items():
        if len(alike) > 1 and len(fields_of(kind)) > 1:
            for _ in range(most):
                one, other = (msgspec.structs.asdict(action) for action in chance.sample(alike, 2))
                yield _made(kind, {field: chance.choice((one, other))[field] for field in one})


def _made(kind: type[Action], values: dict[str, Any]) -> Action:
    return kind(**values)


def _plain(annotation: Any) -> Any:
    """Some value of a field's type."""
    text = str(annotation)
    if annotation is bool or annotation is int:
        return annotation()
    return () if text.startswith("tuple") else ""


def _printed(game: Game, field: str) -> list[Any]:
    title = game.title
    match field:
        case "hex":
            return [*title.box.board.hexes, "Z99"]
        case "tile":
            return [*title.box.board.tiles, "0"]
        case "corporation" | "seller" | "company":
            return [*title.box.corporations]
        case "private" | "lot" | "card" | "concession":
            return [*title.box.privates, *title.box.corporations]
        case "train":
            return [*title.box.trains, "99H"]
        case "source":
            return [*PLACES, *title.box.corporations]
        case "to":
            return [*game.settings.players, *title.box.corporations]
        case "choice":
            return ["pay", "withhold", "half", "loot", "yes", *title.box.corporations]
    return []


# Ways over the map


def _ways(game: Game, way: Sequence[str]) -> list[tuple[str, ...]]:
    """A way cut short, drawn on, turned round, with a hex twice, left out or changed for one beside it."""
    board = game.title.box.board
    found: list[tuple[str, ...]] = [tuple(way[::-1]), tuple(way[:-1]), tuple(way[1:]), (), ("Z99", *way)]
    for place, hex_id in enumerate(way):
        beside = [other[0] for other in board.neighbours.get(hex_id, ()) if other]
        found += [(*way[:place], other, *way[place + 1 :]) for other in beside]
        found += [tuple(way[: place + 1]), tuple(way[place:]), (*way[:place], *way[place + 1 :])]
        found.append((*way[: place + 1], *way[max(place - 1, 0) :]))
        if place in (0, len(way) - 1):
            found += [(*way, other) if place else (other, *way) for other in beside]
    return found


def _runs(game: Game, runs: Sequence[Run]) -> list[tuple[Run, ...]]:
    """Runs of which one is left out, shown twice, given another train or another way, or that change trains."""
    turned = tuple(Run(run.train, run.hexes[::-1]) for run in runs)
    on_one_way = tuple(Run(run.train, min(runs, key=lambda other: len(other.hexes)).hexes) for run in runs)
    found: list[tuple[Run, ...]] = [turned, on_one_way, tuple(runs[::-1]), (), tuple(runs) * 2, tuple(runs[:-1])]
    for place, run in enumerate(runs):
        others = chain(
            (Run(train, run.hexes) for train in (*game.title.box.trains, "99H")),
            (Run(run.train, way) for way in _ways(game, run.hexes)),
            (Run(run.train, other.hexes) for other in runs),
        )
        found += [(*runs[:place], other, *runs[place + 1 :]) for other in others]
        found += [(*runs[:place], *runs[place + 1 :]), (*runs, run), (run,)]
        found += [(Run(other.train, run.hexes), *runs[:place], *runs[place + 1 :]) for other in runs]
    return found
