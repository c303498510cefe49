"""Section 8.3 against a count of shares: who ends up with how much of SEFTA, whoever holds what before the merger.

The count knows nothing of certificates: ten shares are handed out, one after the other, by the sentences of 8.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferrovia.engine.flow.actions import Answer, Bankrupt
from ferrovia.titles.t1883.actions import Merge
from tests.t1883.table import PLAYERS, Table

SEEDS = st.integers(0, 10**9)
POOL, OFFER = "pool", "offer"
VALUE, HALF = 150, 75  # of a share of SEFTA, at 85 and 65
SHARES = 10


@dataclass
class Holdings:
    """Who holds what before the merger; FMMSF, which proposes it, is `companies[0]`."""

    players: tuple[str, ...]
    presidents: tuple[str, ...]
    companies: tuple[Counter[str], ...]  # shares of 10%, the president's two not counted
    cash: dict[str, int]
    converts: dict[str, bool]  # whether a player would turn an odd share

    @property
    def order(self) -> tuple[str, ...]:
        place = self.players.index(self.presidents[0])
        return (*self.players[place:], *self.players[:place])

    def old(self, holder: str) -> int:
        return sum(company[holder] for company in self.companies) + 2 * self.presidents.count(holder)


def made_up(random: Random) -> Holdings:
    """Stock dealt at random; the pools are large, as they are where certificates run short."""
    players = PLAYERS[: random.randint(2, 4)]
    pool_limit = random.choice((5, 5, 5, 8))  # a bankruptcy fills it beyond 50%
    presidents, companies = [], []
    for _ in range(2):
        president = random.choice(players)
        held = Counter({president: 0})
        for _ in range(8):
            takers = [player for player in players if player == president or held[player] < held[president] + 2]
            holder = random.choice((*takers, OFFER, POOL, POOL, POOL))
            held[OFFER if holder == POOL and held[POOL] >= pool_limit else holder] += 1
        presidents.append(president)
        companies.append(held)
    cash = {player: random.choice((1000, 300, 60)) for player in players}
    return Holdings(
        players, tuple(presidents), tuple(companies), cash, {player: random.random() < 0.7 for player in players}
    )


@dataclass
class Count:
    """The merger, counted in shares."""

    holdings: Holdings
    shares: Counter[str] = field(default_factory=Counter)
    cash: dict[str, int] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)  # who may choose what becomes of an odd share
    ruined: list[str] = field(default_factory=list)
    president: str = ""

    def __post_init__(self) -> None:
        self.cash = dict(self.holdings.cash)
        self._pairs()
        self._odd()
        self.shares[OFFER] = SHARES - sum(count for holder, count in self.shares.items() if holder != OFFER)
        while not self.president and self._receivers() and not self.is_over:
            self._sell_presidency(self._receivers()[0])
        if self.president:
            self._largest()

    @property
    def is_over(self) -> bool:
        """9.0: one player is left."""
        return len(self.ruined) == len(self.holdings.players) - 1

    def _receive(self, player: str) -> None:
        self.shares[player] += 1
        if self.shares[player] == 2 and not self.president:
            self.president = player

    def _pairs(self) -> None:
        for player in self.holdings.order:
            for _ in range(self.holdings.old(player) // 2):
                self._receive(player)
        for place in (OFFER, POOL):
            self.shares[place] = self.holdings.old(place) // 2

    def _odd(self) -> None:
        for player in self.holdings.order:
            if self.holdings.old(player) % 2 == 0:
                continue
            may = self.shares.total() < SHARES and self.cash[player] >= HALF
            if may:
                self.asked.append(player)
            if may and self.holdings.converts[player]:
                self.cash[player] -= HALF
                self._receive(player)
            else:
                self.cash[player] += HALF

    def _receivers(self) -> list[str]:
        return [player for player in self.holdings.order if self.shares[player] and player not in self.ruined]

    def _sell_presidency(self, player: str) -> None:
        if self.cash[player] < VALUE:
            self.ruined.append(player)
            self.shares[POOL] += self.shares.pop(player)
            return
        self.cash[player] -= VALUE
        self.shares[OFFER if self.shares[OFFER] else POOL] -= 1
        self._receive(player)

    def _largest(self) -> None:
        players = self.holdings.players
        place = players.index(self.president)
        self.president = max((*players[place:], *players[:place]), key=lambda player: self.shares[player])


def merge(holdings: Holdings) -> tuple[Table, list[str]]:
    """The same at a table; the players with an odd share who could choose."""
    table = Table(len(holdings.players)).phase("4").privates().own_is(deck=())
    for name, price, president, held in zip(
        ("FMMSF", "FMV"), (85, 65), holdings.presidents, holdings.companies, strict=True
    ):
        stock: Mapping[str, int] = {holder: count for holder, count in held.items() if holder != OFFER}
        table.start(name, president, at=price, stock=stock).trains(name, "4")
    table.cash(**holdings.cash).tokens("FMV", "55").own_is(operated_before=("FMMSF", "FMV"))
    table.operate("FMMSF", "merge").do(Merge())
    asked = []
    while not table.game.over and table.step in ("merger", "odd_share", "debt", "discard", "tokens"):
        decision = table.game.decision
        action = decision.choices[0]
        if table.step == "odd_share":
            asked.append(table.decider)
            action = Answer("convert" if holdings.converts[table.decider] else "give_up")
        elif table.step == "debt":
            action = Bankrupt()
        table.do(action)
    return table, asked


def check(seed: int) -> None:
    holdings = made_up(Random(seed))
    counted = Count(holdings)
    table, asked = merge(holdings)
    assert asked == counted.asked
    assert [player for player in holdings.order if player in table.game.state.gone] == counted.ruined
    assert table.game.over == counted.is_over
    if counted.is_over:
        return
    assert table.game.is_started("SEFTA") == bool(counted.president)
    if not counted.president:
        return
    holders = (*holdings.players, POOL, OFFER)
    assert [table.game.percent("SEFTA", holder) // SHARES for holder in holders] == [
        counted.shares[holder] for holder in holders
    ]
    assert table.game.president("SEFTA") == counted.president
    left = [player for player in holdings.players if player not in counted.ruined]
    assert table.money(*left) == tuple(counted.cash[player] for player in left)


@pytest.mark.clause("1883-8.3.6", "1883-8.3.7", "1883-8.3.10", "1883-8.3.11", "1883-8.3.12", "1883-R75", "1883-R82")
@given(SEEDS)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_the_shares_of_sefta_are_handed_out_to_the_last_one(seed: int) -> None:
    check(seed)


@pytest.mark.soak
def test_ten_thousand_mergers() -> None:
    for seed in range(10_000):
        check(seed)
