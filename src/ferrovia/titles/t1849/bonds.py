"""Section 14.2: bonds. A corporation borrows at the end of a turn, pays interest in every later one, and may repay."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import Action, Bankrupt, SellShares
from ferrovia.engine.flow.emergency import Emergency
from ferrovia.engine.flow.events import PresidentAdded
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import Sale, plan_sale
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.actions import IssueBond, RepayBond
from ferrovia.titles.t1849.events import BondIssued, BondRepaid, InterestPaid
from ferrovia.titles.t1849.setup import BONDS
from ferrovia.titles.t1849.sicily import keep, sicily
from ferrovia.titles.t1849.variants import waits_for

BOND: int = components.variant(BONDS)["value"]
_INTEREST: int = components.variant(BONDS)["interest"]
SHARE_PENALTY: int = components.variant(BONDS)["share_penalty_at_end"]


def is_out(game: Game, corporation: str) -> bool:
    return corporation in sicily(game).bonds


def share_value(game: Game, corporation: str) -> int:
    """What a share counts at the end: less while the bond is out, never below nothing (1849-14.2.7)."""
    price = game.price(corporation)
    return max(0, price - SHARE_PENALTY) if is_out(game, corporation) else price


class InterestStep(TurnStep):
    """Interest is paid by itself, from the treasury, then by the president; one acts only where both are short."""

    id = word = "bond_interest"
    label = term("interest on a bond")
    asks = Prompt(
        term("Raise the interest on the bond of {corporation}"),
        term("{player} raises the interest on the bond of {corporation}"),
    )
    station = term("Interest")
    is_rare = True
    actions = (SellShares, Bankrupt)

    def _need(self, game: Game, turn: OperatingTurn) -> Emergency:
        president = game.president(turn.corporation)
        missing = _INTEREST - game.cash(turn.corporation) - game.cash(president)
        return Emergency(turn.corporation, president, _INTEREST, missing)

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        return not is_out(game, turn.corporation) or self._need(game, turn).missing <= 0

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Action]:
        yield from self._need(game, turn).choices(game)

    def pass_refusal(self, game: Game, turn: OperatingTurn) -> Refusal | None:
        missing = self._need(game, turn).missing
        text = "{corporation} must pay the interest on its bond: {missing:money} is missing."
        return Refusal("1849-14.2.3", text, corporation=turn.corporation, missing=missing)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        return self._need(game, turn).refusal(game, action)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        president = game.president(turn.corporation)
        if isinstance(action, SellShares):
            sale = plan_sale(game, president, action.corporation, action.certificates)
            assert isinstance(sale, Sale)
            turn.raise_money(game, sale)
        else:
            game.title.trains.bankrupt(game, turn.corporation, president)

    def passed(self, game: Game, turn: OperatingTurn) -> None:
        corporation = turn.corporation
        if not is_out(game, corporation):
            return
        short = _INTEREST - game.cash(corporation)
        if short > 0:
            president = game.president(corporation)
            game.pay(president, corporation, short)
            game.tell(PresidentAdded(president=president, amount=short, corporation=corporation))
        game.pay(corporation, BANK, _INTEREST)
        game.tell(InterestPaid(corporation=corporation, amount=_INTEREST))
        now = game.find(OperatingTurn)
        assert now is not None
        now.note(game, emergency=False, raising=None)


class RepayStep(TurnStep):
    """The treasury alone repays the bond, after the interest."""

    id = word = "repay_bond"
    label = term("repayment of a bond")
    asks = Prompt(term("Repay the bond of {corporation}?"), term("{player} may repay the bond of {corporation}"))
    station = term("Repay")
    is_rare = True
    actions = (RepayBond,)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Action]:
        if self.refusal(game, turn, RepayBond()) is None:
            yield RepayBond()

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        names = {"corporation": turn.corporation, "value": BOND, "cash": game.cash(turn.corporation)}
        if not is_out(game, turn.corporation):
            return Refusal("1849-14.2.4", "{corporation} has no bond out.", **names)
        if game.cash(turn.corporation) < BOND:
            return Refusal(
                "1849-14.2.4", "The bond costs {value:money} to repay; {corporation} has only {cash:money}.", **names
            )
        return None

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        corporation = turn.corporation
        turn.next_step(game)
        game.pay(corporation, BANK, BOND)
        keep(game, bonds=tuple(name for name in sicily(game).bonds if name != corporation))
        game.tell(BondRepaid(corporation=corporation, amount=BOND))
        game.move(corporation, Direction.RIGHT)


class IssueStep(TurnStep):
    """The very end of a turn: the bank pays for the bond, and the price falls."""

    id = word = "issue_bond"
    label = term("issue of a bond")
    asks = Prompt(term("Issue a bond of {corporation}?"), term("{player} may issue a bond of {corporation}"))
    station = term("Bond")
    is_rare = True
    actions = (IssueBond,)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Action]:
        if self.refusal(game, turn, IssueBond()) is None:
            yield IssueBond()

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        if first := waits_for(game, BONDS):
            return Refusal("1849-14.2.1", "Bonds are issued from phase {first} on.", first=first)
        if is_out(game, turn.corporation):
            return Refusal("1849-14.2.1", "The bond of {corporation} is already out.", corporation=turn.corporation)
        return None

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        corporation = turn.corporation
        turn.next_step(game)
        keep(game, bonds=(*sicily(game).bonds, corporation))
        game.pay(BANK, corporation, BOND)
        game.tell(BondIssued(corporation=corporation, amount=BOND))
        game.move(corporation, Direction.LEFT)
