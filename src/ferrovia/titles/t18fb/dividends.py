"""3.5.4 to 3.5.7: interest or earnings, the dividend, and what both do to the price."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import Action, Dividend, RunTrains
from ferrovia.engine.flow.events import EarningsKept
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.dividend import pay_dividend
from ferrovia.saying.message import term
from ferrovia.titles.t18fb import earnings
from ferrovia.titles.t18fb.events import Earned
from ferrovia.titles.t18fb.south import INTEREST, is_regional, keep, south
from ferrovia.titles.t18fb.states import CompanyState, runs_trains, state_of
from ferrovia.titles.t18fb.track import hexes_laid, tile_steps


class EarningsStep(TurnStep):
    """A company in building state gets secured interest; any other earns what its trains can (3.5.5.9)."""

    id = word = "earnings"
    label = term("earnings")
    asks = Prompt(term("Run for {corporation}"), term("{player} runs for {corporation}"))
    station = term("Run")
    actions = ()

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Action]:
        return iter(())

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        """3.7.3.7: the last moment to acquire a regional company whose trains run in this turn."""
        return next(turn.powers(game), None) is None

    def passed(self, game: Game, turn: OperatingTurn) -> None:
        company = turn.corporation
        if not runs_trains(game, company):
            all_used = len(hexes_laid(turn)) >= tile_steps(game, company)
            earnings.settle_interest(game, company, all_used)
            _now(game).note(game, laid=(*_now(game).laid, ("", INTEREST)))
            return
        revenue = earnings.earnings(game, company).total
        keep(game, earning=company)
        game.note_earnings(company, revenue)
        game.tell(Earned(company, revenue))
        _now(game).note(game, revenue=revenue)


def _now(game: Game) -> OperatingTurn:
    """The turn as it stands, at the step after this one."""
    turn = game.find(OperatingTurn)
    assert turn is not None
    return turn


class SouthernDividendStep(TurnStep):
    """All of the earnings, half of them or nothing is paid; some companies have no choice."""

    id = word = "dividend"
    label = term("dividend")
    asks = Prompt(
        term("Pay, halve or keep {revenue:money}"), term("{player} decides over {revenue:money} of {corporation}")
    )
    station = term("Dividend")
    actions = (Dividend, RunTrains)  # the last only to be told why not

    def _options(self, game: Game, company: str) -> tuple[str, ...]:
        if is_regional(company) or state_of(game, company) is CompanyState.FROZEN:
            return ("half",)  # 3.4.17, 3.6.3.17
        if company in south(game).leases:
            return ("withhold",)  # 3.7.1.26
        return ("pay", "half", "withhold")

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Dividend]:
        if turn.revenue and runs_trains(game, turn.corporation):
            for option in self._options(game, turn.corporation):
                yield Dividend(option)  # type: ignore[arg-type]

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        return len(list(self.choices(game, turn))) < 2

    def pass_refusal(self, game: Game, turn: OperatingTurn) -> Refusal | None:
        text = "{company} has earned {revenue:money}: pay out all of it, half of it or nothing."
        return Refusal("18FB-3.5.6.1", text, company=turn.corporation, revenue=turn.revenue)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        if isinstance(action, RunTrains):
            text = (
                "The trains of {company} always earn the most they can, {revenue:money}: there are no routes to choose."
            )
            return Refusal("18FB-3.5.5.9", text, company=turn.corporation, revenue=turn.revenue)
        assert isinstance(action, Dividend)
        if action in self.choices(game, turn):
            return None
        if state_of(game, turn.corporation) is CompanyState.FROZEN:
            return Refusal(
                "18FB-3.4.17", "{company} is frozen and must pay out half of its earnings.", company=turn.corporation
            )
        return Refusal(
            "18FB-3.5.6.1",
            "{company} may pay out all of its earnings, half of them or nothing.",
            company=turn.corporation,
        )

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, Dividend)
        turn.next_step(game)
        pay_out(game, turn.corporation, turn.revenue, action.choice)

    def passed(self, game: Game, turn: OperatingTurn) -> None:
        """No choice, or nothing to choose about."""
        company = turn.corporation
        if not runs_trains(game, company):
            return
        (only,) = self._options(game, company) if turn.revenue else ("withhold",)
        pay_out(game, company, turn.revenue, only)


def shareholders_half(revenue: int) -> int:
    """3.5.6.3: half, rounded up to a multiple of D10."""
    return -(-revenue // 20) * 10


def pay_out(game: Game, company: str, revenue: int, choice: str) -> None:
    """The dividend, then the price (3.5.7.1)."""
    paid = {"pay": revenue, "half": shareholders_half(revenue), "withhold": 0}[choice]
    game.pay(BANK, company, revenue - paid)
    if revenue - paid:
        game.tell(EarningsKept(corporation=company, revenue=revenue - paid))
    if paid:
        pay_dividend(game, company, paid)
    if is_regional(company):
        return
    if paid and paid >= game.price(company):
        game.move(company, Direction.RIGHT)
    elif not paid and company not in south(game).leases:
        game.move(company, Direction.LEFT)
