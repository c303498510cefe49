"""The dividend: the run is paid to the shareholders or kept, and the price answers."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import Action, Dividend
from ferrovia.engine.flow.events import DividendReceived, EarningsKept
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term


class DividendStep(TurnStep):
    """All is paid or all is kept; with no run the price falls by itself."""

    id = word = "dividend"
    label = term("dividend")
    asks = Prompt(term("Pay or keep {revenue:money}"), term("{player} decides over {revenue:money} of {corporation}"))
    station = term("Dividend")
    actions = (Dividend,)
    options = ("pay", "withhold")

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Dividend]:
        if turn.revenue:
            for option in self.options:
                yield Dividend(option)  # type: ignore[arg-type]

    def pass_refusal(self, game: Game, turn: OperatingTurn) -> Refusal | None:
        return Refusal(
            "dividend.choice", "The earnings of {revenue:money} must be paid out or kept.", revenue=turn.revenue
        )

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        assert isinstance(action, Dividend)
        if action.choice in self.options:
            return None
        return Refusal("dividend.choice", "The earnings are paid out or kept as a whole.")

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, Dividend)
        corporation, revenue = turn.corporation, turn.revenue
        turn.next_step(game)
        game.note_earnings(corporation, revenue)
        if action.choice == "pay":
            pay_dividend(game, corporation, revenue)
            if revenue >= game.price(corporation):
                game.move(corporation, Direction.RIGHT)
        else:
            game.pay(BANK, corporation, revenue)
            game.tell(EarningsKept(corporation=corporation, revenue=revenue))
            game.move(corporation, Direction.LEFT)

    def passed(self, game: Game, turn: OperatingTurn) -> None:
        game.note_earnings(turn.corporation, 0)
        game.move(turn.corporation, Direction.LEFT)


def pay_dividend(game: Game, corporation: str, revenue: int) -> None:
    """Each holder gets its part from the bank, which keeps that of stock on which nobody is paid."""
    for holder in dict.fromkeys(game.holders(corporation)):
        receiver = game.title.operating.dividend_goes_to(game, corporation, holder)
        if receiver is None:
            continue
        amount = revenue * game.percent(corporation, holder) // 100
        game.pay(BANK, receiver, amount)
        game.tell(DividendReceived(holder=receiver, amount=amount))
