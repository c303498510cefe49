"""Buying and selling stock, and what it does to the presidency: the rules every seller and buyer shares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ferrovia.engine.finance.certificates import (
    POOL,
    PRESIDENT,
    contains,
    exchanges,
    ordinary,
    pick,
    successor,
)
from ferrovia.engine.finance.market import Cell, Direction, Marker, cell_of
from ferrovia.engine.flow.actions import Action, Exchange
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.events import PresidentChanged, StockBought, StockSold
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.wording import lying_in
from ferrovia.saying.message import term


class Sale(msgspec.Struct, frozen=True):
    """A legal sale of certificates to the pool, and who would become president by it."""

    corporation: str
    seller: str
    certificates: tuple[int, ...]  # sizes
    successor: str | None = None
    exchange: tuple[tuple[int, ...], ...] = ()  # what the outgoing president may take; one or more
    share: int = 0  # per cent

    @property
    def shares(self) -> int:
        return sum(self.certificates) // self.share


def plan_sale(
    game: Game, seller: str, corporation: str, certificates: Sequence[int], pool_limit: int | None = None
) -> Sale | Refusal:
    """Whether somebody may sell certificates of these sizes together, and what follows for the presidency.

    `pool_limit` is the most that may then lie in the pool, where that is not what the title allows.
    """
    total = sum(certificates)
    most = game.title.pool_limit if pool_limit is None else pool_limit
    names = {"seller": seller, "corporation": corporation, "percent": total}
    if len(certificates) > 1 and list(certificates) != sorted(certificates, reverse=True):
        return Refusal("malformed", "The certificates of a sale must be named largest first.")
    if corporation in game.title.box.privates:
        return Refusal("sell.private", "{corporation} is a private company and has no stock.", **names)
    if corporation not in game.state.certificates:
        return Refusal("stock.unknown", "{corporation} has no stock in this game.", **names)
    if not game.is_started(corporation):
        return Refusal("sell.not_started", "{corporation} has not been started.", **names)
    locked = game.title.stock.sale_refusal(game, seller, corporation)
    if locked:
        return locked
    holding = game.percent(corporation, seller)
    if not certificates or total > holding or min(certificates) <= 0:
        return Refusal(
            "sell.holding",
            "{seller} holds {holding}% of {corporation} and cannot sell {percent}% of it.",
            holding=holding,
            **names,
        )
    pool = game.percent(corporation, POOL) + total
    if pool > most:
        return Refusal(
            "sell.pool_limit",
            "The sale would put {pool}% of {corporation} in the bank pool; the limit is {most}%.",
            pool=pool,
            most=most,
            **names,
        )
    holders, sizes = game.holders(corporation), game.sizes(corporation)
    own = [sizes[number] for number in ordinary(holders, seller)]
    if holders[PRESIDENT] != seller or seller == corporation:  # a treasury presides over nothing
        if contains(own, certificates):
            return Sale(corporation, seller, tuple(certificates), share=game.share(corporation))
        return Refusal("sell.whole", "{seller} does not hold these certificates of {corporation}.", **names)
    return _plan_presidents_sale(game, seller, corporation, certificates, own)


def _plan_presidents_sale(
    game: Game, seller: str, corporation: str, certificates: Sequence[int], own: list[int]
) -> Sale | Refusal:
    holders, sizes = game.holders(corporation), game.sizes(corporation)
    names = {"seller": seller, "corporation": corporation, "percent": sum(certificates)}
    keeps = game.percent(corporation, seller) - sum(certificates)
    margin = game.title.corporations.takeover_margin(game)
    heir = successor(sizes, holders, seller, game.to_the_left(seller), keeps, margin)
    if heir is None or game.percent(corporation, heir) < sizes[PRESIDENT]:
        if keeps < sizes[PRESIDENT]:
            return Refusal(
                "president.no_heir",
                "Nobody else could become president of {corporation}: {seller} must keep {least}% of it.",
                least=sizes[PRESIDENT],
                **names,
            )
        heir = None
    if heir is None:
        if contains(own, certificates):
            return Sale(corporation, seller, tuple(certificates), share=game.share(corporation))
        return Refusal(
            "sell.president",
            "{seller} cannot sell these certificates of {corporation}: the president's certificate is not for sale.",
            **names,
        )
    offers = [offer for offer in exchanges(sizes, holders, heir) if contains([*own, *offer], certificates)]
    if not offers:
        return Refusal(
            "sell.whole_after_exchange",
            "After the exchange with {heir}, {seller} would not hold these certificates of {corporation}.",
            heir=heir,
            **names,
        )
    if (
        keeps >= sizes[PRESIDENT]
        and not contains(own, certificates)
        and not game.title.stock.sells_what_is_exchanged(game)
    ):
        text = (
            "{seller} keeps {keeps}% of {corporation} and can sell only certificates held before the exchange with"
            " {heir}."
        )
        return Refusal("sell.what_is_exchanged", text, keeps=keeps, heir=heir, **names)
    return Sale(corporation, seller, tuple(certificates), heir, tuple(offers), game.share(corporation))


def possible_sales(game: Game, seller: str, corporation: str, pool_limit: int | None = None) -> Iterator[Sale]:
    """Every legal sale of one corporation by one seller, smallest first; `pool_limit` as in `plan_sale`."""
    holders, sizes = game.holders(corporation), game.sizes(corporation)
    if seller not in holders or game.title.stock.sale_refusal(game, seller, corporation) is not None:
        return
    room = (game.title.pool_limit if pool_limit is None else pool_limit) - game.percent(corporation, POOL)
    own, share = [sizes[number] for number in ordinary(holders, seller)], game.share(corporation)
    if holders[PRESIDENT] == seller:
        own += [share] * (sizes[PRESIDENT] // share)
        large = [size for size in sizes[1:] if size != share]
    else:
        large = [size for size in own if size != share]
    singles = own.count(share)
    for big in ((), *((size,) for size in dict.fromkeys(large))):
        for count in range(singles + 1):
            certificates = (*big, *[share] * count)
            if 0 < sum(certificates) <= room:
                plan = plan_sale(game, seller, corporation, certificates, pool_limit)
                if isinstance(plan, Sale):
                    yield plan


def market_value(game: Game, corporation: str, certificates: Sequence[int]) -> int:
    """What certificates of these sizes are worth together."""
    return game.price(corporation) * sum(certificates) // game.share(corporation)


def sell(game: Game, sale: Sale, amount: int | None = None, to: Cell | None = None) -> None:
    """Carry out a sale: money, exchange of the president's certificate, paper to the pool, then the price.

    `amount` is what it brings where that is not the market value, `to` where the token comes to stand where that is
    not one row down for each share.
    """
    corporation, seller = sale.corporation, sale.seller
    amount = market_value(game, corporation, sale.certificates) if amount is None else amount
    game.pay(BANK, seller, amount)
    game.tell(StockSold(seller=seller, percent=sum(sale.certificates), corporation=corporation, amount=amount))
    if sale.successor and len(sale.exchange) == 1:
        exchange_presidency(game, corporation, sale.successor, sale.exchange[0])
    own = ordinary(game.holders(corporation), seller)
    picked = pick(game.sizes(corporation), own, sale.certificates)
    if picked is None:
        raise LookupError(f"{seller} cannot hand over {sale.certificates} of {corporation}.")
    for number in picked:
        game.hand_over(corporation, number, POOL)
    if sale.successor and len(sale.exchange) > 1:
        game.push(PresidentExchange(corporation, seller, sale.successor, sale.exchange))
    if to is None:
        game.move(corporation, Direction.DOWN, sale.shares)
    elif to != game.cell(corporation):
        game.move_to(corporation, to)


def restack(game: Game, corporations: Iterable[str]) -> None:
    """Tokens moved by sales that stand together lie in their old order, under those that did not move."""
    cells = {name: game.cell(name) for name in corporations if game.is_started(name)}
    for name, cell in cells.items():
        game.put_on_market(name, cell)


class Raising(msgspec.Struct, frozen=True, omit_defaults=True):
    """The sales of somebody who raises money: they stand together, as those of one stock turn do."""

    seller: str = ""
    before: tuple[Marker, ...] = ()  # the market before the first of them
    sold: tuple[tuple[str, int], ...] = ()  # sale by sale: corporation and shares
    purse: int = 0  # what the seller had before the latest of them

    def shares(self, corporation: str) -> int:
        """How many shares of a corporation were sold."""
        return sum(shares for name, shares in self.sold if name == corporation)

    def completed(self) -> Raising:
        """Others have sold since: what is sold from now on stands by itself."""
        return Raising(self.seller, purse=self.purse)


def with_sale(game: Game, so_far: Raising | None, sale: Sale) -> Raising:
    """The sales so far and one more, which is about to be made."""
    if so_far is None or so_far.seller != sale.seller:
        so_far = Raising(sale.seller)
    sold = (*so_far.sold, (sale.corporation, sale.shares))
    return Raising(sale.seller, so_far.before or game.state.market, sold, game.cash(sale.seller))


def sell_to_raise(game: Game, sale: Sale, raising: Raising) -> None:
    """Carry out the latest of some sales; the tokens that they have moved lie in their old order."""
    sell(game, sale)
    names = [name for name in game.title.box.market.in_order(raising.before) if raising.shares(name)]
    moved = [name for name in names if cell_of(game.state.market, name) != cell_of(raising.before, name)]
    restack(game, moved)


def exchange_presidency(game: Game, corporation: str, heir: str, certificates: Sequence[int]) -> None:
    """The president's certificate changes hands for certificates of the same per cent; nothing is paid."""
    outgoing = game.president(corporation)
    given = pick(game.sizes(corporation), ordinary(game.holders(corporation), heir), certificates)
    if given is None:
        raise LookupError(f"{heir} cannot give {certificates} of {corporation}.")
    for number in given:
        game.hand_over(corporation, number, outgoing)
    game.hand_over(corporation, PRESIDENT, heir)
    game.tell(PresidentChanged(heir=heir, corporation=corporation))
    game.title.corporations.presidency_changed(game, corporation, outgoing)


