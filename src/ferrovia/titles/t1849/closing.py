"""Sections 10.7 and 11: corporations that close, and presidents left with nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.actions import Action, LeaveGame, TakeLoan
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.sicily import keep, sicily


def close(game: Game, corporation: str) -> None:
    """1849-11.0.2: everything it had leaves play; it may be started again from the next stock round on."""
    game.log("{corporation} closes.", corporation=corporation)
    state, own = game.state, sicily(game)
    game.pay(corporation, BANK, game.cash(corporation))
    game.discard_all(corporation, game.trains(corporation))
    for private, owner in state.privates.items():
        if owner == corporation:
            game.close_private(private)
    state.market = tuple(marker for marker in state.market if marker[0] != corporation)
    state.certificates = {**state.certificates, corporation: (corporation,) * len(game.sizes(corporation))}
    state.stations = {**state.stations, corporation: ()}
    state.tokens = {**state.tokens, corporation: game.corporation(corporation).tokens}
    state.operated = tuple(name for name in state.operated if name != corporation)
    state.earnings = {name: earned for name, earned in state.earnings.items() if name != corporation}
    if own.port_owner == corporation:
        keep(game, port="", port_owner="")
    if own.rsa == corporation:
        keep(game, rsa="")  # 1849-8.1.6: RSA is no longer tied to it
    lost = tuple(name for name in own.lost_tokens if name != corporation)  # 1849-11.0.6: it regains them
    keep(game, waiting=(*own.waiting, corporation), lost_tokens=lost)
    game.title.map_changed(game)


def fail(game: Game, corporation: str, president: str) -> None:
    """1849-10.7.8: all money is spent, there is no train, and the corporation closes."""
    game.log("{president} cannot raise the money for a train.", president=president)
    game.pay(president, corporation, game.cash(president))
    close(game, corporation)
    if not game.has_stock(president):
        game.push(LoanOrLeave(president))


class LoanOrLeave(Frame, frozen=True, tag="loan_or_leave"):
    """10.7: a president without any stock takes the bank's loan or leaves the game."""

    player: str

    def step(self, game: Game) -> str:
        return "loan_choice"

    def decider(self, game: Game) -> str:
        return self.player

    def choices(self, game: Game) -> Iterator[Action]:
        yield TakeLoan()
        yield LeaveGame()

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        return None if isinstance(action, TakeLoan | LeaveGame) else not_now(action, self.step(game))

    def play(self, game: Game, action: Action) -> None:
        game.pop()
        if isinstance(action, TakeLoan):
            game.pay(BANK, self.player, components.sheet("game")["bankruptcy"]["loan"])
            keep(game, loans=(*sicily(game).loans, self.player))
            game.log("{player} takes a loan.", player=self.player)
        else:
            self._leave(game)

    def _leave(self, game: Game) -> None:
        game.log("{player} leaves the game.", player=self.player)
        for private, owner in game.state.privates.items():
            if owner == self.player:
                game.close_private(private)
        if game.state.priority == self.player:
            game.state.priority = game.left_of(self.player)
        game.state.gone = (*game.state.gone, self.player)
        if len(game.players) == 1:
            game.end("1849-13.0.7", "one player is left")
