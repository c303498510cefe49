"""Sections 10.7, 11 and 14.2: corporations that close, their bonds, and presidents left with nothing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ferrovia.engine.flow.actions import Action, Bankrupt
from ferrovia.engine.flow.closing import wind_up
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.emergency import Emergency
from ferrovia.engine.flow.events import CorporationClosed, DebtPaid, PlayerLeft, PresidentAdded
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.saying.message import term
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.actions import LeaveGame, TakeLoan
from ferrovia.titles.t1849.bonds import BOND
from ferrovia.titles.t1849.events import (
    BondOwed,
    BondWrittenOff,
    LoanTaken,
)
from ferrovia.titles.t1849.setup import BONDS_LAPSE, MONEY_STAYS, is_read
from ferrovia.titles.t1849.sicily import GARIBALDI, keep, sicily

# What the bank lends to a president who is left with nothing.
LOAN: int = components.sheet("game")["bankruptcy"]["loan"]


def close(game: Game, corporation: str, for_want_of_money: bool = False) -> None:
    """1849-11.0.2: everything it had leaves play; it may be started again from the next stock round on."""
    contributes = for_want_of_money or not is_read(game.settings, MONEY_STAYS)
    president = _contribute(game, corporation) if contributes else ""
    game.tell(CorporationClosed(corporation=corporation))
    own = sicily(game)
    _demand_bond(game, corporation)
    wind_up(game, corporation, lambda train: OUT)
    game.retire(corporation, corporation, game.corporation(corporation).tokens)
    if own.port_owner == corporation:
        keep(game, port="", port_owner="")
    if own.rsa == corporation:
        keep(game, rsa="")  # 1849-8.1.6: RSA is no longer tied to it
    if corporation == GARIBALDI and own.garibaldi_home:
        keep(game, garibaldi_home="")
    if corporation in own.e_tokens:
        keep(game, e_tokens=tuple(name for name in own.e_tokens if name != corporation))  # 1849-R40
    lost = tuple(name for name in own.lost_tokens if name != corporation)  # 1849-11.0.6: it regains them
    keep(game, waiting=(*own.waiting, corporation), lost_tokens=lost)
    game.title.track.changed(game)
    if president and not game.has_stock(president):
        _ask_for_loan(game, president)


def _contribute(game: Game, corporation: str) -> str:
    """1849-R26: whoever sold stock for its train or its interest had put all they had into its treasury before."""
    turn = game.find(OperatingTurn)
    if turn is None or turn.corporation != corporation or turn.raising is None:
        return ""
    president, amount = game.president(corporation), turn.raising.purse
    if amount:
        game.pay(president, corporation, amount)
        game.tell(PresidentAdded(president=president, amount=amount, corporation=corporation))
    return president


# 14.2: the bond of a corporation that closes


def _demand_bond(game: Game, corporation: str) -> None:
    """1849-14.2.5: the treasury counts towards the bond; what is missing is owed by the president."""
    own = sicily(game)
    if corporation not in own.bonds:
        return
    keep(game, bonds=tuple(name for name in own.bonds if name != corporation))
    missing = BOND - game.cash(corporation)
    if missing > 0 and not is_read(game.settings, BONDS_LAPSE):
        president = game.president(corporation)
        changing = game.find(PresidentExchange)
        if changing is not None and changing.corporation == corporation:
            president = changing.heir  # 1849-R48
        keep(game, dues=(*own.dues, (president, corporation, missing)))
        game.tell(BondOwed(president=president, missing=missing, corporation=corporation))


def collect(game: Game) -> None:
    """Nothing goes on before the bonds of closed corporations are paid."""
    dues = sicily(game).dues
    keep(game, dues=())
    for president, corporation, missing in reversed(dues):
        game.push(BondDue(president, missing, BANK, corporation))


class BondDue(Debt, frozen=True, tag="bond_due"):
    """14.2: a president pays for the bond of a closed corporation, as far as the money goes."""

    word = "bond_due"
    label = term("payment of a bond")
    asks = Prompt(term("Raise {amount:money} for the bond"), term("{player} raises {amount:money} for the bond"))

    def need(self, game: Game) -> Emergency:
        """No emergency sale changes who presides over the corporation whose turn it is (1849-10.7.5)."""
        turn = game.find(OperatingTurn)
        need = super().need(game)
        return msgspec.structs.replace(need, corporation=turn.corporation) if turn is not None else need

    def purse(self, game: Game) -> int:
        """Without what has gone into the treasury of the corporation for which stock is being sold (1849-R26)."""
        turn, cash = game.find(OperatingTurn), super().purse(game)
        if turn is None or turn.raising is None or not game.is_started(turn.corporation):
            return cash
        return cash - turn.raising.purse if game.president(turn.corporation) == self.player else cash

    def proceed(self, game: Game) -> bool:
        if super().proceed(game):
            return True
        if Bankrupt() not in self.choices(game):
            return False
        self._write_off(game)
        return True

    def _write_off(self, game: Game) -> None:
        """1849-R39: nobody else is liable for the rest."""
        game.pop()
        paid = self.purse(game)
        game.pay(self.player, BANK, paid)
        rest = self.amount - paid
        game.tell(BondWrittenOff(player=self.player, paid=paid, rest=rest, corporation=self.corporation))
        owes_more = any(isinstance(frame, BondDue) and frame.player == self.player for frame in game.state.agenda)
        if not game.has_stock(self.player) and not owes_more:
            _ask_for_loan(game, self.player)


class LoanOrLeave(Frame, frozen=True, tag="loan_or_leave"):
    """10.7: a president without any stock takes the bank's loan or leaves the game."""

    player: str

    word = "loan_choice"
    label = term("loan or departure")
    asks = Prompt(term("Take a loan, or leave the game"), term("{player} takes a loan, or leaves the game"))

    def decider(self, game: Game) -> str:
        return self.player

    def choices(self, game: Game) -> Iterator[Action]:
        yield TakeLoan()
        yield LeaveGame()

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        return None if isinstance(action, TakeLoan | LeaveGame) else not_now(action, self.called(game))

    def play(self, game: Game, action: Action) -> None:
        game.pop()
        if isinstance(action, TakeLoan):
            game.pay(BANK, self.player, LOAN)
            keep(game, loans=(*sicily(game).loans, self.player))
            game.tell(LoanTaken(player=self.player, amount=LOAN))
        else:
            self._leave(game)

    def _leave(self, game: Game) -> None:
        game.tell(PlayerLeft(player=self.player))
        left = game.cash(self.player)  # what the sale brought that closed the corporation (1849-R26)
        if left:
            game.pay(self.player, BANK, left)
            game.tell(DebtPaid(player=self.player, amount=left, payee=BANK))
        for private, owner in game.state.privates.items():
            if owner == self.player:
                game.close_private(private)
        game.leave(self.player)
        if len(game.players) == 1:
            game.end("1849-13.0.7", term("one player is left"))


def _ask_for_loan(game: Game, player: str) -> None:
    """Once, and when the bonds are settled that the player still owes for."""
    agenda = game.state.agenda
    if any(isinstance(frame, LoanOrLeave) and frame.player == player for frame in agenda):
        return
    owed = (place for place, frame in enumerate(agenda) if isinstance(frame, BondDue) and frame.player == player)
    place = next(owed, len(agenda))
    game.insert(place, LoanOrLeave(player))