def inherit_presidency(game: Game, corporation: str, outgoing: str) -> bool:
    """A president leaves the game: the largest holder of as much takes the certificate, for others to the pool."""
    sizes, holders = game.sizes(corporation), game.holders(corporation)
    heir = successor(sizes, holders, outgoing, game.to_the_left(outgoing), sizes[PRESIDENT] - 1)
    if heir is None:
        return False
    given = pick(sizes, ordinary(holders, heir), exchanges(sizes, holders, heir)[0])
    assert given is not None
    for number in given:
        game.hand_over(corporation, number, POOL)
    game.hand_over(corporation, PRESIDENT, heir)
    game.tell(PresidentChanged(heir=heir, corporation=corporation))
    return True


class PresidentExchange(Frame, frozen=True, tag="president_exchange"):
    """The outgoing president chooses what to take for the president's certificate."""

    corporation: str
    outgoing: str
    heir: str
    offers: tuple[tuple[int, ...], ...]

    word = "exchange"
    label = term("exchange of the presidency")
    asks = Prompt(
        term("Choose what you take for the presidency of {corporation}"),
        term("{player} gives up the presidency of {corporation}"),
    )

    def decider(self, game: Game) -> str:
        return self.outgoing

    def corporation_of(self, game: Game) -> str:
        return self.corporation

    def proceed(self, game: Game) -> bool:
        if game.is_started(self.corporation):
            return False
        game.pop()  # it closed by the very sale
        return True

    def choices(self, game: Game) -> Iterator[Choice]:
        for offer in self.offers:
            yield Exchange(offer)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not isinstance(action, Exchange):
            return not_now(action, self.called(game))
        if action.certificates not in self.offers:
            return Refusal(
                "president.exchange",
                "{heir} does not give these certificates for the president's certificate of {corporation}.",
                heir=self.heir,
                corporation=self.corporation,
            )
        return None

    def play(self, game: Game, action: Action) -> None:
        assert isinstance(action, Exchange)
        game.pop()
        exchange_presidency(game, self.corporation, self.heir, action.certificates)


