"""3.3: the stock round: one sale of each company a turn, one action, and what a purchase sets off."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT, ordinary
from ferrovia.engine.flow.actions import Action, BuyPrivate, BuyShare, SellShares
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.events import PresidentChanged, PrivateBought
from ferrovia.engine.flow.facets.stock import Extra, StockRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import Sale, possible_sales, sell
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t18fb import components, concessions, political, regionals
from ferrovia.titles.t18fb.actions import TakeConcession
from ferrovia.titles.t18fb.events import CompanyFloated
from ferrovia.titles.t18fb.south import BESIDE, has_operated, is_bourbon_age, is_national, is_regional
from ferrovia.titles.t18fb.states import CompanyState, state_of

TREASURY = "treasury"


class SouthernStockRound(StockRound, frozen=True, tag="southern_stock_round"):
    """Players sell what they like of each company at one go, then take one action, until all pass."""

    sold_now: tuple[str, ...] = ()  # companies whose stock was sold in this turn

    def _sales(self, game: Game) -> Iterator[Action]:
        for action in super()._sales(game):
            if not isinstance(action, SellShares) or action.corporation not in self.sold_now:
                yield action

    def _sell_refusal(self, game: Game, action: SellShares) -> Refusal | None:
        if is_regional(action.corporation):
            return game.title.stock.sale_refusal(game, self.player, action.corporation)
        if action.corporation in self.sold_now:
            text = "{player} has already sold stock of {company} in this turn."
            return Refusal("18FB-3.3.1.6", text, player=self.player, company=action.corporation)
        return super()._sell_refusal(game, action)

    def _buy_refusal(self, game: Game, action: BuyShare) -> Refusal | None:
        if action.source == TREASURY and not is_national(action.corporation):
            return Refusal("18FB-R24", "Players buy stock from the Initial Offer or the bank pool.")
        return super()._buy_refusal(game, action)

    def _sell(self, game: Game, sale: Sale) -> None:
        turn = msgspec.structs.replace(
            self,
            acted=True,
            sold_first=True,
            sold=(*self.sold, (self.player, sale.corporation)),
            sold_now=(*self.sold_now, sale.corporation),
        )
        self._note_action(game, turn)
        sell(game, sale)

    # R26: a player who came to hold too much without buying buys no certificate, and sells as far as that is legal.

    def _over_limit_refusal(self, game: Game) -> Refusal | None:
        over = super()._over_limit_refusal(game)
        companies = self._held_too_much(game)
        if over or not companies:
            return over
        names = {"player": self.player, "company": companies[0], "most": game.title.player_limit}
        held = game.percent(companies[0], self.player)
        return Refusal("18FB-R26", "{player} holds {held}% of {company}; the limit is {most}%.", held=held, **names)

    def _held_too_much(self, game: Game) -> list[str]:
        """So few certificates are never too much, the president's one among them: that is looked at first."""
        most, few = game.title.player_limit, _few(game)
        many = [name for name, holders in game.state.certificates.items() if holders.count(self.player) >= few]
        return [company for company in many if game.percent(company, self.player) > most]

    def _pass_refusal(self, game: Game) -> Refusal | None:
        """Whether a sale of this turn would still bring the player nearer to the limit."""
        over = StockRound._over_limit_refusal(self, game)
        if over:
            return over if self._can_sell(game) else None
        left = [company for company in self._held_too_much(game) if company not in self.sold_now]
        if self.bought or all(next(possible_sales(game, self.player, company), None) is None for company in left):
            return None
        return self._over_limit_refusal(game)

    def _extra_refusal(self, game: Game, extra: Extra, action: Action) -> Refusal | None:
        held = [holders.count(self.player) for holders in game.state.certificates.values()]
        if sum(held) <= game.title.stock.certificate_limit(game) and max(held) < _few(game):
            return super()._extra_refusal(game, extra, action)  # so few certificates are within every limit
        adds_certificate = not (
            (isinstance(action, TakeConcession) and action.corporation in game.state.floated)
            or (isinstance(action, BuyPrivate) and not is_regional(action.private))
        )
        over = self._over_limit_refusal(game) if adds_certificate else self._pass_refusal(game)
        return over or super()._extra_refusal(game, extra, action)


def _few(game: Game) -> int:
    """2.3.4: with fewer certificates of a company, the president's one among them, one holds not too much of it."""
    return game.title.player_limit // components.share()


