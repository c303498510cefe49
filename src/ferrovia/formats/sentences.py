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


def sentence(game: Game, choice: Choice) -> str:
    """A legal choice of this moment in words."""
    if isinstance(choice, Range):
        words = sentence(game, choice.action)
        least, most = money(game, choice.low), money(game, choice.high)
        rest = f" in steps of {choice.step}" if choice.step > 1 else ""
        price = f"for {least}" if choice.low == choice.high else f"for {least} to {most}{rest}"
        return words.replace(f"for {least}", price)
    caution = game.title.seen.caution(game, choice)
    return f"{_words(game, choice)}: {caution}" if caution else _words(game, choice)


def _words(game: Game, action: Action) -> str:
    own = game.title.seen.words(game, action)
    if own is not None:
        return own
    words_of = _WORDS.get(type(action))
    return words_of(game, action) if words_of else _plainly(action)


def _plainly(action: Action) -> str:
    """An action that has no words of its own yet: its kind and what it names."""
    kind = str(type(action).__struct_config__.tag).replace("_", " ").capitalize()
    return " ".join([kind, *(str(value) for value in msgspec.structs.astuple(action))])


def money(game: Game, amount: int) -> str:
    return game.title.currency.format(amount)


def _percents(certificates: tuple[int, ...]) -> str:
    return " + ".join(f"{size}%" for size in certificates)


# Privates and stock


def _bid(game: Game, action: Bid) -> str:
    return f"Bid on {_private(game, action.private)} for {money(game, action.price)}"


def _private(game: Game, name: str) -> str:
    full = game.title.box.privates[name].name
    return f"{name} ({full})" if full != name else name


def _buy_private(game: Game, action: BuyPrivate) -> str:
    owner = game.state.privates.get(action.private, BANK)
    asked = "Buy" if owner == BANK else f"Offer {owner} to buy"
    return f"{asked} {_private(game, action.private)} for {money(game, action.price)}"


def _start(game: Game, action: Start) -> str:
    words = f"Start {action.corporation} at {money(game, action.price)} a share"
    if not isinstance(game.top, StockRound):
        return words  # it comes with a private company, and the bank pays
    cost = presidents_cost(game, action.corporation, action.price)
    return f"{words}, {money(game, cost)} for the president's certificate"


def _buy_share(game: Game, action: BuyShare) -> str:
    place = holder_of(action.corporation, action.source)
    number = game.title.stock.next_certificate(game, action.corporation, place)
    if number is None:
        return f"Buy stock of {action.corporation} from the {action.source}"
    size = game.sizes(action.corporation)[number]
    cost = certificate_cost(game, action.corporation, action.source, number)
    return f"Buy {size}% of {action.corporation} from the {action.source} for {money(game, cost)}"


