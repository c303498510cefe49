"""Section 8.2, the rule of 1:2: one share of SARSA for every two railway shares, when a stock round ends.

During the round everybody deals freely, but nobody passes while a way back is open, and no deal may shut it (R48).
The way back is made of the player's own deals in this and later turns of the round, others standing still: sales of
SARSA, sales of other stock for money, purchases and launches of railways.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT, Holders, ordinary
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import Action, BuyShare, SellShares, Start
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.shares import Sale, plan_sale
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t1883.corporations import PRESIDENTS_SHARES
from ferrovia.titles.t1883.emilia import MERGING, SARSA, emilia, is_railway
from ferrovia.titles.t1883.market import CLOSED


def shares(holders: Holders, holder: str) -> int:
    """5.0: all certificates are single shares, but for the president's, which is two."""
    return holders.count(holder) + (holders[PRESIDENT] == holder)


def coach_shares(game: Game, player: str) -> int:
    return shares(game.holders(SARSA), player)


def railway_shares(game: Game, player: str) -> int:
    return sum(shares(game.holders(name), player) for name in railways(game))


def railways(game: Game) -> Iterator[str]:
    """The corporations whose shares count."""
    merged = emilia(game).merged
    return (name for name in game.state.certificates if is_railway(game, name) and not (merged and name in MERGING))


def missing(game: Game, player: str) -> int:
    """How many railway shares a player lacks for the shares of SARSA they hold."""
    coaches = coach_shares(game, player)
    return max(0, 2 * coaches - railway_shares(game, player)) if coaches else 0


def can_be_mended(game: Game, player: str) -> bool:
    """Whether a player lacks railway shares, and need not lack as many."""
    lacking = missing(game, player)
    return bool(lacking) and fewest_missing(game, player) < lacking


def shuts_the_way_back(game: Game, player: str, action: Action) -> bool:
    """Whether a player would come to lack railway shares by a deal, more than they do without it."""
    if _is_safe(game, player, action):
        return False
    after = game.fork()
    after.events = []
    after.top.play(after, action)
    return fewest_missing(after, player) > fewest_missing(game, player)


def _is_safe(game: Game, player: str, action: Action) -> bool:
    """Whether a deal plainly leaves its player within the rule, or back in it by selling SARSA alone: most do."""
    coaches = coach_shares(game, player)
    dealt = action.corporation if isinstance(action, BuyShare | SellShares | Start) else ""
    if not coaches and dealt != SARSA:
        return True
    change = 0
    match action:
        case BuyShare():
            change = 1
        case Start():
            change = PRESIDENTS_SHARES
        case SellShares(certificates=certificates):
            change = -_lost(game, player, dealt, sum(certificates) // game.share(dealt))
    railway_change, coach_change = (0, change) if dealt == SARSA else (change, 0)
    railway = railway_shares(game, player) + railway_change
    if 2 * (coaches + coach_change) <= railway:
        return True
    unsold = coaches + _most_sold(game, player, SARSA).shares
    return 2 * (unsold + max(0, coach_change)) <= railway


def _lost(game: Game, player: str, corporation: str, sold: int) -> int:
    """How many shares a player loses by a sale: all of them if the corporation closes by it."""
    cell = game.title.market.moved(game, game.cell(corporation), Direction.DOWN, sold)
    return shares(game.holders(corporation), player) if cell in CLOSED else sold


# The way back


class Change(NamedTuple):
    """What dealing in one corporation changes for a player."""

    shares: int
    cash: int
    certificates: int


def fewest_missing(game: Game, player: str) -> int:
    """How many railway shares a player still lacks after the best they can do in the rest of the round, others
    standing still. The order of deals does not matter, as sales come first: so each corporation is looked at by
    itself, and what its stock can bring is put together with that of the others."""
    lacking = missing(game, player)
    if not lacking:
        return 0
    coaches = _most_sold(game, player, SARSA)
    lacking += 2 * coaches.shares
    if lacking <= 0:
        return 0
    sold = {name for seller, name in _stock_round(game).sold if seller == player}
    dealings = {name: [] if name in sold else [*_purchases(game, player, name)] for name in railways(game)}
    purse = game.cash(player) + coaches.cash
    room = game.title.stock.certificate_limit(game) - game.certificate_count(player) - coaches.certificates
    if _most_gained(dealings.values(), purse, room) < lacking:  # railways are sold only where money is short
        dealings = {name: [*changes, *_sales(game, player, name)] for name, changes in dealings.items()}
    return max(0, lacking - _most_gained(dealings.values(), purse, room))


def _stock_round(game: Game) -> StockRound:
    found = game.find(StockRound)
    assert found is not None
    return found


def _sales(game: Game, player: str, corporation: str) -> Iterator[Change]:
    """What each sale of a corporation's stock would change, the largest first; all of it is sold at one price."""
    if not game.is_started(corporation):
        return
    share = game.share(corporation)
    room = (game.title.pool_limit - game.percent(corporation, POOL)) // share
    for count in range(min(shares(game.holders(corporation), player), room), 0, -1):
        sale = plan_sale(game, player, corporation, (share,) * count)
        if isinstance(sale, Sale):
            lost = _lost(game, player, corporation, count)
            yield Change(-lost, count * game.price(corporation), _paper_after(game, sale, lost))


def _most_sold(game: Game, player: str, corporation: str) -> Change:
    """The largest sale of a corporation's stock."""
    return next(_sales(game, player, corporation), Change(0, 0, 0))


def _paper_after(game: Game, sale: Sale, lost: int) -> int:
    """How many certificates more or less the seller has of the corporation: single ones, once the presidency goes."""
    holders = game.holders(sale.corporation)
    held, paper = shares(holders, sale.seller), holders.count(sale.seller)
    return held - lost - paper if sale.successor or lost == held else -lost


def _purchases(game: Game, player: str, corporation: str) -> Iterator[Change]:
    """What each number of shares that might be bought of a corporation would change, the cheapest first."""
    room = (game.title.player_limit - game.percent(corporation, player)) // game.share(corporation)
    offers, pool = (len(ordinary(game.holders(corporation), place)) for place in (OFFER, POOL))
    if game.is_started(corporation):
        prices = [game.title.stock.share_price(game, corporation, OFFER)] * offers if offers else []
        prices = sorted(prices + [game.price(corporation)] * pool)[: max(0, room)]
        yield from (Change(count, -sum(prices[:count]), count) for count in range(1, len(prices) + 1))
    elif corporation in game.title.corporations.may_start(game):
        par = min(game.phase.start_values)
        for more in range(min(offers, room - PRESIDENTS_SHARES) + 1):
            yield Change(PRESIDENTS_SHARES + more, -par * (PRESIDENTS_SHARES + more), 1 + more)


def _most_gained(dealings: Iterable[list[Change]], purse: int, room: int) -> int:
    """The most railway shares a player can gain with this money and room for certificates, one dealing for each
    corporation at most."""
    left = sorted(dealings, key=lambda changes: -max((change.cash for change in changes), default=0))
    reached = {(0, 0): purse}  # (shares, certificates) gained -> the most money left
    for number, changes in enumerate(left):
        to_come = sum(max((0, *(change.cash for change in later))) for later in left[number + 1 :])
        before = tuple(reached.items())
        for (gained, paper), cash in before:
            for change in changes:
                rest = cash + change.cash
                key = (gained + change.shares, paper + change.certificates)
                if rest + to_come >= 0 and rest > reached.get(key, -to_come - 1):
                    reached[key] = rest
    return max(gained for (gained, paper), cash in reached.items() if cash >= 0 and (paper <= room or gained <= 0))
