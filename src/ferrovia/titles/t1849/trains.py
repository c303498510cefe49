"""Sections 10.6 and 10.7: which trains are on sale, who must own one, and what becomes of those who cannot pay."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.routes import can_run
from ferrovia.engine.flow.definitions import Train
from ferrovia.engine.flow.facets.trains import TrainRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import Raising
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.bonds import InterestStep
from ferrovia.titles.t1849.closing import close
from ferrovia.titles.t1849.electric_dreams import E_TRAIN, has_e_token, train_refusal
from ferrovia.titles.t1849.events import InterestNotPaid, TrainNotPaid
from ferrovia.titles.t1849.sicily import RSA, keep, sicily


def _longest() -> Iterator[str]:
    """The longest train of each way of counting: a route that it cannot run no other can."""
    alike: dict[object, list[Train]] = {}
    for card in components.BOX.trains.values():
        alike.setdefault(card.edge_cost, []).append(card)
    for cards in alike.values():
        yield max(cards, key=lambda card: float("inf") if card.limit is None else card.limit).name


LONGEST = tuple(_longest())


class SicilianTrains(TrainRules):
    """Sections 10.6 and 10.7, with RSA's first train (8.1) and the E trains of 14.3."""

    def refusal(self, game: Game, buyer: str, train: str, source: str) -> Refusal | None:
        return train_refusal(game, buyer, train)

    def bought(self, game: Game, corporation: str) -> None:
        if sicily(game).rsa == corporation:
            keep(game, rsa="")
            if RSA in game.state.privates:
                game.close_private(RSA)  # 1849-8.1.5

    def must_own(self, game: Game, corporation: str) -> bool:
        """10.6: some train of the game could run for it, on sale or not (R15)."""
        stations, closed = game.state.stations[corporation], game.closed_to(corporation)
        runs, may_own_e = game.title.runs, has_e_token(game, corporation)
        ports = runs.uncounted_stops(game)
        return any(
            can_run(game.layout, runs.runner(game, corporation, train), stations, closed, ports)
            for train in LONGEST
            if train != E_TRAIN or may_own_e
        )

    def bankrupt(self, game: Game, corporation: str, player: str) -> None:
        """1849-10.7.8: all money is spent and does not suffice, and the corporation closes (for interest: R39)."""
        unpaid = InterestNotPaid if game.top.step_id(game) == InterestStep.id else TrainNotPaid
        game.tell(unpaid(president=player))
        turn = game.find(OperatingTurn)
        assert turn is not None
        turn.note(game, raising=Raising(player, purse=game.cash(player)))
        close(game, corporation, for_want_of_money=True)