def _sell(game: Game, action: SellShares) -> str:
    gain = market_value(game, action.corporation, action.certificates)
    closes = _closes(game, action.corporation, sum(action.certificates) // game.share(action.corporation))
    return f"Sell {_percents(action.certificates)} of {action.corporation} for {money(game, gain)}{closes}"


def _closes(game: Game, corporation: str, shares: int) -> str:
    """Whether a corporation falls to nothing by a sale."""
    cell = game.title.market.moved(game, game.cell(corporation), Direction.DOWN, shares)
    return "" if game.title.box.market.price(cell) else f", and {corporation} closes"


def _exchange(game: Game, action: Exchange) -> str:
    return f"Take {_percents(action.certificates)} for the president's certificate"


# The map


def _lay_tile(game: Game, action: LayTile) -> str:
    tile = game.title.box.board.tiles[action.tile]
    turned = f", turned by {action.rotation}" if action.rotation else ""
    cost = _track_cost(game, action)
    price = f" for {money(game, cost)}" if cost else ""
    return f"Lay {tile.face.colour} tile {action.tile}{turned} on {game.title.box.board.place(action.hex)}{price}"


def _track_cost(game: Game, action: LayTile) -> int:
    turn = game.find(OperatingTurn)
    if turn is None or turn is not game.top:
        return 0
    step = turn.step_of(game)
    if not isinstance(step, TrackStep):
        return 0
    face = game.title.box.board.tiles[action.tile].faces[action.rotation]
    added = added_track(game.layout.face(action.hex), face) or ()
    return step.cost(game, turn, action.hex, Option(action.tile, action.rotation, face, added))


def _place_token(game: Game, action: PlaceToken) -> str:
    city = f", city {action.city + 1}" if action.city else ""
    cost = game.title.tokens.cost(game, game.top.corporation_of(game))
    price = f" for {money(game, cost)}" if cost else ""
    return f"Put a station token on {game.title.box.board.place(action.hex)}{city}{price}"


def _choose_home(game: Game, action: ChooseHome) -> str:
    return f"Make {game.title.box.board.place(action.hex)} the home"


def _run(game: Game, action: RunTrains) -> str:
    takings = _takings(game, action)
    if takings is None:
        return "Run"
    ways = [f"{_way(route)} ({route.revenue})" for route in takings.routes]
    ways += [f"{_way(route)} ({route.revenue} {odds})" for route, odds in takings.gambles]
    luck = f" to {money(game, takings.most)}" if takings.most > takings.revenue else ""
    return f"Run for {money(game, takings.revenue)}{luck}: {'; '.join((*ways, *takings.effects))}"


def _takings(game: Game, action: RunTrains) -> Takings | None:
    turn = game.top
    if not isinstance(turn, OperatingTurn):
        return None
    step = turn.step_of(game)
    found = step.takings(game, turn, action) if isinstance(step, RunStep) else None
    return found if isinstance(found, Takings) else None


def _way(route: Route) -> str:
    return f"{route.train} {'-'.join(route.hexes)}"


# Money and trains


def _dividend(game: Game, action: Dividend) -> str:
    turn = game.find(OperatingTurn)
    revenue = turn.revenue if turn is not None else 0
    if action.choice == "pay":
        a_share = revenue * game.share(game.top.corporation_of(game)) // 100
        return f"Pay {money(game, revenue)} to the shareholders, {money(game, a_share)} a share"
    return f"Keep {money(game, revenue)} in the treasury"


def _buy_train(game: Game, action: BuyTrain) -> str:
    if action.source in (BANK, POOL):
        where = "the bank" if action.source == BANK else "the bank pool"
        corporation = game.top.corporation_of(game)
        added = action.price - game.cash(corporation)
        from_president = f", {money(game, added)} of it from {game.president(corporation)}" if added > 0 else ""
        return f"Buy a {action.train} from {where} for {money(game, action.price)}{from_president}"
    return f"Offer {action.source} to buy its {action.train} for {money(game, action.price)}"


def _issue(game: Game, action: IssueShares) -> str:
    plural = "s" if action.count > 1 else ""
    corporation = game.top.corporation_of(game)
    sizes = issued(game, corporation, action.count)
    amount = market_value(game, corporation, sizes)
    closes = _closes(game, corporation, sum(sizes) // game.share(corporation))
    return f"Issue {action.count} certificate{plural} to the bank pool for {money(game, amount)}{closes}"


def _redeem(game: Game, action: RedeemShare) -> str:
    corporation = game.top.corporation_of(game)
    number = top(game.holders(corporation), POOL)
    size = game.sizes(corporation)[number] if number is not None else 0
    return f"Buy {size}% back from the bank pool for {money(game, market_value(game, corporation, (size,)))}"


def _use_private(game: Game, action: UsePrivate) -> str:
    where = f" on {game.title.box.board.place(action.hex)}" if action.hex else ""
    return f"Use {_private(game, action.private)}{where}"


def _answer(word: str) -> Callable[[Game, Any], str]:
    def words(game: Game, action: Action) -> str:
        offer = game.top
        if not isinstance(offer, Offer):
            return word
        name = f"the token on {game.title.box.board.place(offer.name)}" if offer.thing == "token" else offer.name
        return f"{word} {money(game, offer.price)} of {offer.buyer} for {name}"

    return words


def _always(words: str) -> Callable[[Game, Any], str]:
    return lambda game, action: words


_WORDS: dict[type[Action], Callable[[Game, Any], str]] = {
    Pass: _always("Pass"),
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
    DiscardTrain: lambda game, action: f"Give up a {action.train}",
    IssueShares: _issue,
    RedeemShare: _redeem,
    UsePrivate: _use_private,
    Accept: _answer("Accept"),
    Decline: _answer("Decline"),
    Bankrupt: _always("Give up: the train cannot be paid, and the corporation closes"),
}
