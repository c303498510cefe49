"""3.5.5: trains have no routes; all of them together are one run over the stations that count."""

from __future__ import annotations

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.routes import Route, Runner, Runs
from ferrovia.engine.flow.facets.runs import RunRules
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles.t18fb.components import place
from ferrovia.titles.t18fb.earnings import earnings
from ferrovia.titles.t18fb.states import runs_trains


class SouthernRuns(RunRules):
    """3.5.5: trains have no routes; what they earn together is a single run over the stations that count."""

    def runner(self, game: Game, corporation: str, train: str) -> Runner:
        raise LookupError("Trains of 18FB have no routes: see `earnings`.")

    def may_run(self, game: Game, corporation: str) -> bool:
        return runs_trains(game, corporation)

    def best(self, game: Game, corporation: str, seconds: float | None = None) -> Runs:
        found = earnings(game, corporation)
        if not found.total:
            return Runs((), 0, 0, proven=True)
        stops = tuple(stop for stop, _ in found.stations)
        trains = " ".join(game.trains(corporation))
        route = Route(trains, tuple(hex_of(stop) for stop in stops), stops, found.total, len(stops) + found.served, 0)
        return Runs((route,), found.total, found.total, proven=True)

    def how_counted(self, game: Game, corporation: str, route: Route) -> Message:
        """Station by station what counts, then the markers, then what no train has room for."""
        found = earnings(game, corporation)
        parts = [Message("stations {stations}", stations=_listed(found.stations))] if found.stations else []
        if found.served:
            parts.append(Message("markers {count} for {amount}", count=found.served, amount=found.markers))
        if found.left_out:
            parts.append(Message("without room {stations}", stations=_listed(found.left_out)))
        return Message("{parts:;}", parts=parts)


def _listed(stations: tuple[tuple[StopId, int], ...]) -> str:
    return ", ".join(f"{place(stop)} {value}" for stop, value in stations)
