"""Emergencies searched to their ends, by every order of the listed choices; and what sales could have brought."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ferrovia.engine.flow.actions import Action, Answer, Bankrupt, BuyTrain, Exchange, SellShares
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game

BOUGHT, LOST = "bought", "lost"


def ends(game: Game, corporation: str) -> set[str]:
    """How an emergency can end for who presides over a corporation: every order of listed choices is followed."""
    return _ends(game, corporation, game.president(corporation), {})


def _ends(game: Game, corporation: str, president: str, known: dict[tuple[object, ...], set[str]]) -> set[str]:
    state = game.state
    position = (state.market, *state.certificates.values(), state.agenda, *state.cash.values())
    if position not in known:
        found: set[str] = set()
        for choice in _unasked(game, corporation, president):
            if isinstance(choice, BuyTrain | Bankrupt):
                found.add(BOUGHT if isinstance(choice, BuyTrain) else LOST)
                continue
            after = game.fork()
            after.apply(choice)
            found |= _ends(after, corporation, president, known)
        known[position] = found
    return known[position]


def _unasked(game: Game, corporation: str, president: str) -> Iterator[Action]:
    """What raises money or ends the raising, without anybody's consent; questions on the way are answered anyhow."""
    for choice in game.decision:
        action = choice.action if isinstance(choice, Range) else choice
        if isinstance(action, BuyTrain) and action.source in game.title.box.corporations:
            if game.president(action.source) == president:
                yield action
        elif isinstance(action, BuyTrain | SellShares | Bankrupt | Answer | Exchange):
            yield action


# What sales could bring, worked out from the words of the rulebooks


class Paper(NamedTuple):
    """Stock of one corporation of which somebody may sell: sizes in per cent, prices from the token's space down."""

    own: tuple[int, ...]  # what the seller holds besides the president's certificate
    presides: bool
    others: tuple[tuple[int, ...], ...]  # the other players, from the left
    pool: int
    prices: tuple[int, ...]
    may_lose: bool = True  # the presidency
    may_go_on: bool = True  # ... and sell more after that

    @property
    def held(self) -> int:
        return sum(self.own) + 20 * self.presides

    def most(self) -> int:
        """The most that any legal sales, one after the other, can bring."""
        return _most(self)

    def sales(self) -> Iterator[tuple[int, Paper]]:
        """Every legal sale: what it brings, and how things stand after it."""
        for large in range(3):
            for small in range(9):
                sizes = (20,) * large + (10,) * small
                if sizes and sum(sizes) <= self.held and self.pool + sum(sizes) <= 50:
                    for own, presides in self._after(sizes):
                        shares = sum(sizes) // 10
                        prices = self.prices[min(shares, len(self.prices) - 1) :]
                        after = self._replace(own=own, presides=presides, pool=self.pool + sum(sizes), prices=prices)
                        is_last = self.presides and not presides and not self.may_go_on
                        yield shares * self.prices[0], after._replace(own=(), presides=False) if is_last else after

    def _after(self, sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], bool]]:
        """What is left in hand, and whether the presidency is: one way for each exchange with an heir."""
        keeps = self.held - sum(sizes)
        heir = max(self.others, key=sum) if self.presides else ()
        if self.presides and sum(heir) > keeps and sum(heir) >= 20:
            for given in {(20,), (10, 10)} if self.may_lose else ():
                if not Counter(given) - Counter(heir) and not Counter(sizes) - Counter((*self.own, *given)):
                    yield tuple(sorted((Counter((*self.own, *given)) - Counter(sizes)).elements())), False
        elif (keeps >= 20 or not self.presides) and not Counter(sizes) - Counter(self.own):
            yield tuple(sorted((Counter(self.own) - Counter(sizes)).elements())), self.presides


@lru_cache(maxsize=4096)
def _most(paper: Paper) -> int:
    return max((brought + _most(after) for brought, after in paper.sales()), default=0)


def deal_out(dice: random.Random, sizes: Sequence[int], president: int) -> tuple[list[list[int]], int]:
    """Single certificates to three players, few to the first, and the pool, so that the president presides."""
    while True:
        hands: list[list[int]] = [[], [], []]
        pool = 0
        for size in sizes:
            place = dice.choice((0, 0, 1, 1, 2, 3, 3, 4, 4, 4))  # 4: they lie elsewhere
            if place < 3:
                hands[place].append(size)
            elif place == 3:
                pool += size
        held = [sum(hand) + 20 * (player == president) for player, hand in enumerate(hands)]
        if max(held) == held[president] <= 60 and pool <= 50 and len(hands[0]) <= 3:
            return hands, pool
