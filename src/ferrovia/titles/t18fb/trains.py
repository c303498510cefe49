"""2.6 and 3.5.8: the trains that are on sale, the step in which they are bought, and the duty to own one."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.actions import Action, Bankrupt, BuyTrain, SellShares
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.emergency import Emergency
from ferrovia.engine.flow.facets.trains import TrainRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import least_offer
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import Sale, with_sale
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.titles.t18fb import components, finance
from ferrovia.titles.t18fb.acquisitions import ACQUISITION
from ferrovia.titles.t18fb.bankruptcy import bankrupt
from ferrovia.titles.t18fb.components import is_regional_train, train_table
from ferrovia.titles.t18fb.emergency import HalfPrice, emergency, is_bound
from ferrovia.titles.t18fb.events import TrainWithered
from ferrovia.titles.t18fb.south import INTEREST, has_begun, is_national, is_regional, south
from ferrovia.titles.t18fb.states import CompanyState, is_operational, state_of

BOUGHT = "train"  # how a turn notes that a regional has bought


class SouthernTrains(TrainRules):
    """2.6, 3.5.8: what the bank sells, to whom, and who must own a train."""

    def on_sale(self, game: Game) -> tuple[str, ...]:
        """The next ordinary train, and the next regional one whose phase has begun (R45)."""
        left = list(dict.fromkeys(game.trains(BANK)))
        ordinary = [train for train in left if not is_regional_train(train)]
        regional = [
            train for train in left if is_regional_train(train) and has_begun(game, train_table(train)["phase"])
        ]
        return (*ordinary[:1], *regional[:1])

    def refusal(self, game: Game, buyer: str, train: str, source: str) -> Refusal | None:
        """Who may not buy what, and from whom."""
        names = {"buyer": buyer, "train": train, "seller": source}
        if state_of(game, buyer) is CompanyState.FROZEN:
            return Refusal("18FB-3.4.18", "{buyer} is frozen and cannot buy trains.", **names)
        if buyer in south(game).leases:
            return Refusal("18FB-R63", "{buyer} must pay for its leased train before it buys another.", **names)
        if train in components.BOX.trains and is_regional(buyer) != is_regional_train(train):
            if is_regional(buyer):
                return Refusal("18FB-2.6.2", "{buyer} is a regional company and buys regional trains only.", **names)
            return Refusal("18FB-2.6.3", "{train} trains are for regional companies only.", **names)
        return _seller_refusal(game, buyer, source, names) if source in game.title.box.corporations else None

    def bought(self, game: Game, corporation: str) -> None:
        """2.6.6, 3.6.3.18: the pile is filled up; a regional buys one train a turn."""
        replenish(game)
        turn = game.find(OperatingTurn)
        if turn is not None and is_regional(corporation) and turn.corporation == corporation:
            turn.note(game, laid=(*turn.laid, ("", BOUGHT)))

    def must_own(self, game: Game, corporation: str) -> bool:
        """3.5.8.5, R96: provisional and definitive companies, if they have operated; regionals never (3.6.3.19)."""
        turn = game.find(OperatingTurn)
        is_built = turn is not None and turn.corporation == corporation and ("", INTEREST) in turn.laid
        return not is_regional(corporation) and is_operational(game, corporation) and not is_built

    def bankrupt(self, game: Game, corporation: str, player: str) -> None:
        bankrupt(game, corporation, player)


def _seller_refusal(game: Game, buyer: str, seller: str, names: dict[str, str]) -> Refusal | None:
    if game.president(seller) not in game.players:
        return Refusal("18FB-3.5.8.3", "{seller} has no president who could sell its trains.", **names)
    if is_regional(buyer) != is_regional(seller):
        text = "{seller} cannot sell a train to {buyer}: regional companies trade trains among themselves only."
        return Refusal("18FB-R45", text, **names)
    if state_of(game, seller) is CompanyState.FROZEN:
        return Refusal("18FB-R38", "{seller} is frozen and cannot sell trains.", **names)
    if seller in south(game).leases:
        return Refusal("18FB-R63", "{seller} cannot sell its leased train.", **names)
    return None


# 2.6 The bank's pile


def replenish(game: Game) -> None:
    """2.6.6: of trains without end there is always one more."""
    order = list(components.BOX.trains)
    for train in components.endless_trains():
        pile = game.trains(BANK)
        if train not in pile:
            game.add_train(train, sum(order.index(other) < order.index(train) for other in pile))


def wither(game: Game) -> None:
    """2.6.5: from PH5 on one unsold PH5 train goes at the end of every operating round."""
    worn = next((train for train in game.trains(BANK) if train_table(train).get("wears_out")), None)
    if worn is not None and has_begun(game, train_table(worn)["phase"]):
        game.give_train(worn, BANK, OUT)
        game.tell(TrainWithered(train=worn))


# 3.5.8 The step


class SouthernTrainStep(TrainStep):
    """Any number of trains; a railway in operation must own one at the end."""

    def need(self, game: Game, turn: OperatingTurn) -> Emergency | None:
        return emergency(game, turn)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Choice]:
        in_vain = self._in_vain_refusal(game, turn)
        for choice in super().choices(game, turn):
            if in_vain is None or not isinstance(choice, SellShares | Bankrupt):
                yield choice

    def _may_deal(self, game: Game, turn: OperatingTurn) -> bool:
        return not is_bound(game, turn)

    def _in_vain_refusal(self, game: Game, turn: OperatingTurn) -> Refusal | None:
        """R94: why who cannot raise enough neither sells nor gives up: the company can get a train unasked."""
        need = emergency(game, turn)
        if need is None or need.can_pay(game):
            return None
        for offer in self._offers(game, turn):
            assert isinstance(offer.action, BuyTrain)
            train, seller = offer.action.train, offer.action.source
            if _in_one_hand(game, turn, seller):
                text = "Sales cannot bring enough, but {company} can buy the {train} of {seller} for what it has."
                return Refusal("18FB-R94", text, company=turn.corporation, train=train, seller=seller)
        for deal in ACQUISITION.choices(game, turn):
            if game.trains(deal.company):
                text = "Sales cannot bring enough, but {company} can acquire {regional} with its trains."
                return Refusal("18FB-R94", text, company=turn.corporation, regional=deal.company)
        return None

    def _offers(self, game: Game, turn: OperatingTurn) -> Iterator[Range]:
        most = game.cash(turn.corporation)
        for seller in game.state.certificates:
            for train in dict.fromkeys(game.trains(seller)) if seller != turn.corporation else ():
                fixed = _fixed_price(game, turn.corporation, seller, train)
                low = least_offer(game, turn, train, seller, 1) if fixed is None else fixed
                if low <= most and self._buy_refusal(game, turn, BuyTrain(train, seller, low)) is None:
                    yield Range(BuyTrain(train, seller, low), low, most if fixed is None else fixed)

    def _buy_refusal(self, game: Game, turn: OperatingTurn, action: BuyTrain) -> Refusal | None:
        if is_regional(turn.corporation) and any(what == BOUGHT for _, what in turn.laid):
            return Refusal(
                "18FB-3.6.3.18", "{company} has already bought its one train of this turn.", company=turn.corporation
            )
        return super()._buy_refusal(game, turn, action)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        if isinstance(action, SellShares) and is_regional(turn.corporation):
            return Refusal("18FB-3.6.3.22", "No stock may be sold to help {company}.", company=turn.corporation)
        in_vain = self._in_vain_refusal(game, turn) if isinstance(action, SellShares | Bankrupt) else None
        return in_vain or super().refusal(game, turn, action)

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
            text = "National companies trade trains at face value only: {train:a} costs {fixed:money}."
            return Refusal("18FB-3.7.1.32", text, train=action.train, fixed=fixed)
        return None

    def pass_refusal(self, game: Game, turn: OperatingTurn) -> Refusal | None:
        if not self._has_duty(game, turn):
            return None
        text = "{company} must own a train before its turn can end."
        return Refusal("18FB-3.5.8.5", text, company=turn.corporation)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        if isinstance(action, SellShares):
            need = self.need(game, turn)
            assert isinstance(need, HalfPrice)
            sale = need.plan(game, action)
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


def _help_refusal(game: Game, regional: str, price: int) -> Refusal | None:
    """3.6.3.20, 3.6.3.22: the owner's cash helps a regional to its first train, and only cash."""
    owner = game.president(regional)
    names = {"company": regional, "owner": owner, "price": price}
    if game.trains(regional):
        return Refusal("18FB-3.6.3.20", "{company} already owns a train: {owner} may not help to buy another.", **names)
    if game.cash(regional) + game.cash(owner) < price:
        return Refusal("18FB-3.6.3.22", "{company} and {owner} together do not have {price:money} in cash.", **names)
    return None
