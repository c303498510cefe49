"""A train, a private company, a corporation: whose it is, what it costs, what may be done with it now, and why not."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Action, Bid, BuyPrivate, BuyShare, BuyTrain, SellShares, Start, UsePrivate
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.remedies.telling import RefusedAct, most_telling
from ferrovia.engine.flow.state import BANK, OUT


def _listed(game: Game, field: str, name: str) -> tuple[Choice, ...]:
    """The choices of this moment that name something."""
    return tuple(
        choice
        for choice in game.decision
        if getattr(choice.action if isinstance(choice, Range) else choice, field, None) == name
    )


def _unless(listed: Iterable[Choice], game: Game, acts: Iterable[Action], by: str | None) -> RefusedAct | None:
    """Why none of some acts may be done, where none is listed."""
    return None if tuple(listed) else most_telling(game, acts, by)


class TrainFacts(msgspec.Struct, frozen=True):
    """A class of train."""

    train: str
    cost: int
    left: int  # in the bank
    owners: tuple[tuple[str, int], ...]  # how many each corporation, and the bank pool, has
    begins: str  # the phase that begins with the first that is sold
    eliminated_in: str  # the phase that ends it; nothing where none does
    is_on_sale: bool
    choices: tuple[Choice, ...]  # by which one is bought now
    refusal: RefusedAct | None  # why none is, where none can be


def train_facts(game: Game, train: str, by: str | None = None) -> TrainFacts:
    card, phases = game.title.box.trains[train], game.title.box.phases.values()
    listed = _listed(game, "train", train)
    buyer = "" if game.over else game.top.corporation_of(game)
    counts = {owner: trains.count(train) for owner, trains in game.state.trains.items() if owner not in (BANK, OUT)}
    owners = tuple((owner, count) for owner, count in counts.items() if count)
    sources = [BANK, *(owner for owner, _ in owners if owner != buyer)]
    acts = [BuyTrain(train, source, card.cost if source in (BANK, POOL) else 1) for source in sources]
    on_sale = game.title.trains.on_sale(game)
    return TrainFacts(
        train,
        card.cost,
        game.trains(BANK).count(train),
        owners,
        next((phase.name for phase in phases if phase.starts_with == train), ""),
        next((phase.name for phase in phases if train in phase.eliminates), ""),
        train in on_sale,
        listed,
        _unless(listed, game, acts, by),
    )


class PrivateFacts(msgspec.Struct, frozen=True):
    """A private company, or what else a title has as one."""

    private: str
    name: str
    face_value: int
    revenue: int  # what it pays now
    owner: str  # the bank before it is sold; nothing once it is closed
    prices: tuple[int, int] | None  # what the corporation whose turn it is may pay for it now
    sold_from: str  # the phase from which corporations buy private companies; nothing where none does
    closes_in: str  # the phase that closes all private companies
    choices: tuple[Choice, ...]
    refusal: RefusedAct | None  # why it is not bought now
    no_use: RefusedAct | None  # why its power is not used now, where it has one that is an act


def private_facts(game: Game, private: str, by: str | None = None) -> PrivateFacts:
    card, phases = game.title.box.privates[private], game.title.box.phases.values()
    owner = game.state.privates.get(private, "")
    listed = _listed(game, "private", private)
    buyer = "" if game.over else game.top.corporation_of(game)
    prices = game.title.privates.prices(game, buyer, private) if owner and buyer else None
    price = prices[0] if prices else max(1, card.face_value)
    buys = [choice for choice in listed if not isinstance(choice, UsePrivate)]
    uses = [choice for choice in listed if isinstance(choice, UsePrivate)]
    acts = [kind(private, price) for kind in (BuyPrivate, Bid) if kind in game.title.actions]
    return PrivateFacts(
        private,
        card.name,
        card.face_value,
        game.title.privates.revenue(game, private),
        owner,
        prices,
        next((phase.name for phase in phases if phase.corporations_buy_privates), ""),
        next((phase.name for phase in phases if "close_privates" in phase.events), ""),
        listed,
        _unless(buys, game, acts, by) if owner else None,
        _unless(uses, game, [UsePrivate(private)], by) if owner and UsePrivate in game.title.actions else None,
    )


class CorporationFacts(msgspec.Struct, frozen=True):
    """A corporation: its business, and its stock."""

    corporation: str
    is_started: bool
    has_operated: bool
    president: str
    price: int  # of a share on the market; 0 without one
    treasury: int
    trains: tuple[str, ...]
    stations: tuple[StopId, ...]
    tokens: int  # left on the charter
    holders: tuple[tuple[str, int], ...]  # and how many per cent each has
    choices: tuple[Choice, ...]  # that name it
    no_start: RefusedAct | None
    no_purchase: RefusedAct | None
    no_sale: RefusedAct | None


def corporation_facts(game: Game, corporation: str, by: str | None = None) -> CorporationFacts:
    is_started = game.is_started(corporation)
    listed = _listed(game, "corporation", corporation)
    kinds = {type(choice.action if isinstance(choice, Range) else choice) for choice in listed}
    sources = game.title.stock.sources
    acts: dict[type[Action], list[Action]] = {
        Start: [] if is_started else [Start(corporation, price) for price in game.phase.start_values],
        BuyShare: [BuyShare(corporation, source) for source in sources],  # type: ignore[arg-type]
        SellShares: [SellShares(corporation, (game.share(corporation),))],
    }
    refused = {kind: None if kind in kinds else most_telling(game, tried, by) for kind, tried in acts.items()}
    holders = dict.fromkeys(game.holders(corporation))
    return CorporationFacts(
        corporation,
        is_started,
        corporation in game.state.operated,
        game.president(corporation) if is_started else "",
        game.price(corporation) if is_started else 0,
        game.state.cash.get(corporation, 0),
        game.trains(corporation),
        game.state.stations.get(corporation, ()),
        game.state.tokens.get(corporation, 0),
        tuple((holder, game.percent(corporation, holder)) for holder in holders),
        listed,
        refused[Start],
        refused[BuyShare],
        refused[SellShares],
    )
