"""What the audit must know of 18FB: pieces in places that other titles do not have."""

from __future__ import annotations

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT
from ferrovia.engine.flow.facets.audit import Audit
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import OUT
from ferrovia.titles.t18fb import components, places
from ferrovia.titles.t18fb.south import BESIDE, is_national


class SouthernAudit(Audit):
    """8: where the pieces of the box may be."""

    endless_trains = components.endless_trains()

    def train_roster(self, game: Game) -> tuple[str, ...]:
        """2.6.6: of trains without end there are as many as have come into play."""
        endless = self.endless_trains
        printed = [train for train in components.train_stock(game.title.box) if train not in endless]
        in_play = [train for owned in game.state.trains.values() for train in owned if train in endless]
        return (*printed, *in_play)

    def certificate_places(self, game: Game, corporation: str) -> frozenset[str]:
        return frozenset({OFFER, POOL, OUT, BESIDE, *game.state.seats})

    def has_president(self, game: Game, corporation: str) -> bool:
        return not is_national(corporation) or game.holders(corporation)[PRESIDENT] in game.state.seats

    def may_be_crowded(self, game: Game, stop: StopId) -> bool:
        """R72: home, reserved and Bourbon slots stand beside those of the tile."""
        return len(places.companies_at(game, stop)) <= places.all_slots(game, stop)

    def lost_tokens(self, game: Game, corporation: str) -> int:
        """Companies that have left play took their tokens with them."""
        return game.corporation(corporation).tokens if game.holders(corporation)[PRESIDENT] == OUT else 0
