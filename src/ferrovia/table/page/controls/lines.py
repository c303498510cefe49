"""Lines: which city, along which way, with which card."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ferrovia.engine.board.routes import Route
from ferrovia.engine.flow.actions import Decline, Pass
from ferrovia.engine.flow.decision import Choice
from ferrovia.table.page.control import Chosen, Control, Effect
from ferrovia.table.page.effects import at_once
from ferrovia.table.page.options import (
    CHOICE,
    number_picked,
    numbered,
    option,
    passing,
    pointed_at,
    turn_powers,
    with_effects,
)
from ferrovia.table.page.routes import Shown
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, edition, hex_mark
from ferrovia.titles.t18fb.actions import BuildLine
from ferrovia.titles.t18fb.building import line_of
from ferrovia.titles.t18fb.lines import TokenLine

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


def lines(scene: Scene) -> Control | None:
    """The control, where a line is built."""
    listed = [(number, choice) for number, choice in numbered(scene) if isinstance(choice, BuildLine)]
    if not listed:
        return None
    corporation = scene.game.top.corporation_of(scene.game)
    ways = _ways(scene, corporation, listed)
    cities = _cities(scene, ways)
    now = next((city for city in cities if city.is_chosen), None)
    drawn = now.ways if now is not None else tuple(city.first for city in cities)
    drawn = tuple({way.line.hexes: way for way in reversed(drawn)}.values())[::-1]  # cards share a line: drawn once
    cities = _inked(cities, {way.line.hexes: place % _INKS + 1 for place, way in enumerate(drawn)})
    now = next((city for city in cities if city.is_chosen), None)
    way = next((each for each in ways if each.is_chosen), None)
    declining = next((choice for _, choice in numbered(scene) if isinstance(choice, Decline)), None)
    powers = turn_powers(scene)
    shown = {number for number, _ in listed}
    return Control(
        template="table/controls/lines.html",
        question=scene.say("Build a line for {corporation}", corporation=corporation),
        chosen=_chosen(scene, way) if way is not None else None,
        passing=pointed_at(scene, declining) if declining is not None else passing(scene, scene.say("No line")),
        parts={
            "cities": cities,
            "city": now,
            "rest": [
                option(scene, number, choice)
                for number, choice in numbered(scene)
                if number not in shown and not isinstance(choice, Pass | Decline) and choice not in powers
            ],
        },
        marks={
            "hexes": _marks(scene, cities),
            "runs": _shown(scene, corporation, drawn),
            "labels": [f"{each.letter} · {scene.say('{cost:money}', cost=each.cost)}" for each in drawn],
        },
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


def _chosen(scene: Scene, way: Way) -> Chosen:
    """The line that is pointed at: tokens and markers besides the money."""
    choice: Choice = dict(numbered(scene))[way.number]
    game, corporation = scene.game, scene.game.top.corporation_of(scene.game)
    made = pointed_at(scene, choice, scene.say("Build for {cost:money}", cost=way.cost))
    assert isinstance(choice, BuildLine)
    then = at_once(scene, choice)
    if then is None:
        return made
    left, now = game.state.tokens[corporation], then.state.tokens[corporation]
    held, got = (int(each.state.own.markers.get(corporation, 0)) for each in (game, then))
    more = [Effect(scene.say("Tokens left"), str(left), str(now), now - left)]
    if got != held:
        markers = scene.say("Town markers of {corporation}", corporation=corporation)
        more.append(Effect(markers, str(held), str(got), got - held))
    return with_effects(made, *more)
