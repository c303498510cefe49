"""2.6, 3.5.8 and 3.5.10: buying trains, the duty to own one, and emergency money at half price."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.finance.certificates import POOL, ordinary
from ferrovia.engine.finance.market import Cell, Direction, cell_of
from ferrovia.engine.flow.actions import Action, Bankrupt, BuyTrain, SellShares
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.emergency import Emergency
from ferrovia.engine.flow.frame import not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import least_offer
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import Raising, Sale, plan_sale, possible_sales, sell, with_sale
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.engine.flow.steps.trains import TrainStep, bank_trains
from ferrovia.titles.t18fb import components, finance
from ferrovia.titles.t18fb.components import is_regional_train
from ferrovia.titles.t18fb.south import is_bourbon_age, is_national, is_regional, phase_number, south
from ferrovia.titles.t18fb.states import State, is_operational, state_of

BOUGHT = "train"  # how a turn notes that a regional has bought
WITHERING = "PH5"


# 2.6 What is on sale


def on_sale(game: Game) -> tuple[str, ...]:
    """The next ordinary train, and from PH5 the next regional one (R45)."""
    left = list(dict.fromkeys(game.trains(BANK)))
    ordinary = [train for train in left if not is_regional_train(train)]
    regional = [train for train in left if is_regional_train(train)]
    if is_bourbon_age(game):
        return tuple(ordinary[:1])
    if phase_number(game) < 6:
        regional = [train for train in regional if train not in components.endless_trains()]
    return (*ordinary[:1], *regional[:1])


def replenish(game: Game) -> None:
    """2.6.6: of trains without end there is always one more."""
    missing = [train for train in components.endless_trains() if train not in game.trains(BANK)]
    if missing:
        line = list(components.BOX.trains)
        pile = sorted((*game.trains(BANK), *missing), key=line.index)
        game.state.trains = {**game.state.trains, BANK: tuple(pile)}


def wither(game: Game) -> None:
    """2.6.5: from PH5 on one unsold PH5 train goes at the end of every operating round."""
    if not is_bourbon_age(game) and WITHERING in game.trains(BANK):
        game.give_train(WITHERING, BANK, OUT)
        game.log("An unsold {train} train is removed.", train=WITHERING)


def barred(game: Game, buyer: str, train: str, source: str) -> Refusal | None:
    """Who may not buy what, and from whom."""
    names = {"buyer": buyer, "train": train, "seller": source}
    if state_of(game, buyer) is State.FROZEN:
        return Refusal("18FB-3.4.18", "{buyer} is frozen: it buys no trains.", **names)
    if buyer in south(game).leases:
        return Refusal("18FB-R63", "{buyer} owes for its leased train and buys no other.", **names)
    if train in components.BOX.trains and is_regional(buyer) != is_regional_train(train):
        if is_regional(buyer):
            return Refusal("18FB-2.6.2", "{buyer} is a regional company: ordinary trains are not for it.", **names)
        return Refusal("18FB-2.6.3", "{train} trains are for regional companies.", **names)
    if source in game.title.box.corporations:
        if game.president(source) not in game.players:
            return Refusal("18FB-3.5.8.3", "{seller} has nobody who could sell its trains.", **names)
        if is_regional(buyer) != is_regional(source):
            return Refusal("18FB-R45", "{seller} sells no train to {buyer}.", **names)
        if state_of(game, source) is State.FROZEN:
            return Refusal("18FB-R38", "{seller} is frozen: it sells no trains.", **names)
        if source in south(game).leases:
            return Refusal("18FB-R63", "{seller} has its train on lease and cannot sell it.", **names)
    return None


# 3.5.8 The step


class SouthernTrainStep(TrainStep):
    """Any number of trains; a railway in operation must own one at the end."""

    def need(self, game: Game, turn: OperatingTurn) -> Emergency | None:
        return emergency(game, turn)

    def _offers(self, game: Game, turn: OperatingTurn) -> Iterator[Range]:
        most = game.cash(turn.corporation)
        for seller in game.state.certificates:
            for train in dict.fromkeys(game.trains(seller)) if seller != turn.corporation else ():
                fixed = _fixed_price(game, turn.corporation, seller, train)
                low = least_offer(turn, train, seller, 1) if fixed is None else fixed
                if low <= most and self._buy_refusal(game, turn, BuyTrain(train, seller, low)) is None:
                    yield Range(BuyTrain(train, seller, low), low, most if fixed is None else fixed)

    def _buy_refusal(self, game: Game, turn: OperatingTurn, action: BuyTrain) -> Refusal | None:
        if is_regional(turn.corporation) and any(what == BOUGHT for _, what in turn.laid):
            return Refusal("18FB-3.6.3.18", "{company} has bought its one train of the turn.", company=turn.corporation)
        return super()._buy_refusal(game, turn, action)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        if isinstance(action, SellShares) and is_regional(turn.corporation):
            return Refusal("18FB-3.6.3.22", "No stock is sold to help {company}.", company=turn.corporation)
        return super().refusal(game, turn, action)

    def _bank_refusal(self, game: Game, turn: OperatingTurn, action: BuyTrain) -> Refusal | None:
        refusal = super()._bank_refusal(game, turn, action)
        if refusal is not None and refusal.rule == "turn.no_credit" and is_regional(turn.corporation):
            return _help_refusal(game, turn.corporation, action.price)
        return refusal

    def _offer_refusal(self, game: Game, turn: OperatingTurn, action: BuyTrain) -> Refusal | None:
        refusal = super()._offer_refusal(game, turn, action)
        if refusal is not None and is_regional(turn.corporation) and action.price > game.cash(turn.corporation):
            return refusal.cited("18FB-3.6.3.21")
        if refusal is not None and refusal.rule == "train.between" and _in_one_hand(game, turn, action.source):
            return refusal.cited("18FB-3.5.8.4")
        if refusal is not None:
            return refusal
        fixed = _fixed_price(game, turn.corporation, action.source, action.train)
        if fixed is not None and action.price != fixed:
            text = "A national company trades a {train} at its face value of {fixed} only."
            return Refusal("18FB-3.7.1.32", text, train=action.train, fixed=fixed)
        return None

    def pass_refusal(self, game: Game, turn: OperatingTurn) -> Refusal | None:
        if not self._has_duty(game, turn):
            return None
        text = "{company} is in operation: it may not end its turn without a train."
        return Refusal("18FB-3.5.8.5", text, company=turn.corporation)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        if isinstance(action, SellShares):
            need = self.need(game, turn)
            assert isinstance(need, HalfPrice)
            sale = plan_sale(game, need.seller(game), action.corporation, action.certificates)
            assert isinstance(sale, Sale)
            now = turn.note(game, emergency=True, raising=with_sale(game, turn.raising, sale))
            if sale.seller == turn.corporation:
                finance.note_sale(game, now, action.corporation)
            need.sell(game, sale)
            return
        super().play(game, turn, action)


def _in_one_hand(game: Game, turn: OperatingTurn, seller: str) -> bool:
    return game.president(seller) == game.president(turn.corporation)


def _fixed_price(game: Game, buyer: str, seller: str, train: str) -> int | None:
    """3.7.1.32: nationals buy and sell at face value only."""
    return game.title.box.trains[train].cost if is_national(buyer) or is_national(seller) else None


def note_purchase(game: Game, company: str) -> None:
    """3.6.3.18: a regional buys one train a turn."""
    turn = game.find(OperatingTurn)
    if turn is not None and is_regional(company) and turn.corporation == company:
        turn.note(game, laid=(*turn.laid, ("", BOUGHT)))


def _help_refusal(game: Game, regional: str, price: int) -> Refusal | None:
    """3.6.3.20, 3.6.3.22: the owner's cash helps a regional to its first train, and only cash."""
    owner = game.president(regional)
    names = {"company": regional, "owner": owner, "price": price}
    if game.trains(regional):
        return Refusal("18FB-3.6.3.20", "{company} owns a train: {owner} may not help with another.", **names)
    if game.cash(regional) + game.cash(owner) < price:
        return Refusal("18FB-3.6.3.22", "{company} and {owner} do not have {price} in cash.", **names)
    return None


