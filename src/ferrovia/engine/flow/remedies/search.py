"""Why not, and what would make it legal: remedies are tried out on forks, and only what holds there is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from functools import partial

from msgspec.structs import replace

from ferrovia.engine.board.laying import Fault, options
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import (
    Action,
    BuyTrain,
    IssueShares,
    LayTile,
    Pass,
    RunTrains,
    SellShares,
)
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.remedies.history import (
    AtPrice,
    FromPhase,
    Operated,
    Started,
    TileBack,
    TileThere,
    TrainsSold,
    Turned,
)
from ferrovia.engine.flow.remedies.holdings import FewerCertificates, FewerTrains, LessStock, Money, OwnedPrivate
from ferrovia.engine.flow.remedies.moments import NextStockRound, NextTurn, is_untimely, moments
from ferrovia.engine.flow.remedies.remedy import Case, Remedy, Way
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.stock import StockRound

_MOST = 4  # remedies of one way; who needs more has another move in mind
_LOTS = 1_000_000  # more money than any game has
_ANY_SIXTH = range(6)
# What a refusal names that these remedies lift. Where it names nothing of it, they may only have brought about another
# refusal that hides it, and are told only if the action is then legal but for money.
_SPEAKS_OF: dict[type[Remedy], Set[str]] = {
    FromPhase: {"phase"},
    FewerCertificates: {"limit", "most"},
    LessStock: {"limit", "most"},
    FewerTrains: {"limit"},
    OwnedPrivate: {"private", "corporation"},
}
_OF_A_TILE = frozenset(fault.value for fault in Fault)


def why_not(game: Game, action: Action, by: str | None = None) -> Refusal | None:
    """Why an action would be refused now, with the way to make it legal where there is one; None where it is legal.

    It takes some dozens of questions to the rules, so it is for what somebody asks, not for lists.
    """
    refusal = game.why_not(action, by=by)
    if refusal is not None and not game.over and not isinstance(action, Pass):
        refusal.way = _way(Case(game, action, by), refusal)
    return refusal


def _way(case: Case, refusal: Refusal) -> Way | None:
    found: list[Remedy] = []
    now: Refusal | None = refusal
    here = case
    while now is not None and len(found) < _MOST:
        step = _step(here, now)
        if step is None:
            break
        remedy, here, now = step
        found.append(remedy)
        if remedy.is_open_ended:
            return Way(_summed(found), suffices=False)
    if not found:
        return None
    if now is None:
        return Way(_summed(_needed(case, found)), suffices=True)
    return Way(_summed(found), suffices=False, then=now)


def _step(case: Case, refusal: Refusal) -> tuple[Remedy, Case, Refusal | None] | None:
    """The first remedy that makes the action legal, or else the first that lifts the refusal of the moment."""
    lifting = None
    for remedy in candidates(case, refusal):
        supposed = remedy.supposed(case)
        left = supposed.refusal()
        if left is None:
            return remedy, supposed, None
        if lifting is None and _is_lifted(remedy, refusal, supposed, left):
            lifting = remedy, supposed, left
    return lifting


def _is_lifted(remedy: Remedy, refusal: Refusal, supposed: Case, left: Refusal) -> bool:
    """Whether what was in the way is not any more, although something else is: it must not only be hidden by that."""
    if left.text == refusal.text or is_untimely(left):
        return False
    speaks_of = _SPEAKS_OF.get(type(remedy))
    return speaks_of is None or bool(speaks_of & {*refusal.values}) or _is_legal_with_money(supposed)


def _is_legal_with_money(case: Case) -> bool:
    corporation, player = case.game.top.corporation_of(case.game), case.by or case.game.top.decider(case.game)
    for purse in (corporation, player):
        if purse in case.game.state.cash:
            case = Money(purse, _LOTS).supposed(case)
    return case.refusal() is None


def _needed(case: Case, remedies: list[Remedy]) -> list[Remedy]:
    """Those without which the action would be refused."""
    kept = list(remedies)
    for remedy in remedies:
        others = [other for other in kept if other is not remedy]
        here = case
        for other in others:
            here = other.supposed(here)
        if others and here.refusal() is None:
            kept = others
    return kept


def _summed(remedies: list[Remedy]) -> tuple[Remedy, ...]:
    """The same with those of one thing as one."""
    found: list[Remedy] = []
    for remedy in remedies:
        for place, other in enumerate(found):
            if (both := other.together(remedy)) is not None:
                found[place] = both
                break
        else:
            found.append(remedy)
    return tuple(found)


# What is tried


def candidates(case: Case, refusal: Refusal) -> Iterator[Remedy]:
    """What might lift a refusal, the nearest at hand first."""
    if is_untimely(refusal):
        yield from moments(case)
    elif not isinstance(case.action, RunTrains):  # another run is another matter
        for tried in _TRIED:
            yield from tried(case, refusal)


def _otherwise(case: Case, refusal: Refusal) -> Iterator[Remedy]:
    """The same at another price, or turned otherwise."""
    game, action = case.game, case.action
    if isinstance(action, LayTile) and action.tile in game.title.box.board.tiles and action.rotation in _ANY_SIXTH:
        turned = [replace(action, rotation=rotation) for rotation in _ANY_SIXTH]
        fitting = tuple(other.rotation for other in turned if game.why_not(other, by=case.by) is None)
        if fitting:
            yield Turned(fitting)
    price = getattr(action, "price", None)
    if type(price) is not int or case.by not in (None, game.decision.player):
        return
    for span in game.decision.ranges:
        if type(span.action) is type(action) and span.at(price) == action:
            nearest = min(max(price, span.low), span.high)
            yield AtPrice(nearest - (nearest - span.low) % span.step, span.low, span.high)
    prices = [
        choice.price  # type: ignore[attr-defined]
        for choice in game.decision.choices
        if type(choice) is type(action) and replace(choice, price=price) == action
    ]
    if prices:
        nearest = min(prices, key=lambda other: abs(other - price))
        yield AtPrice(nearest, nearest, nearest)


def _money(case: Case, refusal: Refusal) -> Iterator[Remedy]:
    game = case.game
    named = [value for value in refusal.values.values() if isinstance(value, str)]
    purses = [*named, game.top.corporation_of(game), game.top.decider(game), case.by or ""]
    for purse in dict.fromkeys(purse for purse in purses if purse in game.state.cash and purse != BANK):
        is_lifted = _lifts(case, refusal, partial(Money, purse))
        if is_lifted(_LOTS):
            yield Money(purse, _least(is_lifted, _LOTS, _differences(refusal)))


def _differences(refusal: Refusal) -> set[int]:
    """The sums that a refusal speaks of, and what lies between them: one of them is mostly what is missing."""
    sums = [value for value in refusal.values.values() if type(value) is int]
    return {amount for one in sums for other in (0, *sums) if (amount := one - other) > 0}


def _lifts(case: Case, refusal: Refusal, remedy: Callable[[int], Remedy]) -> Callable[[int], bool]:
    """Whether a remedy of some size lifts the refusal."""

    def is_lifted(size: int) -> bool:
        left = remedy(size).supposed(case).refusal()
        return left is None or left.text != refusal.text

    return is_lifted


def _least(is_lifted: Callable[[int], bool], most: int, guesses: Set[int] = frozenset()) -> int:
    """The smallest size that lifts it, where `most` does and more never does less."""
    for guess in sorted(guesses):
        if is_lifted(guess) and (guess == 1 or not is_lifted(guess - 1)):
            return guess
    low, high = 1, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_lifted(middle) else (middle + 1, high)
    return low


def _limits(case: Case, refusal: Refusal) -> Iterator[Remedy]:
    """Limits of certificates, of stock in one hand, of trains."""
    game, action = case.game, case.action
    player, operating = case.by or game.top.decider(game), game.top.corporation_of(game)
    papers = game.certificate_count(player)
    if papers >= game.title.stock.certificate_limit(game) and not isinstance(action, SellShares | IssueShares):
        yield from _smallest(case, refusal, partial(FewerCertificates, player), papers)
    corporation = getattr(action, "corporation", operating)
    if corporation in game.state.certificates:
        holder = POOL if isinstance(action, SellShares | IssueShares) else player
        shares = game.percent(corporation, holder) // game.share(corporation)
        yield from _smallest(case, refusal, partial(_less_stock, game, holder, corporation), shares)
    trains, limit = game.trains_in_limit(operating), game.phase.train_limit
    if isinstance(action, BuyTrain) and limit is not None and trains >= limit:
        yield from _smallest(case, refusal, partial(FewerTrains, operating), trains)


def _less_stock(game: Game, holder: str, corporation: str, shares: int) -> LessStock:
    return LessStock(holder, corporation, shares * game.share(corporation))


def _smallest(case: Case, refusal: Refusal, remedy: Callable[[int], Remedy], most: int) -> Iterator[Remedy]:
    is_lifted = _lifts(case, refusal, remedy)
    if most > 0 and is_lifted(most):
        yield remedy(_least(is_lifted, most))


def _trains(case: Case, refusal: Refusal) -> Iterator[Remedy]:
    """The trains before one in the bank's line."""
    if not isinstance(case.action, BuyTrain) or case.action.source != BANK:
        return
    game, train = case.game, case.action.train
    cards, pile = game.title.box.trains, game.trains(BANK)
    if train in pile and cards[train].in_line:
        ahead = [other for other in pile[: pile.index(train)] if cards[other].in_line]
        if ahead:
            yield TrainsSold(train, len(ahead))


