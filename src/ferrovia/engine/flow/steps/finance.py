"""The financial step: issue treasury stock to the pool, or buy one certificate back from it."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.finance.certificates import POOL, ordinary, top
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import Action, IssueShares, RedeemShare
from ferrovia.engine.flow.events import StockIssued, StockRedeemed
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import market_value
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term


class FinanceStep(TurnStep):
    """One of the two, once a turn, at the market value."""

    id = word = "finance"
    label = term("finance")
    asks = Prompt(term("Trade stock for {corporation}"), term("{player} trades stock for {corporation}"))
    station = term("Stock")
    actions = (IssueShares, RedeemShare)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Action]:
        for count in range(1, len(ordinary(game.holders(turn.corporation), turn.corporation)) + 1):
            if self._issue_refusal(game, turn.corporation, count) is None:
                yield IssueShares(count)
        if self._redeem_refusal(game, turn.corporation) is None:
            yield RedeemShare()

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        if isinstance(action, IssueShares):
            return self._issue_refusal(game, turn.corporation, action.count)
        return self._redeem_refusal(game, turn.corporation)

    def _issue_refusal(self, game: Game, corporation: str, count: int) -> Refusal | None:
        names = {"corporation": corporation, "count": count}
        if corporation not in game.state.operated:
            return Refusal(
                "issue.first_turn", "{corporation} may not issue stock in its first operating turn.", **names
            )
        treasury = ordinary(game.holders(corporation), corporation)
        if not 1 <= count <= len(treasury):
            return Refusal(
                "issue.treasury",
                "{corporation} has {have} {have:certificate|certificates} in its treasury and cannot issue {count}.",
                have=len(treasury),
                **names,
            )
        percent = sum(game.sizes(corporation)[number] for number in treasury[:count])
        pool = game.percent(corporation, POOL) + percent
        if pool > game.title.pool_limit:
            return Refusal(
                "issue.pool_limit",
                "The issue would put {pool}% of {corporation} in the bank pool; the limit is {most}%.",
                pool=pool,
                most=game.title.pool_limit,
                **names,
            )
        return None

    def _redeem_refusal(self, game: Game, corporation: str) -> Refusal | None:
        number = top(game.holders(corporation), POOL)
        if number is None:
            return Refusal(
                "redeem.pool", "There is no certificate of {corporation} in the bank pool.", corporation=corporation
            )
        cost = market_value(game, corporation, (game.sizes(corporation)[number],))
        if game.cash(corporation) < cost:
            return Refusal(
                "redeem.cash",
                "The next certificate in the bank pool costs {cost:money}; {corporation} has {cash:money}.",
                cost=cost,
                corporation=corporation,
                cash=game.cash(corporation),
            )
        return None

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        turn.next_step(game)
        if isinstance(action, IssueShares):
            self._issue(game, turn.corporation, action.count)
        else:
            self._redeem(game, turn.corporation)

    def _issue(self, game: Game, corporation: str, count: int) -> None:
        sizes = issued(game, corporation, count)
        shares, amount = sum(sizes) // game.share(corporation), market_value(game, corporation, sizes)
        for number in ordinary(game.holders(corporation), corporation)[:count]:
            game.hand_over(corporation, number, POOL)
        game.pay(BANK, corporation, amount)
        game.tell(StockIssued(corporation=corporation, percent=sum(sizes), amount=amount))
        game.move(corporation, Direction.DOWN, shares)

    def _redeem(self, game: Game, corporation: str) -> None:
        number = top(game.holders(corporation), POOL)
        assert number is not None
        size = game.sizes(corporation)[number]
        cost = market_value(game, corporation, (size,))
        game.pay(corporation, BANK, cost)
        game.hand_over(corporation, number, corporation)
        game.tell(StockRedeemed(corporation=corporation, percent=size, cost=cost))


def issued(game: Game, corporation: str, count: int) -> tuple[int, ...]:
    """The sizes of the certificates that go to the pool when some are issued."""
    sizes = game.sizes(corporation)
    return tuple(sizes[number] for number in ordinary(game.holders(corporation), corporation)[:count])
