"""Section 6.8: which trains are sold and to whom, the duty to own one, and gravity trains beside the others."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.facets.trains import TrainRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t1883 import closing, components, gravity, runs
from ferrovia.titles.t1883.emilia import CCFR, GRAVITY, SARSA, is_cooperative, is_sold, next_train


class EmilianTrains(TrainRules):
    """Section 6.8."""

    # 6.8.6: the forced purchase
    sales_must_suffice = True
    president_must_stay = False  # 1883-5.3.4.5, R33

    def on_sale(self, game: Game) -> tuple[str, ...]:
        """6.8.1, 6.8.5: the next train in line, and beside it 2G trains until their class is eliminated."""
        line = next_train(game)
        beside = (GRAVITY,) if GRAVITY in game.trains(BANK) and not self._is_gravity_over(game) else ()
        return (line, *beside) if line else beside

    def _is_gravity_over(self, game: Game) -> bool:
        return is_sold(game, components.train_table(GRAVITY)["eliminated_by"])

    def refusal(self, game: Game, buyer: str, train: str, source: str) -> Refusal | None:
        if buyer == SARSA:
            return Refusal("1883-8.2.19", "SARSA buys no trains.")
        if source == CCFR and not is_cooperative(game) and not game.is_started(CCFR):
            return Refusal("1883-R43", "CCFR keeps its trains until it is launched.")
        if source not in (BANK, POOL):
            if buyer == CCFR and is_cooperative(game):
                return Refusal("1883-8.1.4.5", "The co-operative buys trains only from the bank.")
            if source == CCFR and is_cooperative(game):
                return Refusal("1883-A2.1", "The co-operative sells no trains.")
        if train == GRAVITY and source == BANK and self._is_gravity_over(game):
            return Refusal("1883-6.8.5.2", "2G trains are sold only in phases 1 to 3.")
        if train == GRAVITY and game.trains(buyer).count(GRAVITY) >= gravity.partners(game, buyer):
            return Refusal("1883-6.8.5.1", "{buyer} may not own more 2G trains than 2, 3 and 3bis trains.", buyer=buyer)
        return None

    def bought(self, game: Game, corporation: str) -> None:
        """R37: one who sold a train may have lost the partner of a 2G."""
        for name in game.title.box.corporations:
            gravity.return_surplus(game, name)

    def must_own(self, game: Game, corporation: str) -> bool:
        """6.8.1: a railway with a route, FS lines included, for a train that it can be made to buy (R32)."""
        if corporation == SARSA or (corporation == CCFR and is_cooperative(game)):
            return False
        runners = (game.title.runs.runner(game, corporation, train) for train in self._due(game, corporation))
        return runs.has_route(game, corporation, tuple(runners))

    def _due(self, game: Game, corporation: str) -> list[str]:
        """What a corporation without a train can be made to buy from bank and pool: what its treasury can pay, and the
        cheapest, with which alone its president helps (6.8.6)."""
        cards = game.title.box.trains
        on_sale = [
            train for train in (*self.on_sale(game), *dict.fromkeys(game.trains(POOL))) if cards[train].meets_duty
        ]
        cheapest = min((cards[train].cost for train in on_sale), default=0)
        return [train for train in on_sale if cards[train].cost <= max(cheapest, game.cash(corporation))]

    def bankrupt(self, game: Game, corporation: str, player: str) -> None:
        """6.8.6.4."""
        closing.bankrupt(game, corporation, player)
