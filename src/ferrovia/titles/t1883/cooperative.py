"""Section 8.1: CCFR, the co-operative: its leader, gifts, looting, freezing and capitalisation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT, held, ordinary
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.events import TrainGivenUp, TreasuryFilled
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingRound
from ferrovia.engine.flow.phases import over_limit
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import CAPITALIST, CCFR, FROZEN, GRAVITY, SARSA, emilia, is_railway, keep
from ferrovia.titles.t1883.events import (
    Capitalised,
    CooperativeFrozen,
    CooperativeOffered,
    GiftReceived,
    GravityReturned,
    LeaderChosen,
    Looted,
    MembershipLost,
    OffersPooled,
    PresidentAppointed,
)


def members(game: Game) -> tuple[str, ...]:
    """Players who still have their share of the co-operative."""
    return tuple(player for player in game.players if player in game.holders(CCFR))


# Who leads it


def choose_first_leader(game: Game) -> None:
    """8.1.2: most railway presidencies, then most certificates, then most cash, then a die."""
    rank: list[Callable[[str], int]] = [
        lambda player: -len(railways_of(game, player)),
        lambda player: -game.certificate_count(player),
        lambda player: -game.cash(player),
    ]
    keep(game, ccfr_leader=_first(game, members(game), rank))
    game.tell(LeaderChosen(player=emilia(game).ccfr_leader))


def railways_of(game: Game, player: str) -> list[str]:
    return [name for name in presidencies(game, player) if name not in (SARSA, CCFR)]


def presidencies(game: Game, player: str) -> list[str]:
    return [name for name, holders in game.state.certificates.items() if holders[PRESIDENT] == player]


def _first(game: Game, players: Sequence[str], rank: Sequence[Callable[[str], int]]) -> str:
    """The player with the lowest rank, question by question; a die decides what is left."""
    left = list(players)
    for question in rank:
        lowest = min(question(player) for player in left)
        left = [player for player in left if question(player) == lowest]
    return left[game.roll(len(left)) - 1] if len(left) > 1 else left[0]


def rotate(game: Game) -> None:
    """8.1.2: at the end of every operating round the lead passes clockwise to the next member."""
    own = emilia(game)
    keep(game, ccfr_passed_on=False)
    if own.ccfr in (CAPITALIST, FROZEN) or not own.ccfr_leader or own.ccfr_passed_on:
        return
    following = [player for player in game.to_the_left(own.ccfr_leader) if player in members(game)]
    if following:
        keep(game, ccfr_leader=following[0])
    elif own.ccfr_leader not in members(game):
        freeze(game)  # in games stored when the last looter still finished the turn


def leader_leaves(game: Game, player: str, heirs: tuple[str, ...]) -> None:
    """R34: if a bankrupt player led CCFR, the next member leads it, in this round if it has yet to operate."""
    own = emilia(game)
    if own.ccfr in (CAPITALIST, FROZEN):
        return
    left = [heir for heir in heirs if heir in members(game)]
    if not left:
        freeze(game)
    elif own.ccfr_leader == player:
        turns = game.find(OperatingRound)
        has_operated = turns is None or CCFR in turns.done
        keep(game, ccfr_leader=left[0], ccfr_passed_on=has_operated)


# Gifts


def receive(game: Game, gift: str) -> None:
    """8.1.4: a train from the bank for nothing; what it gives up goes to the pool."""
    if emilia(game).ccfr == FROZEN:
        return
    table = next(line for line in components.company_table(CCFR)["free_trains"] if line["on_first"] == gift)
    for train in table["gives_up"]:
        if train in game.trains(CCFR):
            game.give_train(train, CCFR, POOL)
            game.tell(TrainGivenUp(CCFR, train))
    if table["receives"] in game.trains(BANK):
        game.give_train(table["receives"], BANK, CCFR)
        game.tell(GiftReceived(train=table["receives"]))


def give_up_surplus(game: Game) -> None:
    """R72: with nobody to choose, the cheapest trains above the limit go to the pool."""
    while over_limit(game, CCFR):
        counted = [train for train in game.trains(CCFR) if game.title.box.trains[train].counts_for_limit]
        train = min(counted, key=lambda name: game.title.box.trains[name].cost)
        game.give_train(train, CCFR, POOL)
        game.tell(TrainGivenUp(CCFR, train))


# Looting and freezing


def loot(game: Game, revenue: int) -> None:
    """8.1.5, R41: price left, the whole run to the looter, whose share goes to the pool for half its price."""
    looter, price = emilia(game).ccfr_leader, compensation(game)
    game.move(CCFR, Direction.LEFT)
    game.pay(BANK, looter, revenue)
    game.tell(Looted(player=looter, revenue=revenue))
    if game.is_started(CCFR) and emilia(game).ccfr != FROZEN:
        for number in held(game.holders(CCFR), looter):
            game.hand_over(CCFR, number, POOL)
            game.pay(BANK, looter, price)
            game.tell(MembershipLost(player=looter, amount=price))
        if not members(game):
            freeze(game)  # 1883-8.1.6.1: from this moment, so its turn is over


def compensation(game: Game) -> int:
    """What a looter gets for the share: half of the price to which looting lets it fall, rounded up."""
    cell = game.title.market.moved(game, game.cell(CCFR), Direction.LEFT, 1)
    return -(-game.title.box.market.price(cell) // 2)


def freeze(game: Game, to_offers: bool = False) -> None:
    keep(game, ccfr=FROZEN, ccfr_leader="")
    game.tell(CooperativeFrozen())
    if to_offers:
        _all_to_offers(game)
        cell = game.title.box.market.start_cell(components.company_table(CCFR)["start_price"])
        game.put_on_market(CCFR, cell)  # off the closed space; it has no price until it is launched


def _all_to_offers(game: Game) -> None:
    game.place_stock(CCFR, (OFFER,) * len(game.sizes(CCFR)))
    game.tell(CooperativeOffered())


# Capitalisation


def capitalise(game: Game) -> None:
    """8.1.8: a 5 train and money, its stock on the market, and a president."""
    own = emilia(game)
    frozen = own.ccfr == FROZEN
    keep(game, ccfr=CAPITALIST, ccfr_leader="")
    game.tell(Capitalised())
    receive(game, "5")
    gift = components.company_table(CCFR)["capital_gift"]
    game.pay(BANK, CCFR, gift)
    game.tell(TreasuryFilled(corporation=CCFR, amount=gift))
    for train in game.trains(CCFR):
        if train == GRAVITY:
            game.give_train(train, CCFR, BANK)
            game.tell(GravityReturned(corporation=CCFR))
    if frozen:
        give_up_surplus(game)
        _all_to_offers(game)
        game.take_off_market(CCFR)
        return
    offered = ordinary(game.holders(CCFR), OFFER)
    for number in offered:
        game.hand_over(CCFR, number, POOL)
    percent = sum(game.sizes(CCFR)[number] for number in offered)
    if percent:
        game.tell(OffersPooled(percent=percent))
    president = _first(game, members(game), _capitalist_rank(game))
    (swapped,) = held(game.holders(CCFR), president)
    game.hand_over(CCFR, swapped, POOL)
    game.hand_over(CCFR, PRESIDENT, president)
    game.set_par(CCFR, game.price(CCFR))
    game.tell(PresidentAppointed(player=president))


def _capitalist_rank(game: Game) -> list[Callable[[str], int]]:
    """8.1.8: fewest presidencies, railways, permanent trains, trains, certificates, cash."""

    def trains(player: str) -> list[str]:
        return [train for name in railways_of(game, player) if is_railway(game, name) for train in game.trains(name)]

    return [
        lambda player: len(presidencies(game, player)),
        lambda player: len(railways_of(game, player)),
        lambda player: sum("eliminated_by" not in components.train_table(train) for train in trains(player)),
        lambda player: len(trains(player)),
        lambda player: game.certificate_count(player),
        game.cash,
    ]
