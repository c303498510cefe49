"""Lines: which city, along which way, with which card."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ferrovia.engine.board.routes import Route
from ferrovia.engine.flow.actions import Decline
from ferrovia.table.page.choosing import CHOICE, number_picked, turn_powers
from ferrovia.table.page.control import Control, ControlMarks
from ferrovia.table.page.options import Option, option
from ferrovia.table.page.routes import Shown
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, edition, hex_mark
from ferrovia.table.page.tracing import written
from ferrovia.titles.t18fb.actions import BuildLine
from ferrovia.titles.t18fb.building import line_of
from ferrovia.titles.t18fb.lines import TokenLine
from ferrovia.titles.t18fb.table.traced_line import (
    LINE,
    UNBEGUN,
    TracedLineParts,
    is_tracing,
    line_chosen,
    no_line,
    traced_line,
)

TO = "to"  # in an address: the hex to which a line shall lead
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_INKS = 7  # after so many lines the colours come round again


@dataclass(frozen=True)
class Way:
    """One line that is listed."""

    number: int
    letter: str
    ink: int  # of its line on the map; 0 where it is not drawn
    to: str
    cost: int
    markers: int
    card: str
    by: str  # the hexes between its ends
    is_chosen: bool
    line: TokenLine


@dataclass(frozen=True)
class City:
    """A place that lines lead to."""

    hex: str
    name: str
    ways: tuple[Way, ...]
    is_chosen: bool

    @property
    def first(self) -> Way:
        return self.ways[0]

    @property
    def now(self) -> Way:
        """The line whose figures the card shows."""
        return next((way for way in self.ways if way.is_chosen), self.ways[0])

    @property
    def needs(self) -> str:
        """The card without which no line leads there, if it is so."""
        return self.ways[0].card if all(way.card for way in self.ways) else ""


@dataclass(frozen=True)
class LinesParts:
    """The cities that lines lead to."""

    cities: list[City]
    city: City | None  # the chosen one
    trace: str  # the query that lets a line be traced
    rest: list[Option]


def lines(scene: Scene) -> Control[LinesParts | TracedLineParts] | None:
    """The control, where a line is built."""
    listed = [(number, choice) for number, choice in enumerate(scene.choices) if isinstance(choice, BuildLine)]
    if not listed:
        return None
    if is_tracing(scene):
        return traced_line(scene, dict.fromkeys(choice.card for _, choice in listed))
    corporation = scene.game.top.corporation_of(scene.game)
    ways = _ways(scene, corporation, listed)
    cities = _cities(scene, ways)
    now = next((city for city in cities if city.is_chosen), None)
    drawn = now.ways if now is not None else tuple(city.first for city in cities)
    drawn = tuple({way.line.hexes: way for way in reversed(drawn)}.values())[::-1]  # cards share a line: drawn once
    cities = _inked(cities, {way.line.hexes: place % _INKS + 1 for place, way in enumerate(drawn)})
    now = next((city for city in cities if city.is_chosen), None)
    way = next((each for each in ways if each.is_chosen), None)
    powers = turn_powers(scene)
    shown = {number for number, _ in listed}
    return Control(
        template="t18fb/lines.html",
        question=scene.say("Build a line for {corporation}", corporation=corporation),
        chosen=line_chosen(scene, _action(scene, way), way.line) if way is not None else None,
        passing=no_line(scene),
        parts=LinesParts(
            cities=cities,
            city=now,
            trace=scene.picked(only=True, **{LINE: written(way.line.hexes) if way is not None else UNBEGUN}),
            rest=[
                option(scene, number, choice)
                for number, choice in enumerate(scene.choices)
                if number not in shown and not isinstance(choice, Decline) and choice not in powers
            ],
        ),
        marks=ControlMarks(
            hexes=_marks(scene, cities),
            runs=_shown(scene, corporation, drawn),
            labels=[f"{each.letter} · {scene.say('{cost:money}', cost=each.cost)}" for each in drawn],
        ),
    )


def _ways(scene: Scene, corporation: str, listed: list[tuple[int, BuildLine]]) -> list[Way]:
    """Every line with its letter; the cheapest way to each place first, places as the decision lists them."""
    found: list[Way] = []
    letters: dict[tuple[str, ...], str] = {}
    order: dict[str, None] = dict.fromkeys(choice.route[-1] for _, choice in listed)
    for to in order:
        for number, choice in listed:
            line = line_of(scene.game, corporation, choice.route)
            if choice.route[-1] != to or not isinstance(line, TokenLine):
                continue
            letters.setdefault(line.hexes, _LETTERS[len(letters) % len(_LETTERS)])
            found.append(
                Way(
                    number,
                    letters[line.hexes],
                    0,
                    to,
                    line.cost,
                    line.markers,
                    choice.card,
                    ", ".join(edition(scene).places.get(each) or each for each in choice.route[1:-1]),
                    number == number_picked(scene),
                    line,
                )
            )
    return found


def _cities(scene: Scene, ways: list[Way]) -> list[City]:
    by_hex: dict[str, list[Way]] = {}
    for way in ways:
        by_hex.setdefault(way.to, []).append(way)
    wanted = next((way.to for way in ways if way.is_chosen), scene.pick.get(TO, ""))
    return [
        City(hex_id, edition(scene).places.get(hex_id) or hex_id, tuple(here), hex_id == wanted)
        for hex_id, here in by_hex.items()
    ]


def _inked(cities: list[City], inks: dict[tuple[str, ...], int]) -> list[City]:
    """The same cities, each line with the ink in which the map draws it."""
    return [
        replace(city, ways=tuple(replace(way, ink=inks.get(way.line.hexes, 0)) for way in city.ways)) for city in cities
    ]


def _marks(scene: Scene, cities: list[City]) -> list[HexMark]:
    return [
        hex_mark(
            scene,
            city.hex,
            scene.picked(only=True, **{TO: city.hex, CHOICE: city.first.number}),
            is_chosen=city.is_chosen,
        )
        for city in cities
    ]


def _shown(scene: Scene, corporation: str, drawn: tuple[Way, ...]) -> Shown:
    """Lines as the map draws runs."""
    routes = tuple(
        Route(way.letter, way.line.hexes, way.line.stops, way.cost, len(way.line.hexes), way.line.sides)
        for way in drawn
    )
    return Shown(corporation, routes, (), 0)


def _action(scene: Scene, way: Way) -> BuildLine:
    choice = scene.choices[way.number]
    assert isinstance(choice, BuildLine)
    return choice
