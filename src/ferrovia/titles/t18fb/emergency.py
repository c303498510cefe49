"""3.5.10: emergency money: the company's stock first, then the president's cash, then stock, all at half price."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ferrovia.engine.finance.certificates import POOL, ordinary
from ferrovia.engine.finance.market import Cell, Direction, cell_of
from ferrovia.engine.flow.actions import Action, Bankrupt, BuyTrain, SellShares
from ferrovia.engine.flow.emergency import Emergency
from ferrovia.engine.flow.frame import not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import Raising, Sale, plan_sale, possible_sales, sell
from ferrovia.engine.flow.steps.trains import bank_trains
from ferrovia.titles.t18fb import company_sales
from ferrovia.titles.t18fb.components import is_regional_train
from ferrovia.titles.t18fb.south import is_regional


class HalfPrice(Emergency, frozen=True):
    """The company sells its stock first, then the president adds cash, then stock: all at half price."""

    raising: Raising | None = None  # what was sold for it so far

    def seller(self, game: Game) -> str:
        """Who must sell now: the company while it has stock that may be sold."""
        owned = [other for other, holders in game.state.certificates.items() if self.corporation in holders]
        may_sell = any(next(self._of(game, self.corporation, other), None) for other in owned)
        return self.corporation if may_sell else self.president

    def _of(self, game: Game, seller: str, company: str) -> Iterator[Sale]:
        """What somebody may sell of a company, whatever is missing; a company that must sell minds no pool (2.3.7)."""
        return possible_sales(game, seller, company, _pool_limit(game, seller))

    def _missing(self, game: Game) -> int:
        """What the seller of the moment must still bring."""
        gap = self.price - game.cash(self.corporation)
        return gap if self.seller(game) == self.corporation else self.missing

    def choices(self, game: Game) -> Iterator[Action]:
        if self._missing(game) <= 0:
            return
        sales: list[Action] = [SellShares(sale.corporation, sale.certificates) for sale in self._sales(game)]
        yield from sales or [Bankrupt()]

    def _sales(self, game: Game) -> Iterator[Sale]:
        for company in game.state.certificates:
            for sale in self._legal(game, company):
                if self._sale_refusal(game, sale) is None:
                    yield sale

    def _legal(self, game: Game, corporation: str) -> Iterator[Sale]:
        seller = self.seller(game)
        for sale in self._of(game, seller, corporation) if seller in game.holders(corporation) else ():
            if self._presidency_refusal(game, sale) is None:
                yield sale

    def plan(self, game: Game, action: SellShares) -> Sale | Refusal:
        """The sale that somebody names, by whoever must sell now."""
        seller = self.seller(game)
        return plan_sale(game, seller, action.corporation, action.certificates, _pool_limit(game, seller))

    def can_pay(self, game: Game) -> bool:
        """Whether sales can bring what is missing. As each brings the same in any order (R87), none of them spoils it.

        First the company sells what it has, then the president as much of each company as is legal.
        """
        if self.seller(game) != self.corporation:
            return self._most(game) >= self.missing
        if self._most(game) >= self._missing(game):
            return True
        after = game.fork()
        after.events = []  # what is only tried out is not told
        while self.seller(after) == self.corporation:
            self.sell(after, next(self._largest(after)))
        left = self.price - after.cash(self.corporation) - after.cash(self.president)
        return msgspec.structs.replace(self, missing=left).can_pay(after)

    def _largest(self, game: Game) -> Iterator[Sale]:
        """The largest sale of each company that the seller of the moment may make."""
        for company in game.state.certificates:
            yield from list(self._legal(game, company))[-1:]

    def _most(self, game: Game) -> int:
        return sum(self.brings(game, sale.corporation, sale.shares) for sale in self._largest(game))

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        match action:
            case SellShares(corporation=company) if is_regional(company):
                return game.title.stock.sale_refusal(game, self.president, company)  # R56
            case SellShares():
                plan = self.plan(game, action)
                return plan if isinstance(plan, Refusal) else self._sale_refusal(game, plan)
            case Bankrupt():
                if self._missing(game) <= 0 or next(self._sales(game), None) is not None:
                    text = "{president} can still raise money."
                    return Refusal("18FB-3.5.11.1", text, president=self.president)
                return None
        return not_now(action, "trains")

    def _sale_refusal(self, game: Game, sale: Sale) -> Refusal | None:
        missing = self._missing(game)
        if missing <= 0:
            return Refusal("18FB-R47", "Enough money has been raised: no more stock may be sold.")
        barred = self._presidency_refusal(game, sale)
        if barred:
            return barred
        if self._less_is_enough(game, sale, missing):
            text = "Only {missing:money} is missing: fewer shares of {company} are enough."
            return Refusal("18FB-R47", text, missing=missing, company=sale.corporation)
        return None

    def _presidency_refusal(self, game: Game, sale: Sale) -> Refusal | None:
        if sale.corporation != self.corporation or not _changes_presidency(game, sale):
            return None
        text = "{company} is operating: this sale would change its presidency."
        return Refusal("18FB-3.5.10.7", text, company=self.corporation)

    def purchase_refusal(self, game: Game, action: BuyTrain) -> Refusal | None:
        if action.price != self.price:
            text = "With the president's money only the cheapest train may be bought, for {price:money}."
            return Refusal("18FB-R47", text, price=self.price)
        if self.seller(game) == self.corporation:
            return Refusal("18FB-3.5.10.2", "{company} must first sell the stock it owns.", company=self.corporation)
        if self.missing > 0:
            text = "{missing:money} is still missing: {president} must sell stock."
            return Refusal("18FB-3.5.10.4", text, missing=self.missing, president=self.president)
        return None

    def _since(self, game: Game, company: str) -> tuple[Cell, int]:
        """Where the marker stood before the seller's first sale of a company, and how many shares were sold since.

        R87: they are all one sale, unless something else has moved the marker in between.
        """
        now, raising = game.cell(company), self.raising
        start = cell_of(raising.before, company) if raising is not None else None
        if raising is None or start is None or raising.seller != self.seller(game):
            return now, 0
        sold = raising.shares(company)
        moved = game.title.market.moved
        here = start if raising.seller == self.corporation else moved(game, start, Direction.DOWN, sold)
        return (start, sold) if here == now else (now, 0)

    def brings(self, game: Game, corporation: str, shares: int) -> int:
        """R46, R87: half of the price of all shares in the sale, rounded down once, less what was paid before."""
        start, sold = self._since(game, corporation)
        price = game.title.box.market.price(start)
        return price * (sold + shares) // 2 - price * sold // 2

    def sell(self, game: Game, sale: Sale) -> None:
        start, sold = self._since(game, sale.corporation)
        amount = self.brings(game, sale.corporation, sale.shares)
        if sale.seller == self.corporation:
            company_sales.sell(game, sale, amount)
        else:
            sell(game, sale, amount, game.title.market.moved(game, start, Direction.DOWN, sold + sale.shares))


def _pool_limit(game: Game, seller: str) -> int | None:
    """2.3.7: a company that must sell may fill the pool beyond its limit, its president may not (3.5.10.6)."""
    return None if seller in game.state.seats else 100


def _changes_presidency(game: Game, sale: Sale) -> bool:
    """Also of one who presides over a national on single shares (R59)."""
    if sale.successor:
        return True
    after = game.fork()
    for number in ordinary(game.holders(sale.corporation), sale.seller)[: sale.shares]:
        after.hand_over(sale.corporation, number, POOL)
    return after.president(sale.corporation) != game.president(sale.corporation)


def emergency(game: Game, turn: OperatingTurn) -> HalfPrice | None:
    """3.5.10.1: a company must own a train, has none and cannot pay the cheapest."""
    company = turn.corporation
    if game.trains(company) or not game.title.trains.must_own(game, company):
        return None
    prices = [game.title.box.trains[train].cost for train, _ in bank_trains(game) if not is_regional_train(train)]
    price = min(prices, default=0)
    cash = game.cash(company)
    if cash >= price:
        return None
    president = game.president(company)
    return HalfPrice(company, president, price, price - cash - game.cash(president), turn.raising)


def is_bound(game: Game, turn: OperatingTurn) -> bool:
    """R47, R91, R94: whether money is being raised for a train of the bank, and can be got together."""
    need = emergency(game, turn) if turn.emergency else None
    return turn.emergency and (need is None or need.can_pay(game))