def purchase_refusal(game: Game, buyer: str, corporation: str, source: str) -> Refusal | None:
    """Why a player may not buy the next certificate from a place."""
    names = {"buyer": buyer, "corporation": corporation}
    if corporation not in game.state.certificates:
        return Refusal("stock.unknown", "{corporation} has no stock in this game.", **names)
    if not game.is_started(corporation):
        return Refusal("stock.not_started", "{corporation} has not been started.", **names)
    barred = game.title.stock.purchase_refusal(game, buyer, corporation, source)
    if barred:
        return barred
    number = game.title.stock.next_certificate(game, corporation, holder_of(corporation, source))
    if number is None:
        rule = "buy.pool_empty" if source == POOL else "buy.treasury_empty"
        text = "There is no certificate of {corporation} {place}."
        return Refusal(rule, text, place=lying_in(source), **names)
    if game.certificate_count(buyer) >= game.title.stock.certificate_limit(game):
        return Refusal(
            "buy.certificate_limit",
            "{buyer} holds {count} {count:certificate|certificates}; the limit is {limit}.",
            count=game.certificate_count(buyer),
            limit=game.title.stock.certificate_limit(game),
            **names,
        )
    size, cost = game.sizes(corporation)[number], certificate_cost(game, corporation, source, number)
    holding = game.percent(corporation, buyer) + size
    if holding > game.title.player_limit:
        return Refusal(
            "buy.player_limit",
            "{buyer} would hold {holding}% of {corporation}; the limit is {most}%.",
            holding=holding,
            most=game.title.player_limit,
            **names,
        )
    if game.cash(buyer) < cost:
        return Refusal(
            "buy.pool_cash" if source == POOL else "buy.treasury_cash",
            "The certificate of {corporation} costs {cost:money}; {buyer} has {cash:money}.",
            cash=game.cash(buyer),
            cost=cost,
            **names,
        )
    return None


