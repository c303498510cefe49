"""What follows from the map for each corporation: the stops that are closed to it, and what its routes lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.reach import Reach, reach

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class MapKnowledge(NamedTuple):
    """Answers about one map, and what they were read off: they hold as long as that is the very same."""

    stations: object
    layout: object
    own: object
    phase: str
    besides: object  # what of own state and phase the title reads closed stops and starts of routes off
    closed: dict[str, frozenset[StopId]]
    reached: dict[str, Reach]

    def now(self, game: Game) -> MapKnowledge:
        """What is known where a game stands: these answers, or none yet."""
        state = game.state
        is_same_map = self.stations is state.stations and self.layout is state.layout
        if is_same_map and self.own is state.own and self.phase == state.phase:
            return self
        besides = game.title.tokens.depends_on(game)
        is_kept = is_same_map and besides == self.besides
        closed, reached = (self.closed, self.reached) if is_kept else ({}, {})
        return MapKnowledge(state.stations, state.layout, state.own, state.phase, besides, closed, reached)

    def closed_to(self, game: Game, corporation: str) -> frozenset[StopId]:
        if corporation not in self.closed:
            self.closed[corporation] = game.title.tokens.closed_stops(game, corporation)
        return self.closed[corporation]

    def reach(self, game: Game, corporation: str) -> Reach:
        if corporation not in self.reached:
            starts = game.title.tokens.route_starts(game, corporation)
            self.reached[corporation] = reach(game.layout, starts, self.closed_to(game, corporation))
        return self.reached[corporation]

    def apart(self) -> MapKnowledge:
        """The same for a game of its own: what is found out there is never found here."""
        return self._replace(closed=self.closed.copy(), reached=self.reached.copy())


UNKNOWN_MAP = MapKnowledge(None, None, None, "", None, {}, {})
