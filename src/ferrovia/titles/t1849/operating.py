"""Sections 10 and 14: the steps of an operating turn, with those of the variants that were chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.facets.operating import OperatingRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import TurnStep
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.steps.dividend import DividendStep
from ferrovia.engine.flow.steps.finance import FinanceStep
from ferrovia.engine.flow.steps.run import RunStep
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.saying.message import term
from ferrovia.titles.t1849 import calendar
from ferrovia.titles.t1849.actions import BuyEToken, BuyToken, IssueBond, RepayBond
from ferrovia.titles.t1849.bonds import InterestStep, IssueStep, RepayStep
from ferrovia.titles.t1849.electric_dreams import ElectricTrainStep, ETokenStep
from ferrovia.titles.t1849.privates import PrivatePowers, SicilianPrivateStep
from ferrovia.titles.t1849.setup import BONDS, BUY_STATION_TOKENS, ELECTRIC_DREAMS
from ferrovia.titles.t1849.token_trade import TokenTradeStep
from ferrovia.titles.t1849.tokens import SicilianTokenStep
from ferrovia.titles.t1849.track import SicilianTrackStep

# Which variant brings an action, and in which step it is done.
_VARIANT_ACTIONS: dict[type[Action], tuple[str, str]] = {
    BuyToken: (BUY_STATION_TOKENS, TokenTradeStep.id),
    BuyEToken: (ELECTRIC_DREAMS, ETokenStep.id),
    RepayBond: (BONDS, RepayStep.id),
    IssueBond: (BONDS, IssueStep.id),
}
_WITHOUT = {
    BUY_STATION_TOKENS: term("In this game corporations do not buy each other's station tokens."),
    BONDS: term("This game is played without bonds."),
    ELECTRIC_DREAMS: term("This game is played without Electric Dreams."),
}
_NOT_NOW = {
    TokenTradeStep.id: term("Station tokens are bought after running and before buying trains."),
    ETokenStep.id: term("E tokens are bought just before trains."),
    RepayStep.id: term("A bond is repaid near the end of a turn, after its interest is paid."),
    IssueStep.id: term("A bond is issued at the very end of a turn."),
}


@lru_cache(maxsize=16)
def turn_steps(options: tuple[str, ...]) -> tuple[TurnStep, ...]:
    """The steps in their order (1849-10.0.3; with variants 14.0.2)."""
    return tuple(_steps(options))


def _steps(options: tuple[str, ...]) -> Iterator[TurnStep]:
    yield SicilianTrackStep()
    yield SicilianTokenStep()
    yield RunStep()
    yield DividendStep()
    if BUY_STATION_TOKENS in options:
        yield TokenTradeStep()
    if ELECTRIC_DREAMS in options:
        yield ETokenStep()
        yield ElectricTrainStep()
    else:
        yield TrainStep()
    yield FinanceStep()
    if BONDS in options:
        yield InterestStep()
        yield RepayStep()
        yield IssueStep()
    yield SicilianPrivateStep()


class SicilianOperating(OperatingRules):
    """Section 10: the steps of a turn, what may be done at any moment of it, and the end it may bring (13)."""

    steps = turn_steps(())
    other_steps = turn_steps((BUY_STATION_TOKENS, BONDS, ELECTRIC_DREAMS))
    powers = (PrivatePowers(),)

    def steps_of(self, game: Game, corporation: str) -> Sequence[TurnStep]:
        return turn_steps(game.settings.options) if game.settings.options else self.steps

    def turn_over(self, game: Game, corporation: str) -> None:
        calendar.end_turn(game, corporation)


def variant_refusal(game: Game, action: Action) -> Refusal | None:
    """Why an action of a variant has no place in this game (1849-14.0.1), or none at this moment (14.0.2)."""
    known = _VARIANT_ACTIONS.get(type(action))
    if known is None:
        return None
    option, step = known
    if option not in game.settings.options:
        return Refusal("1849-14.0.1", _WITHOUT[option])
    return None if game.top.step_id(game) == step else Refusal("1849-14.0.2", _NOT_NOW[step])
