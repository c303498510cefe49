"""Sections 6.7 to 6.9: dividends, trains and the issue of shares as 1883 plays them."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.finance.certificates import OFFER, POOL, held
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import Action, Dividend, IssueShares
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.dividend import DividendStep
from ferrovia.titles.t1883 import cooperative, merger
from ferrovia.titles.t1883.actions import Merge
from ferrovia.titles.t1883.emilia import CCFR, GRAVITY, SARSA, is_cooperative
from ferrovia.titles.t1883.gravity import partners

SHARE = 10


class EmilianDividendStep(DividendStep):
    """6.7; the co-operative pays or is looted."""

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Dividend]:
        if turn.revenue:
            for option in self._options(game, turn):
                yield Dividend(option)  # type: ignore[arg-type]

    def _options(self, game: Game, turn: OperatingTurn) -> tuple[str, ...]:
        return ("pay", "loot") if turn.corporation == CCFR and is_cooperative(game) else ("pay", "withhold")

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        assert isinstance(action, Dividend)
        if action.choice in self._options(game, turn):
            return None
        if turn.corporation == CCFR and is_cooperative(game):
            return Refusal("1883-8.1.5.1", "The run of the co-operative is paid out or looted.")
        return Refusal("dividend.choice", "The whole run is paid or the whole run is kept.")

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, Dividend)
        if action.choice != "loot":
            super().play(game, turn, action)
            return
        turn.next_step(game)
        game.state.earnings = {**game.state.earnings, CCFR: turn.revenue}
        cooperative.loot(game, turn.revenue)


def train_refusal(game: Game, buyer: str, train: str, source: str) -> Refusal | None:
    names = {"buyer": buyer, "train": train, "source": source}
    if buyer == SARSA:
        return Refusal("1883-8.2.19", "SARSA buys no trains.")
    if source == CCFR and not is_cooperative(game) and not game.is_started(CCFR):
        return Refusal("1883-R43", "CCFR keeps its trains until it is launched.")
    if source not in (BANK, POOL):
        if buyer == CCFR and is_cooperative(game):
            return Refusal("1883-8.1.4.5", "The co-operative buys trains from the bank only.")
        if source == CCFR and is_cooperative(game):
            return Refusal("1883-A2.1", "The co-operative sells no trains.")
    if train == GRAVITY and source == BANK and not _sells_gravity(game):
        return Refusal("1883-6.8.5.2", "2G trains are sold in phases 1 to 3 only.")
    if train == GRAVITY and game.trains(buyer).count(GRAVITY) >= partners(game, buyer):
        return Refusal("1883-6.8.5.1", "{buyer} may own no more 2G trains than trains 2, 3 and 3bis.", **names)
    return None


def _sells_gravity(game: Game) -> bool:
    return game.state.phase in ("1", "2", "3")


class IssueStep(TurnStep):
    """6.9: shares of the Initial Offers go to the pool; the price falls first, then they are paid."""

    name = "issue"
    actions = (IssueShares,)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[IssueShares]:
        for count in range(1, len(self._offers(game, turn)) + 1):
            if self._refusal(game, turn, count) is None:
                yield IssueShares(count)

    def _offers(self, game: Game, turn: OperatingTurn) -> list[int]:
        return [number for number in held(game.holders(turn.corporation), OFFER) if number]

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        assert isinstance(action, IssueShares)
        return self._refusal(game, turn, action.count)

    def _refusal(self, game: Game, turn: OperatingTurn, count: int) -> Refusal | None:
        names = {"corporation": turn.corporation, "count": count}
        offers = self._offers(game, turn)
        if not 1 <= count <= len(offers):
            return Refusal("1883-6.9.1", "{corporation} has {have} shares in the Initial Offers, not {count}.",
                           have=len(offers), **names)  # fmt: skip
        pool = game.percent(turn.corporation, POOL) + count * SHARE
        if pool > game.title.pool_limit:
            return Refusal("1883-6.9.1", "Issuing {count} would put {pool}% of {corporation} in the pool.",
                           pool=pool, **names)  # fmt: skip
        return None

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, IssueShares)
        turn.next_step(game)
        corporation = turn.corporation
        amount = issue_value(game, corporation, action.count)
        for number in self._offers(game, turn)[: action.count]:
            game.hand_over(corporation, number, POOL)
        game.move(corporation, Direction.DOWN, action.count)
        if game.is_started(corporation):
            game.pay(BANK, corporation, amount)
            game.log("{corporation} issues {count} shares for {amount}.",
                     corporation=corporation, count=action.count, amount=amount)  # fmt: skip


def issue_value(game: Game, corporation: str, count: int) -> int:
    """6.9: what shares bring that are issued now, at the price to which they let it fall."""
    cell = game.title.market.moved(game, game.cell(corporation), Direction.DOWN, count)
    return game.title.box.market.price(cell) * count


class MergeStep(TurnStep):
    """8.3: the merger is the last action of a turn."""

    name = "merge"
    actions = (Merge,)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Merge]:
        if merger.refusal(game, turn.corporation) is None:
            yield Merge()

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        return merger.refusal(game, turn.corporation)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        turn.next_step(game)
        merger.propose(game, turn.corporation)
