"""Choices in words: what an action would do, as one short sentence with its prices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ferrovia.engine.board.laying import Option
from ferrovia.engine.board.routes import Route
from ferrovia.engine.board.track import added_track
from ferrovia.engine.finance.certificates import POOL, top
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import (
    Accept,
    Action,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseHome,
    Decline,
    DiscardTrain,
    Dividend,
    Exchange,
    IssueShares,
    LayTile,
    Pass,
    PlaceToken,
    RedeemShare,
    RunTrains,
    SellShares,
    Start,
    UsePrivate,
)
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.facets.corporations import presidents_cost
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.shares import certificate_cost, holder_of, market_value
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.finance import issued
from ferrovia.engine.flow.steps.run import RunStep, Takings
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.engine.flow.stock import StockRound
from ferrovia.engine.flow.wording import out_of
from ferrovia.saying.message import Message, term


def sentence(game: Game, choice: Choice) -> Message:
    """A legal choice of this moment in words."""
    if isinstance(choice, Range):
        return _at_any_price(_words(game, choice.action), choice)
    return _with_caution(game, choice, _words(game, choice))


def unturned_sentence(game: Game, lay: LayTile) -> Message:
    """A tile that is laid, without how far it is turned: for those who see where its track leads, or are told so."""
    plain = msgspec.structs.replace(lay, rotation=0)
    own = game.title.seen.words(game, plain)
    words = _for_money(_tile_words(game, plain), track_cost(game, lay)) if own is None else own
    return _with_caution(game, lay, words)


def _with_caution(game: Game, action: Action, words: Message) -> Message:
    caution = game.title.seen.caution(game, action)
    return Message("{words}: {caution}", words=words, caution=caution) if caution else words


def _at_any_price(words: Message, span: Range) -> Message:
    """The price that is still to be named, as all the prices it may be."""
    if span.low == span.high:
        return words
    text = "{low:money} to {high:money}" if span.step == 1 else "{low:money} to {high:money} in steps of {step:money}"
    return Message(words.text, **{**words.values, "price": Message(text, low=span.low, high=span.high, step=span.step)})


def _words(game: Game, action: Action) -> Message:
    own = game.title.seen.words(game, action)
    if own is not None:
        return own
    words_of = _WORDS.get(type(action))
    return words_of(game, action) if words_of else _plainly(action)


def _plainly(action: Action) -> Message:
    """An action that has no words of its own yet: what is done, and what it names."""
    deed = Message("{deed:^}", deed=Message(action.deed))
    named = " ".join(str(value) for value in msgspec.structs.astuple(action))
    return Message("{deed}: {named}", deed=deed, named=named) if named else deed


def _percents(certificates: tuple[int, ...]) -> str:
    return " + ".join(f"{size}%" for size in certificates)


# Privates and stock


def _bid(game: Game, action: Bid) -> Message:
    return Message("Bid {price:money} on {private}", private=_private(game, action.private), price=action.price)


def _private(game: Game, name: str) -> str:
    full = game.title.box.privates[name].name
    return f"{name} ({full})" if full != name else name


def _buy_private(game: Game, action: BuyPrivate) -> Message:
    owner = game.state.privates.get(action.private, BANK)
    named = {"private": _private(game, action.private), "price": action.price}
    if owner == BANK:
        return Message("Buy {private} for {price:money}", **named)
    buyer = game.top.corporation_of(game)
    text = "Ask {owner} to sell {private} for {price:money}"
    if buyer and owner == game.president(buyer):  # who decides for both, and need not ask
        text = "Buy {private} from {owner} for {price:money}"
    return Message(text, owner=owner, **named)


def _start(game: Game, action: Start) -> Message:
    named = {"corporation": action.corporation, "price": action.price}
    if not isinstance(game.top, StockRound):  # it comes with a private company, and the bank pays
        return Message("Start {corporation} at {price:money} a share", **named)
    return Message(
        "Start {corporation} at {price:money} a share, {cost:money} for the president's certificate",
        cost=presidents_cost(game, action.corporation, action.price),
        **named,
    )


def _buy_share(game: Game, action: BuyShare) -> Message:
    place = holder_of(action.corporation, action.source)
    source = out_of(action.source)
    number = game.title.stock.next_certificate(game, action.corporation, place)
    if number is None:
        return Message("Buy stock of {corporation} {source}", corporation=action.corporation, source=source)
    return Message(
        "Buy {percent}% of {corporation} {source} for {cost:money}",
        percent=game.sizes(action.corporation)[number],
        corporation=action.corporation,
        source=source,
        cost=certificate_cost(game, action.corporation, action.source, number),
    )


def _sell(game: Game, action: SellShares) -> Message:
    shares = sum(action.certificates) // game.share(action.corporation)
    text = "Sell {certificates} of {corporation} for {amount:money}"
    if len(action.certificates) == 1:
        text = "Sell {percent}% of {corporation} for {amount:money}"
    elif len(set(action.certificates)) == 1:
        text = "Sell {count} certificates of {corporation}, {percent}% in all, for {amount:money}"
    words = Message(
        text,
        count=len(action.certificates),
        percent=sum(action.certificates),
        certificates=_percents(action.certificates),
        corporation=action.corporation,
        amount=market_value(game, action.corporation, action.certificates),
    )
    return _or_closing(game, words, action.corporation, shares)


def _or_closing(game: Game, words: Message, corporation: str, shares: int) -> Message:
    """The same words, or with a warning where a corporation falls to nothing by the sale."""
    cell = game.title.market.moved(game, game.cell(corporation), Direction.DOWN, shares)
    if game.title.box.market.price(cell):
        return words
    return Message("{words}, and {corporation} closes", words=words, corporation=corporation)


def _exchange(game: Game, action: Exchange) -> Message:
    return Message("Take {certificates} for the president's certificate", certificates=_percents(action.certificates))


# The map


def _lay_tile(game: Game, action: LayTile) -> Message:
    return _for_money(_tile_words(game, action), track_cost(game, action))


def _tile_words(game: Game, action: LayTile) -> Message:
    tile = game.title.box.board.tiles[action.tile]
    text = "Lay {colour:term} tile {tile} on {place}"
    if action.rotation:
        text = "Lay {colour:term} tile {tile}, turned by {rotation}, on {place}"
    return Message(
        text,
        colour=tile.face.colour,
        tile=action.tile,
        rotation=action.rotation,
        place=game.title.box.board.place(action.hex),
    )


def _for_money(words: Message, cost: int) -> Message:
    """What is done, and what it costs if it does."""
    return Message("{words} for {cost:money}", words=words, cost=cost) if cost else words


def track_cost(game: Game, action: LayTile) -> int:
    """What a tile costs as a step of an operating turn."""
    turn = game.find(OperatingTurn)
    if turn is None or turn is not game.top:
        return 0
    step = turn.step_of(game)
    if not isinstance(step, TrackStep):
        return 0
    face = game.title.box.board.tiles[action.tile].faces[action.rotation]
    added = added_track(game.layout.face(action.hex), face) or ()
    return step.cost(game, turn, action.hex, Option(action.tile, action.rotation, face, added))


def _place_token(game: Game, action: PlaceToken) -> Message:
    text = "Place a token on {place}, city {city}" if action.city else "Place a token on {place}"
    words = Message(text, place=game.title.box.board.place(action.hex), city=action.city + 1)
    return _for_money(words, game.title.tokens.cost(game, game.top.corporation_of(game)))


def _choose_home(game: Game, action: ChooseHome) -> Message:
    return Message("Make {place} the home", place=game.title.box.board.place(action.hex))


def _run(game: Game, action: RunTrains) -> Message:
    takings = _takings(game, action)
    if takings is None:
        return Message("Run the trains")
    ways = [Message("{train} {hexes:route} ({revenue})", **_way(route)) for route in takings.routes]
    ways += [
        Message("{train} {hexes:route} ({revenue} {odds})", odds=odds, **_way(route)) for route, odds in takings.gambles
    ]
    text = "Run for {revenue:money}: {ways:;}"
    if takings.most > takings.revenue:
        text = "Run for {revenue:money} to {most:money}: {ways:;}"
    return Message(text, revenue=takings.revenue, most=takings.most, ways=(*ways, *takings.effects))


def _takings(game: Game, action: RunTrains) -> Takings | None:
    turn = game.top
    if not isinstance(turn, OperatingTurn):
        return None
    step = turn.step_of(game)
    found = step.takings(game, turn, action) if isinstance(step, RunStep) else None
    return found if isinstance(found, Takings) else None


def _way(route: Route) -> dict[str, object]:
    return {"train": route.train, "hexes": "-".join(route.hexes), "revenue": route.revenue}


# Money and trains


def _dividend(game: Game, action: Dividend) -> Message:
    turn = game.find(OperatingTurn)
    revenue = turn.revenue if turn is not None else 0
    if action.choice == "pay":
        return Message(
            "Pay {revenue:money} to the shareholders, {each:money} a share",
            revenue=revenue,
            each=revenue * game.share(game.top.corporation_of(game)) // 100,
        )
    return Message("Keep {revenue:money} in the treasury", revenue=revenue)


def _buy_train(game: Game, action: BuyTrain) -> Message:
    named = {"train": action.train, "price": action.price}
    corporation = game.top.corporation_of(game)
    if action.source not in (BANK, POOL):
        text = "Ask {owner} to sell its {train} for {price:money}"
        if game.president(action.source) == game.president(corporation):
            text = "Buy the {train} of {owner} for {price:money}"
        return Message(text, owner=action.source, **named)
    added = action.price - game.cash(corporation)
    named["source"] = out_of(action.source)
    if added <= 0:
        return Message("Buy {train:a} {source} for {price:money}", **named)
    return Message(
        "Buy {train:a} {source} for {price:money}, {added:money} of it from {president}",
        added=added,
        president=game.president(corporation),
        **named,
    )


def _issue(game: Game, action: IssueShares) -> Message:
    corporation = game.top.corporation_of(game)
    sizes = issued(game, corporation, action.count)
    text = "Issue {count} {count:certificate|certificates} to the bank pool for {amount:money}"
    if sum(sizes) > action.count * game.share(corporation):
        text = "Issue {count} {count:certificate|certificates}, {percent}% in all, to the bank pool for {amount:money}"
    words = Message(
        text,
        count=action.count,
        percent=sum(sizes),
        amount=market_value(game, corporation, sizes),
    )
    return _or_closing(game, words, corporation, sum(sizes) // game.share(corporation))


def _redeem(game: Game, action: RedeemShare) -> Message:
    corporation = game.top.corporation_of(game)
    number = top(game.holders(corporation), POOL)
    size = game.sizes(corporation)[number] if number is not None else 0
    return Message(
        "Buy {percent}% back from the bank pool for {cost:money}",
        percent=size,
        cost=market_value(game, corporation, (size,)),
    )


def _use_private(game: Game, action: UsePrivate) -> Message:
    private = _private(game, action.private)
    if not action.hex:
        return Message("Use {private}", private=private)
    return Message("Use {private} on {place}", private=private, place=game.title.box.board.place(action.hex))


def _accept(game: Game, action: Accept) -> Message:
    offer = game.top
    if not isinstance(offer, Offer):
        return Message("Accept")
    text = "Accept {price:money} from {buyer} for {name}"
    if offer.thing == "token":
        text = "Accept {price:money} from {buyer} for the token on {name}"
    elif offer.thing == "train":
        text = "Accept {price:money} from {buyer} for the {name}"
    return Message(text, **_offered(game, offer))


def _decline(game: Game, action: Decline) -> Message:
    offer = game.top
    if not isinstance(offer, Offer):
        return Message("Decline")
    text = "Decline {price:money} from {buyer} for {name}"
    if offer.thing == "token":
        text = "Decline {price:money} from {buyer} for the token on {name}"
    elif offer.thing == "train":
        text = "Decline {price:money} from {buyer} for the {name}"
    return Message(text, **_offered(game, offer))


def _offered(game: Game, offer: Offer) -> dict[str, Any]:
    name = game.title.box.board.place(offer.name) if offer.thing == "token" else offer.name
    return {"price": offer.price, "buyer": offer.buyer, "name": name}


def _always(text: str) -> Callable[[Game, Any], Message]:
    return lambda game, action: Message(text)


_WORDS: dict[type[Action], Callable[[Game, Any], Message]] = {
    Pass: _always(term("Pass")),
    Bid: _bid,
    BuyPrivate: _buy_private,
    Start: _start,
    ChooseHome: _choose_home,
    BuyShare: _buy_share,
    SellShares: _sell,
    Exchange: _exchange,
    LayTile: _lay_tile,
    PlaceToken: _place_token,
    RunTrains: _run,
    Dividend: _dividend,
    BuyTrain: _buy_train,
    DiscardTrain: lambda game, action: Message("Give up {train:a}", train=action.train),
    IssueShares: _issue,
    RedeemShare: _redeem,
    UsePrivate: _use_private,
    Accept: _accept,
    Decline: _decline,
    Bankrupt: _always(term("Give up: the train cannot be paid for, and the corporation closes")),
}