def certificate_cost(game: Game, corporation: str, source: str, number: int) -> int:
    """What a certificate costs that is bought from a place."""
    return (
        game.title.stock.share_price(game, corporation, source)
        * game.sizes(corporation)[number]
        // game.share(corporation)
    )


def buy(game: Game, buyer: str, corporation: str, source: str) -> None:
    """Buy the next certificate from a place at the market value, and see who is president now."""
    place = holder_of(corporation, source)
    number = game.title.stock.next_certificate(game, corporation, place)
    assert number is not None
    size, cost = game.sizes(corporation)[number], certificate_cost(game, corporation, source, number)
    payee = game.title.stock.payee(game, corporation, place)
    game.pay(buyer, payee, cost)
    game.hand_over(corporation, number, buyer)
    game.tell(StockBought(buyer=buyer, percent=size, corporation=corporation, source=source, cost=cost, payee=payee))
    if buyer in game.state.seats:
        may_take_over(game, corporation, buyer)
    game.title.stock.bought(game, corporation)


def may_take_over(game: Game, corporation: str, holder: str) -> None:
    """Whoever has come to hold more than the president becomes president."""
    president = game.president(corporation)
    least = game.percent(corporation, president) + game.title.corporations.takeover_margin(game)
    if president != holder and game.percent(corporation, holder) >= least:
        offers = exchanges(game.sizes(corporation), game.holders(corporation), holder)
        if len(offers) > 1:
            game.push(PresidentExchange(corporation, president, holder, tuple(offers)))
        else:
            exchange_presidency(game, corporation, holder, offers[0])


def holder_of(corporation: str, source: str) -> str:
    """Who holds the stock of a source: a treasury's stock belongs to the corporation itself."""
    return corporation if source == "treasury" else source
