"""Section 6: the operating turn of railways, of the co-operative and of SARSA, with its dividends and issues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferrovia.engine.finance.certificates import OFFER, POOL, held
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import Action, Dividend, IssueShares
from ferrovia.engine.flow.facets.operating import OperatingRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.dividend import DividendStep
from ferrovia.engine.flow.steps.privates import PrivateStep
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.saying.message import term
from ferrovia.titles.t1883 import coaches, cooperative, merger
from ferrovia.titles.t1883.emilia import CCFR, FROZEN, SARSA, emilia, is_cooperative
from ferrovia.titles.t1883.events import SharesIssued
from ferrovia.titles.t1883.privates import PrivatePowers
from ferrovia.titles.t1883.runs import EmilianRunStep
from ferrovia.titles.t1883.tokens import EmilianTokenStep
from ferrovia.titles.t1883.track import EmilianTrackStep


class EmilianDividendStep(DividendStep):
    """6.7; the co-operative pays or is looted."""

    loots = Prompt(term("Pay or loot {revenue:money}"), term("{player} pays or loots {revenue:money} of {corporation}"))

    def prompt(self, game: Game, turn: OperatingTurn) -> Prompt:
        return self.loots if "loot" in self._options(game, turn) else self.asks

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Dividend]:
        if turn.revenue:
            for option in self._options(game, turn):
                yield Dividend(option)  # type: ignore[arg-type]

    def _options(self, game: Game, turn: OperatingTurn) -> tuple[str, ...]:
        return ("pay", "loot") if turn.corporation == CCFR and is_cooperative(game) else ("pay", "withhold")

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        assert isinstance(action, Dividend)
        if turn.corporation != CCFR or not is_cooperative(game):
            return super().refusal(game, turn, action)
        if action.choice in self._options(game, turn):
            return None
        return Refusal("1883-8.1.5.1", "The co-operative pays its run out, or its leader loots it.")

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, Dividend)
        if action.choice != "loot":
            super().play(game, turn, action)
            return
        turn.next_step(game)
        game.note_earnings(CCFR, turn.revenue)
        cooperative.loot(game, turn.revenue)


class IssueStep(TurnStep):
    """6.9: shares of the Initial Offers go to the pool; the price falls first, then they are paid."""

    id = word = "issue"
    label = term("issue of stock")
    asks = Prompt(term("Issue stock of {corporation}?"), term("{player} may issue stock of {corporation}"))
    station = term("Issue")
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
            text = "{corporation} has {have} {have:share|shares} in the Initial Offer, not {count}."
            return Refusal("1883-6.9.1", text, have=len(offers), **names)
        sizes = game.sizes(turn.corporation)
        pool = game.percent(turn.corporation, POOL) + sum(sizes[number] for number in offers[:count])
        if pool > game.title.pool_limit:
            text = "This issue would put {pool}% of {corporation} in the bank pool; the limit is {limit}%."
            return Refusal("1883-6.9.1", text, pool=pool, limit=game.title.pool_limit, **names)
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
            game.tell(SharesIssued(corporation=corporation, count=action.count, amount=amount))


def issue_value(game: Game, corporation: str, count: int) -> int:
    """6.9: what shares bring that are issued now, at the price to which they let it fall."""
    cell = game.title.market.moved(game, game.cell(corporation), Direction.DOWN, count)
    return game.title.box.market.price(cell) * count


class EmilianOperating(OperatingRules):
    """Sections 6 and 8: who operates, and by which steps."""

    steps = (
        EmilianTrackStep(),  # 6.4
        EmilianTokenStep(),  # 6.5
        EmilianRunStep(),  # 6.7
        EmilianDividendStep(),  # 6.7
        TrainStep(),  # 6.8
        IssueStep(),  # 6.9
        merger.MergeStep(),  # 8.3
        PrivateStep(),  # 6.10
    )
    cooperative_steps = steps[:5]  # 8.1: it issues nothing, merges with nobody and buys no private company
    coach_steps = (coaches.CoachStep(), coaches.CoachRunStep(), EmilianDividendStep(), IssueStep())  # 8.2
    other_steps = coach_steps
    powers = (PrivatePowers(),)  # 3.4, 6.5

    def order(self, game: Game) -> Sequence[str]:
        """8.1.6: all in price order but a frozen co-operative."""
        frozen = emilia(game).ccfr == FROZEN
        return [name for name in game.market_order() if not (name == CCFR and frozen)]

    def steps_of(self, game: Game, corporation: str) -> Sequence[TurnStep]:
        if corporation == SARSA:
            return self.coach_steps
        if corporation == CCFR and emilia(game).ccfr == FROZEN:
            return ()  # 1883-8.1.6.2: also when it is frozen in the middle of its turn (R44)
        return self.cooperative_steps if corporation == CCFR and is_cooperative(game) else self.steps

    def turn_begins(self, game: Game, corporation: str) -> None:
        if corporation == SARSA:
            coaches.begin_turn(game)

    def dividend_goes_to(self, game: Game, corporation: str, holder: str) -> str | None:
        """6.7.2: the pool's part goes to the treasury, that of the Initial Offers to nobody."""
        if holder == OFFER:
            return None
        return corporation if holder == POOL else holder

    def turn_over(self, game: Game, corporation: str) -> None:
        """12.1: a merger that is due comes after the turn."""
        if emilia(game).must_merge:
            merger.force(game)
