"""2.5.3, 2.5.4: what tokens mean for routes, and the slots of a city as the table sees them."""

from __future__ import annotations

from collections import Counter

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.facets.tokens import TokenRules
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.components import place, stops_of
from ferrovia.titles.t18fb.places import (
    NAPOLI,
    has_token,
    home_stop,
    is_full,
    is_kept_for,
    kept,
    napoli_is_joined,
    open_slots,
)
from ferrovia.titles.t18fb.south import is_bourbon_age, is_regional, south


class SouthernTokens(TokenRules):
    """2.5.3, 2.5.4: slots, and cities that are full."""

    def spaces(self, game: Game, stop: StopId) -> tuple[str, ...]:
        """By whom each slot is kept for, the open ones last; a Bourbon token stands for itself as ``B5``."""
        if components.offboard_table(place(stop)) is not None and stop != stops_of(place(stop))[0]:
            return ()  # an area of several hexes shows its slots once
        own = south(game)
        companies = [name for name in kept(game, stop).companies if is_kept_for(game, name, stop)]
        bourbon: list[str] = []
        if is_bourbon_age(game):
            bourbon = [own.bourbon.get(str(number)) or f"B{number}" for number in kept(game, stop).bourbon]
        return (*companies, *bourbon, *("",) * open_slots(game, stop))

    def route_starts(self, game: Game, corporation: str) -> tuple[StopId, ...]:
        """Own tokens, in an off-map area every hex of it; a waiting regional's home (R55)."""
        if corporation in south(game).waiting:
            return (home_stop(game, corporation),)
        starts: list[StopId] = []
        for stop in game.state.stations[corporation]:
            starts += stops_of(place(stop)) if components.offboard_table(place(stop)) is not None else (stop,)
        return tuple(starts)

    def depends_on(self, game: Game) -> object:
        """Slots open with the phases; Bourbon tokens, companies that are gone and slots given up change them too."""
        own = south(game)
        return game.state.phase, own.waiting, own.gone, own.given_up, own.bourbon

    def closed_stops(self, game: Game, corporation: str) -> frozenset[StopId]:
        """R72: the cities that are full for a company."""
        tokens = Counter(stop for stops in game.state.stations.values() for stop in stops)
        full = {stop for stop in tokens if is_full(game, corporation, stop)}
        halves = {stop for stop in full if place(stop) == NAPOLI}
        if halves and not is_regional(corporation) and napoli_is_joined(game):
            # 3.5.1.9, 3.5.1.10: one city, so it is full only if both halves are, and none holds an own token.
            if len(halves) < 2 or has_token(game, corporation, NAPOLI):
                full -= halves
        return frozenset(full)
