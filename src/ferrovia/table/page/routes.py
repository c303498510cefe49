"""Runs as timetables: what a train's stops pay, and the best runs for whoever asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ferrovia.drawing.naming import called
from ferrovia.drawing.palette import route_ink
from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.runners import Route, Runs, plain_stop
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.law import TableLaw
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

ASKED = "runs"  # in an address: the corporation whose best runs are asked for
SECONDS = 1.0  # for a best run that is only shown
_ROW = 23  # of a timetable: from stop to stop


@dataclass(frozen=True)
class Call:
    """A stop of a run in its timetable."""

    name: str
    hex: str
    value: int
    kind: str  # own, city, town, place
    y: int

    @property
    def base(self) -> int:
        return self.y + 5


@dataclass(frozen=True)
class Timetable:
    """One train's run, stop by stop."""

    number: int  # of its ink, from 1
    train: str
    length: int
    limit: int | None
    by_stops: bool
    calls: tuple[Call, ...]
    total: int
    odds: str = ""  # when it earns, where dice decide
    rest: int = 0  # what the total has more or less than its stops
    home: bool = False  # it is left at home

    @property
    def dashes(self) -> str:
        return " ".join(f"{dash * 4.5:g}" for dash in route_ink(self.number - 1).dashes)

    @property
    def height(self) -> int:
        return _ROW * len(self.calls) + 4

    @property
    def foot(self) -> int:
        return self.calls[-1].y if self.calls else 12


@dataclass(frozen=True)
class Shown:
    """Runs of one corporation: what the timetables and the map tell about them."""

    corporation: str
    routes: tuple[Route, ...]
    tables: tuple[Timetable, ...]
    total: int
    proven: bool = True
    besides: int = 0  # what is earned besides stops
    notes: tuple[str, ...] = ()  # what is told of it
    rgb: str = ""  # the colour of the corporation


# Timetables


def best_shown(
    scene: Scene, corporation: str, known: Runs | None = None, odds: Iterable[tuple[Route, int]] | None = None
) -> Shown | None:
    """The best runs of a corporation as things stand; None where its trains have none. `known` is what was found."""
    game = scene.game
    if not game.trains(corporation):
        return None
    found = known or game.title.runs.best(game, corporation, SECONDS)
    if not found.routes:
        return None
    earned = scene.face.station_earnings(scene, corporation)
    if earned is not None:
        return _by_stations(scene, corporation, found.routes, earned)
    chancy = tuple(game.title.runs.chancy(game, corporation) if odds is None else odds)
    tables = [*timetables(scene, corporation, found.routes)]
    for route, chance in chancy:
        table = timetable(scene, corporation, route, len(tables))
        tables.append(replace(table, odds=scene.say("in {chance} % of cases", chance=chance)))
    routes = (*found.routes, *(route for route, _ in chancy))
    colour = colour_of(scene, corporation)
    return Shown(corporation, routes, tuple(tables), found.revenue, found.proven, rgb=colour)


def colour_of(scene: Scene, corporation: str) -> str:
    return str(edition(scene).companies.get(corporation, {}).get("rgb", ""))


@dataclass(frozen=True)
class StationEarnings:
    """What a corporation earns whose trains follow no routes: its stations, one by one, and whatever comes besides."""

    stations: Mapping[StopId, int]
    total: int
    room: int  # for how many stations its trains have room
    notes: tuple[str, ...] = ()


def _by_stations(scene: Scene, corporation: str, routes: tuple[Route, ...], earned: StationEarnings) -> Shown:
    stations = earned.stations
    calls = tuple(_call(scene, corporation, stop, value, place) for place, (stop, value) in enumerate(stations.items()))
    trains = ", ".join(scene.face.train_label(train) for train in scene.game.trains(corporation))
    table = Timetable(1, trains, len(calls), earned.room, True, calls, sum(stations.values()))
    return Shown(
        corporation,
        routes,
        (table,),
        earned.total,
        besides=earned.total - table.total,
        notes=earned.notes,
        rgb=colour_of(scene, corporation),
    )


def timetables(scene: Scene, corporation: str, routes: Iterable[Route]) -> tuple[Timetable, ...]:
    return tuple(timetable(scene, corporation, route, number) for number, route in enumerate(routes))


def timetable(scene: Scene, corporation: str, route: Route, number: int) -> Timetable:
    """A run stop by stop, each with what it pays this train."""
    runner = scene.game.title.runs.runner(scene.game, corporation, route.train)
    last = len(route.stops) - 1
    calls = tuple(
        _call(
            scene,
            corporation,
            stop,
            runner.end_value(stop) if place in (0, last) else runner.passing_value(stop),
            place,
        )
        for place, stop in enumerate(route.stops)
    )
    rest = route.revenue - sum(call.value for call in calls)
    return Timetable(
        number + 1, route.train, route.length, runner.limit, runner.stop_cost > 0, calls, route.revenue, rest=rest
    )


def _call(scene: Scene, corporation: str, stop: StopId, value: int, place: int) -> Call:
    named, board = plain_stop(stop), scene.game.layout
    hex_id = hex_of(named)
    own = named in scene.game.state.stations[corporation]
    kind = "own" if own else board.stop(named).kind
    name = called(edition(scene).places.get(hex_id, ""), edition(scene).voice) or hex_id
    return Call(name, hex_id if name != hex_id else "", value, kind, 12 + _ROW * place)


# What anybody may ask for


def may_ask(scene: Scene) -> bool:
    """Whether the law of the table lets everybody see best runs at any time."""
    return scene.law.best_run != "hidden" and not scene.game.over


def hushed(law: TableLaw, refusal: Refusal) -> Refusal:
    """A refusal as the law of the table lets it be said: no more of a better run than everybody may know."""
    if law.best_run == "offered" or not {"best", "routes"} <= {*refusal.values}:
        return refusal
    if law.best_run == "told":
        return Refusal(
            refusal.rule,
            "These routes earn {shown:money}; the best earn {best:money}.",
            shown=refusal.values["shown"],
            best=refusal.values["best"],
        )
    return Refusal(
        refusal.rule, "These routes earn {shown:money}, and others earn more.", shown=refusal.values["shown"]
    )


def runners(scene: Scene) -> list[str]:
    """The corporations that have trains to run, in the order in which they operate."""
    game = scene.game
    named = list(dict.fromkeys((*game.market_order(), *game.state.certificates)))
    return [name for name in named if game.trains(name) and game.state.stations.get(name)]