class PoolPurchase(Extra):
    """3.3.6, 3.6.2: cards and regional companies of the bank pool."""

    actions = (BuyPrivate,)

    def choices(self, game: Game, player: str) -> Iterator[Choice]:
        for card, owner in game.state.privates.items():
            if owner == BANK:
                yield BuyPrivate(card, game.title.box.privates[card].face_value)
        for name in regionals.unsold(game):
            least, most = regionals.nominal_value(name), game.cash(player)
            if least <= most:
                yield Range(BuyPrivate(name, least), least, most)

    def refusal(self, game: Game, player: str, action: Action) -> Refusal | None:
        assert isinstance(action, BuyPrivate)
        names = {"player": player, "thing": action.private, "price": action.price}
        if is_regional(action.private):
            return regionals.purchase_refusal(game, player, action.private, action.price)
        if game.state.privates.get(action.private) != BANK:
            return Refusal("18FB-3.3.6.1", "{thing} is not in the bank pool.", **names)
        cost = game.title.box.privates[action.private].face_value
        if action.price != cost:
            return Refusal("18FB-3.3.6.2", "{thing} costs exactly {cost:money} in the bank pool.", cost=cost, **names)
        if game.cash(player) < cost:
            text = "{player} has {cash:money}; {thing} costs {cost:money}."
            return Refusal("18FB-3.3.6.1", text, cash=game.cash(player), cost=cost, **names)
        return _free_share_refusal(game, player, action.private)

    def play(self, game: Game, player: str, action: Action) -> None:
        assert isinstance(action, BuyPrivate)
        if is_regional(action.private):
            regionals.sold(game, action.private, player, action.price)
            return
        game.pay(player, BANK, action.price)
        game.give_private(action.private, player)
        game.tell(PrivateBought(player=player, private=action.private, price=action.price))
        political.acquired(game, action.private, player)


def _free_share_refusal(game: Game, player: str, card: str) -> Refusal | None:
    """R83: the share that comes with a card must find room within the limits."""
    company = political.free_share(game, card)
    if not company:
        return None
    names = {"player": player, "card": card, "company": company}
    if game.certificate_count(player) >= game.title.stock.certificate_limit(game):
        return Refusal(
            "18FB-2.3.2", "{card} comes with a certificate, and {player} is at the certificate limit.", **names
        )
    if game.percent(company, player) + game.share(company) > game.title.player_limit:
        text = "{card} comes with a share of {company}, and {player} may hold no more of it."
        return Refusal("18FB-2.3.4", text, **names)
    return None


class SouthernStock(StockRules):
    """2.3, 3.3.1, 3.3.4: how much may be held, what may be bought and sold, and what a purchase sets off."""

    sources = (OFFER, TREASURY, POOL)
    extras = (concessions.Taking(), PoolPurchase())

    def uncounted(self, game: Game, player: str) -> int:
        """2.3: political cards; concessions are no certificates at all."""
        return sum(owner == player for owner in game.state.privates.values())

    def sale_refusal(self, game: Game, seller: str, corporation: str) -> Refusal | None:
        """3.3.1.7, R23: stock is sold once its company has operated."""
        if is_regional(corporation):
            return Refusal("18FB-R56", "{company} cannot be sold.", company=corporation)
        if has_operated(game, corporation):
            return None
        rule = "18FB-3.3.1.7" if seller in game.players else "18FB-R69"
        text = "{company} has not operated yet, so its stock cannot be sold."
        if state_of(game, corporation) is CompanyState.BUILDING:
            text = "{company} is in building state, so its stock cannot be sold."
        return Refusal(rule, text, company=corporation)

    def share_price(self, game: Game, corporation: str, source: str) -> int:
        """3.3.4.2, R62: par from the offer, the market value from the pool and a national's treasury."""
        return game.state.pars[corporation] if source == OFFER else game.price(corporation)

    def next_certificate(self, game: Game, corporation: str, place: str) -> int | None:
        """R62: out of a national's treasury its president's certificate goes first."""
        if place == corporation and game.holders(corporation)[PRESIDENT] == corporation:
            return PRESIDENT
        return super().next_certificate(game, corporation, place)

    def payee(self, game: Game, corporation: str, place: str) -> str:
        """3.3.4.3, R62; from PH5 the bank is paid until the company floats (R51)."""
        return corporation if place in (OFFER, corporation) and corporation in game.state.floated else BANK

    def bought(self, game: Game, corporation: str) -> None:
        """A national may find its president; from PH5 a company may float (3.6.9 to 3.6.11)."""
        if is_national(corporation):
            _seat_president(game, corporation)
        elif not is_bourbon_age(game) and corporation not in game.state.floated:
            _may_float(game, corporation)


def _may_float(game: Game, company: str) -> None:
    """3.6.9 to 3.6.11: full capital, and what is left of the offer goes to the pool."""
    floating = components.sheet("game")["floating"]
    acquired = 100 - game.percent(company, OFFER) - game.percent(company, BESIDE)
    if acquired < floating["percent"]:
        return
    game.note_floated(company)
    capital = floating["capital"] * game.state.pars[company]
    game.pay(BANK, company, capital)
    for number in ordinary(game.holders(company), OFFER):
        game.hand_over(company, number, POOL)
    game.tell(CompanyFloated(company=company, amount=capital))


def _seat_president(game: Game, national: str) -> None:
    """R59: the first who holds two shares takes the president's certificate for them."""
    place = game.holders(national)[PRESIDENT]
    if place in game.state.seats:
        return
    heir = next((player for player in game.players if game.percent(national, player) >= 2 * game.share(national)), None)
    if heir is not None:
        for number in ordinary(game.holders(national), heir)[:2]:
            game.hand_over(national, number, place)
        game.hand_over(national, PRESIDENT, heir)
        game.tell(PresidentChanged(heir=heir, corporation=national))
