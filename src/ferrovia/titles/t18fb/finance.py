"""3.5.9: companies that own stock: forced sales, and the financial step."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.finance.certificates import OFFER, POOL, ordinary
from ferrovia.engine.flow.actions import Action, BuyShare, SellShares
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import Sale, buy, plan_sale, possible_sales
from ferrovia.saying.message import term
from ferrovia.titles.t18fb import building, market
from ferrovia.titles.t18fb.company_sales import sell, to_pool
from ferrovia.titles.t18fb.south import is_regional, south
from ferrovia.titles.t18fb.states import CompanyState, is_operational, state_of

SOLD = "sold"  # how a turn notes stock that was sold in it


def sales(game: Game, company: str) -> Iterator[Sale]:
    """What a company may sell of its own will."""
    for other in game.state.certificates:
        yield from possible_sales(game, company, other)


# Forced sales


class ForcedSales(TurnStep):
    """2.2.3, 2.2.4: what a company may not keep is sold at the first chance, whatever the limits (3.5.9.10).

    What it may not own when its turn begins goes at once (`sell_banned`); what its dividend has moved, before it may
    have to raise money for a train; and once more before the financial step, when also a second certificate of
    another company goes (R61).
    """

    id = "forced_sales"
    word = "forced sales"
    label = term("forced sales")
    asks = Prompt(term("Sell stock of {corporation}"), term("{player} must sell stock for {corporation}"))
    station = term("Sale")
    is_rare = True
    actions = ()

    def __init__(self, seconds_too: bool) -> None:
        self._seconds_too = seconds_too

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Action]:
        return iter(())

    def passed(self, game: Game, turn: OperatingTurn) -> None:
        sell_banned(game, turn.corporation, self._seconds_too)


def sell_banned(game: Game, company: str, seconds_too: bool = False) -> None:
    """A company sells what it may not own, at the market value; second certificates of others where that is asked."""
    if is_regional(company):
        return
    for other, holders in game.state.certificates.items():
        held = len(ordinary(holders, company))
        if not held:
            continue
        surplus = held - 1 if seconds_too and other != company else 0
        if _is_banned(game, company, other):
            surplus = held
        if surplus:
            to_pool(game, company, other, surplus, surplus * game.price(other))


def _is_banned(game: Game, company: str, other: str) -> bool:
    """R29: whether a company may own no stock of another, or of itself, because of one of their prices."""
    return market.zone(game, other) != market.WHITE or market.zone(game, company) == market.DARK_BLUE


# The financial step


class FinanceStep(TurnStep):
    """A railway in operation first sells what it likes, then buys one certificate at most."""

    id = word = "finance"
    label = term("finance")
    asks = Prompt(term("Trade stock for {corporation}"), term("{player} trades stock for {corporation}"))
    station = term("Stock")
    actions = (SellShares, BuyShare)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Action]:
        if _state_refusal(game, turn.corporation) is not None:
            return
        for sale in sales(game, turn.corporation):
            yield SellShares(sale.corporation, sale.certificates)
        for other in game.state.certificates:
            for source in (OFFER, POOL):
                if _buy_refusal(game, turn, other, source) is None:
                    yield BuyShare(other, source)  # type: ignore[arg-type]

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        """3.7.3.1, 2.7.2: the last moment of a turn to acquire a regional company, or to build with a card."""
        if not super().is_idle(game, turn) or next(turn.powers(game), None) is not None:
            return False
        return not building.waits_for_card(game, turn)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        barred = _state_refusal(game, turn.corporation)
        if barred:
            return barred
        if isinstance(action, SellShares):
            plan = plan_sale(game, turn.corporation, action.corporation, action.certificates)
            return plan if isinstance(plan, Refusal) else None
        assert isinstance(action, BuyShare)
        return _buy_refusal(game, turn, action.corporation, action.source)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        if isinstance(action, SellShares):
            plan = plan_sale(game, turn.corporation, action.corporation, action.certificates)
            assert isinstance(plan, Sale)
            note_sale(game, turn, action.corporation)
            sell(game, plan)
            return
        assert isinstance(action, BuyShare)
        turn.next_step(game)  # 3.5.9.7: one certificate a turn
        buy(game, turn.corporation, action.corporation, action.source)


def note_sale(game: Game, turn: OperatingTurn, other: str) -> OperatingTurn:
    """3.5.9.6, R69: what was sold, for whatever reason, is not bought again in this turn."""
    return turn.note(game, laid=(*turn.laid, (other, SOLD)))


def _state_refusal(game: Game, company: str) -> Refusal | None:
    if is_regional(company):
        return Refusal("18FB-3.6.3.23", "{company} is a regional company and cannot trade stock.", company=company)
    if is_operational(game, company):
        return None
    state = state_of(game, company)
    rule = "18FB-3.4.19" if state is CompanyState.FROZEN else "18FB-3.5.9.1"
    return Refusal(rule, "{company} is {state:term} and cannot trade stock.", company=company, state=state)


def _buy_refusal(game: Game, turn: OperatingTurn, other: str, source: str) -> Refusal | None:
    company = turn.corporation
    names = {"company": company, "other": other, "source": source}
    if other not in game.state.certificates or is_regional(other) or not game.is_started(other):
        return Refusal("18FB-3.5.9.4", "{other} has no stock for sale.", **names)
    if source not in (OFFER, POOL):
        return Refusal("18FB-3.5.9.4", "{company} may buy stock from the Initial Offer or the bank pool only.", **names)
    if (other, SOLD) in turn.laid:
        return Refusal(
            "18FB-3.5.9.6", "{company} has sold stock of {other} in this turn and cannot buy it back.", **names
        )
    if company in south(game).leases:
        return Refusal("18FB-R63", "{company} must pay for its leased train before it buys stock.", **names)
    if market.zone(game, company) == market.DARK_BLUE:
        return Refusal("18FB-2.2.4.1", "{company} is in the dark blue zone and cannot buy stock.", **names)
    if market.zone(game, other) != market.WHITE:
        return Refusal("18FB-2.2.3.1", "{other} is not in the white zone: no company may own its stock.", **names)
    if other == company and source == OFFER:
        return Refusal("18FB-3.5.9.3", "{company} may buy its own shares from the bank pool only.", **names)
    if other != company and company in game.holders(other):
        return Refusal("18FB-3.5.9.8", "{company} already owns a certificate of {other}.", **names)
    if game.title.stock.next_certificate(game, other, source) is None:
        text = "The bank pool has no certificate of {other}."
        if source == OFFER:
            text = "The Initial Offer has no certificate of {other}."
        return Refusal("18FB-3.5.9.4", text, **names)
    cost = game.title.stock.share_price(game, other, source)
    if game.cash(company) < cost:
        text = "{company} has {cash:money}; a share of {other} costs {cost:money}."
        return Refusal("18FB-3.5.9.1", text, cash=game.cash(company), cost=cost, **names)
    return None