def _privates(case: Case, refusal: Refusal) -> Iterator[Remedy]:
    """Powers that are their owner's."""
    game = case.game
    private, corporation = getattr(case.action, "private", ""), game.top.corporation_of(game)
    if private in game.state.privates and corporation and game.state.privates[private] != corporation:
        if not hasattr(case.action, "price"):
            yield OwnedPrivate(private, corporation)


def _history(case: Case, refusal: Refusal) -> Iterator[Remedy]:
    """What corporations have not done yet."""
    game = case.game
    named = [*refusal.values.values(), getattr(case.action, "corporation", "")]
    for corporation in dict.fromkeys(name for name in named if isinstance(name, str)):
        if corporation in game.state.certificates:
            yield Operated(corporation) if game.is_started(corporation) else Started(corporation)


def _tiles(case: Case, refusal: Refusal) -> Iterator[Remedy]:
    """Tiles that are used up, and tiles that must lie on a hex before."""
    game, action = case.game, case.action
    tile, hex_id = getattr(action, "tile", ""), getattr(action, "hex", "")
    if game.state.supply.get(tile) == 0 and tile in [laid for laid, _ in game.layout.tiles.values()]:
        yield TileBack(tile)
    board = game.title.box.board
    is_too_early = refusal.text == Fault.COLOUR_ORDER.value
    if hex_id not in board.hexes or board.hexes[hex_id].is_fixed or (isinstance(action, LayTile) and not is_too_early):
        return
    fitting: list[Remedy] = []
    late: list[Remedy] = []
    for remedy in _upgrades(game, hex_id):
        supposed = remedy.supposed(case)
        left = supposed.refusal()
        if left is None:
            yield remedy
            return
        if left.text != refusal.text and left.text not in _OF_A_TILE:
            fitting += [remedy] if is_too_early else []
            late += [remedy] if not late and _is_legal_late(supposed) else []
    yield from (late or fitting)[:1]


