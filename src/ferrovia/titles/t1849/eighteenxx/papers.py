"""The site's certificates: which of them everybody holds, in the order of arrival, and how the presidency moves them.

Our games know certificates of one size by their number too, but let others change hands. The site picks by order of
arrival whatever it picks by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from ferrovia.engine.finance.certificates import POOL, PRESIDENT
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Trouble
from ferrovia.titles.t1849.eighteenxx.names import LAST

_CHOICE_FROM = 40  # per cent that a new president must hold for the outgoing one to choose


class PaperTrouble(Trouble, LookupError):
    """What is wrong with the certificates that an action names, in one sentence."""


class Swap(msgspec.Struct, frozen=True):
    """A change of president: the certificates for the president's one have gone to `place`."""

    corporation: str
    outgoing: str
    heir: str
    place: str
    asks: bool  # whether the outgoing president may take two small certificates instead of the last one


class Papers:
    """All certificates of the game, by corporation and holder; a treasury is held by the corporation itself."""

    def __init__(self, game: Game) -> None:
        self.sizes = {name: game.sizes(name) for name in game.state.certificates}
        self.held: dict[str, dict[str, list[int]]] = {name: {} for name in self.sizes}
        self.president = {name: game.president(name) for name in game.market_order()}
        for name, holders in game.state.certificates.items():
            for number, holder in enumerate(holders):
                self.held[name].setdefault(holder, []).append(number)

    def copy(self) -> Papers:
        twin = Papers.__new__(Papers)
        twin.sizes, twin.president = self.sizes, self.president.copy()
        twin.held = {
            name: {holder: numbers.copy() for holder, numbers in held.items()} for name, held in self.held.items()
        }
        return twin

    def reset(self, corporation: str) -> None:
        """It is not started, or has closed: all lies in its treasury."""
        self.held[corporation] = {corporation: list(range(len(self.sizes[corporation])))}
        self.president.pop(corporation, None)

    def of(self, corporation: str, holder: str) -> list[int]:
        return self.held[corporation].get(holder, [])

    def holder(self, corporation: str, number: int) -> str:
        return next(holder for holder, numbers in self.held[corporation].items() if number in numbers)

    def counts(self, corporation: str, holder: str) -> Counter[int]:
        """How many certificates of each size somebody holds."""
        return Counter(self.sizes[corporation][number] for number in self.of(corporation, holder))

    def fits(self, game: Game) -> bool:
        """Whether everybody holds as much paper of each size as in our game."""
        return all(
            self.counts(name, holder)
            == Counter(size for size, owner in zip(game.sizes(name), holders, strict=True) if owner == holder)
            for name, holders in game.state.certificates.items()
            for holder in {*holders, *self.held[name]}
        )

    def next_of(self, corporation: str, holder: str, count: int = 1) -> list[int]:
        """The certificates that leave a place next: the last one only when no other is left."""
        lying = self.of(corporation, holder)
        return [*(number for number in lying if number != LAST), *(number for number in lying if number == LAST)][
            :count
        ]

    def move(self, corporation: str, number: int, to: str) -> None:
        self.held[corporation][self.holder(corporation, number)].remove(number)
        self.held[corporation].setdefault(to, []).append(number)

    def started(self, corporation: str, president: str) -> None:
        self.reset(corporation)
        self.move(corporation, PRESIDENT, president)
        self.president[corporation] = president

    def percent(self, corporation: str, holder: str) -> int:
        return sum(self.sizes[corporation][number] for number in self.of(corporation, holder))

    def bought(self, game: Game, corporation: str, number: int, buyer: str) -> Swap | None:
        self.move(corporation, number, buyer)
        return self._new_president(game, corporation, {})

    def sold(self, game: Game, corporation: str, numbers: Sequence[int], percent: int, seller: str) -> Swap | None:
        """Certificates go to the pool; of the president's one sometimes only a part is sold, after the exchange."""
        for number in numbers:
            self.move(corporation, number, POOL)
        kept = sum(self.sizes[corporation][number] for number in numbers) - percent
        swap = self._new_president(game, corporation, {seller: kept})
        if kept:
            small = next((number for number in self.of(corporation, POOL) if number not in (PRESIDENT, LAST)), None)
            if swap is None or small is None:
                raise PaperTrouble("Nobody can give small certificates of {name} for a part of one.", name=corporation)
            self.move(corporation, small, seller)
        return swap

    def _new_president(self, game: Game, corporation: str, besides: dict[str, int]) -> Swap | None:
        """Who holds more than the president takes over: of several the nearest to the left."""
        outgoing = self.president[corporation]
        share = {
            player: self.percent(corporation, player) + besides.get(player, 0)
            for player in (outgoing, *game.to_the_left(outgoing))
        }
        most = max(share.values())
        if share[outgoing] == most or most < self.sizes[corporation][PRESIDENT]:
            return None
        heir = next(player for player, held in share.items() if held == most)
        place = outgoing if share[outgoing] >= self.sizes[corporation][PRESIDENT] else POOL
        own = self.of(corporation, heir)
        asks = LAST in own and self.percent(corporation, heir) >= _CHOICE_FROM
        for number in [LAST] if LAST in own else own[:2]:
            self.move(corporation, number, place)
        self.move(corporation, PRESIDENT, heir)
        self.president[corporation] = heir
        return Swap(corporation, outgoing, heir, place, asks)

    def took_two(self, swap: Swap) -> None:
        """The outgoing president takes two small certificates instead of the last one."""
        self.move(swap.corporation, LAST, swap.heir)
        small = [number for number in self.of(swap.corporation, swap.heir) if number not in (PRESIDENT, LAST)]
        for number in small[:2]:
            self.move(swap.corporation, number, swap.place)

    def to_sell(self, corporation: str, seller: str, sizes: Sequence[int]) -> list[int]:
        """The certificates named in a sale; one who is left with less than the president's one names that too."""
        own, left = self.of(corporation, seller), self.percent(corporation, seller) - sum(sizes)
        if PRESIDENT not in own or left >= self.sizes[corporation][PRESIDENT]:
            picked: list[int] = []
            for size in sizes:
                fitting = (n for n in own if n not in (PRESIDENT, *picked) and self.sizes[corporation][n] == size)
                picked.append(next(fitting, -1))
            if -1 in picked:
                text = "{seller} cannot sell just these certificates of {name} there."
                raise PaperTrouble(text, seller=seller, name=corporation)
            return sorted(picked)
        small = [number for number in own if number not in (PRESIDENT, LAST)]
        kept = small[-1:] if left else []
        return sorted(number for number in own if number not in kept)