# 3.5.10 Emergency money


def must_own(game: Game, company: str) -> bool:
    """3.5.8.5: provisional and definitive companies; regionals never (3.6.3.19)."""
    return not is_regional(company) and is_operational(game, company)


class HalfPrice(Emergency, frozen=True):
    """The company sells its stock first, then the president adds cash, then stock: all at half price."""

    raising: Raising | None = None  # what was sold for it so far

    def seller(self, game: Game) -> str:
        """Who must sell now: the company while it has stock that may be sold."""
        return self.corporation if next(finance.sales(game, self.corporation), None) is not None else self.president

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
        seller = self.seller(game)
        for company in game.state.certificates:
            for sale in possible_sales(game, seller, company):
                if self._sale_refusal(game, sale) is None:
                    yield sale

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        match action:
            case SellShares(corporation=company) if is_regional(company):
                return game.title.stock.sale_refusal(game, self.president, company)  # R56
            case SellShares(corporation=company, certificates=certificates):
                plan = plan_sale(game, self.seller(game), company, certificates)
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
            return Refusal("18FB-R47", "Enough has been raised: nothing more is sold.")
        if sale.corporation == self.corporation and _changes_presidency(game, sale):
            text = "This sale would change the presidency of {company}, which is operating."
            return Refusal("18FB-3.5.10.7", text, company=self.corporation)
        if self.brings(game, sale.corporation, sale.shares - 1) >= missing:
            text = "Only {missing} is missing: fewer shares of {company} will do."
            return Refusal("18FB-R47", text, missing=missing, company=sale.corporation)
        return None

    def purchase_refusal(self, game: Game, action: BuyTrain) -> Refusal | None:
        if action.price != self.price:
            text = "With the president's money only the cheapest train, for {price}, may be bought."
            return Refusal("18FB-R47", text, price=self.price)
        if self.seller(game) == self.corporation:
            return Refusal("18FB-3.5.10.2", "{company} must first sell the stock it owns.", company=self.corporation)
        if self.missing > 0:
            text = "{missing} is still missing: {president} must sell stock."
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
        here = (
            start if raising.seller == self.corporation else game.title.market.moved(game, start, Direction.DOWN, sold)
        )
        return (start, sold) if here == now else (now, 0)

    def brings(self, game: Game, company: str, shares: int) -> int:
        """R46, R87: half of the price of all shares in the sale, rounded down once, less what was paid before."""
        start, sold = self._since(game, company)
        price = game.title.box.market.price(start)
        return price * (sold + shares) // 2 - price * sold // 2

    def sell(self, game: Game, sale: Sale) -> None:
        start, sold = self._since(game, sale.corporation)
        amount = self.brings(game, sale.corporation, sale.shares)
        if sale.seller == self.corporation:
            finance.sell(game, sale, amount)
        else:
            sell(game, sale, amount, game.title.market.moved(game, start, Direction.DOWN, sold + sale.shares))


def _changes_presidency(game: Game, sale: Sale) -> bool:
    """Also of who presides over a national on single shares (R59)."""
    if sale.successor:
        return True
    after = game.fork()
    for number in ordinary(game.holders(sale.corporation), sale.seller)[: sale.shares]:
        after.hand_over(sale.corporation, number, POOL)
    return after.president(sale.corporation) != game.president(sale.corporation)


def emergency(game: Game, turn: OperatingTurn) -> HalfPrice | None:
    """3.5.10.1: a company must own a train, has none and cannot pay the cheapest."""
    company = turn.corporation
    if game.trains(company) or not must_own(game, company):
        return None
    prices = [game.title.box.trains[train].cost for train, _ in bank_trains(game) if not is_regional_train(train)]
    price = min(prices, default=0)
    cash = game.cash(company)
    if cash >= price:
        return None
    president = game.president(company)
    return HalfPrice(company, president, price, price - cash - game.cash(president), turn.raising)