def _upgrades(game: Game, hex_id: str) -> Iterator[TileThere]:
    """A hex after the next tile, and after the one that follows."""
    first = [option for option in options(game.layout, hex_id) if game.state.supply[option.tile]]
    for option in first:
        yield TileThere(hex_id, option.face.colour, ((option.tile, option.rotation),))
    seen = set()
    for option in first:
        layout = game.layout.with_tile(hex_id, option.tile, option.rotation)
        for later in options(layout, hex_id):
            if later.face not in seen and game.state.supply[later.tile]:
                seen.add(later.face)
                laid = ((option.tile, option.rotation), (later.tile, later.rotation))
                yield TileThere(hex_id, later.face.colour, laid)


def _is_legal_late(case: Case) -> bool:
    """Whether only time and money are missing."""
    *_, last = case.game.title.box.phases
    return _is_legal_with_money(FromPhase(last).supposed(case))


def _phases(case: Case, refusal: Refusal) -> Iterator[Remedy]:
    """Phases to come; the first that refuses it no more is told, or else the first that refuses it otherwise."""
    phases = list(case.game.title.box.phases)
    yield from map(FromPhase, phases[phases.index(case.game.state.phase) + 1 :])


def _of_the_title(case: Case, refusal: Refusal) -> Iterator[Remedy]:
    yield from case.game.title.remedies(case.game, case.action)


def _turns(case: Case, refusal: Refusal) -> Iterator[Remedy]:
    """What this turn or this stock round does not allow any more."""
    match case.game.top:
        case StockRound(player=player) if case.by in (None, player):
            yield NextTurn(player)
            yield NextStockRound(player)
        case OperatingTurn(corporation=corporation):
            yield NextTurn(corporation)


_TRIED = (_otherwise, _money, _limits, _trains, _privates, _history, _tiles, _of_the_title, _phases, _turns)
