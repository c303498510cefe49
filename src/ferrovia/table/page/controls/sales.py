"""Sales by shares: so many per cent of a corporation; which certificates is asked only where it makes a difference."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ferrovia.engine.flow.actions import SellShares
from ferrovia.engine.flow.game import Game
from ferrovia.table.page.control import Way
from ferrovia.table.page.forks import at_once
from ferrovia.table.page.scene import Scene

Listed = tuple[int, SellShares]  # a sale with its number among the choices


@dataclass(frozen=True)
class Sale:
    """So many per cent, and the sets of certificates that end differently, the best for the seller first."""

    percent: int
    ways: tuple[Way, ...]
    numbers: frozenset[int]  # of all choices that come to this sum, also those that end as another does

    @property
    def asks(self) -> bool:
        return len(self.ways) > 1


def by_percent(scene: Scene, listed: list[Listed], picked: int) -> list[Sale]:
    """The sales of one corporation, the smallest first."""
    sums: dict[int, list[Listed]] = {}
    for number, sale in listed:
        sums.setdefault(sum(sale.certificates), []).append((number, sale))
    return [
        Sale(percent, _ways(scene, sums[percent], picked), frozenset(number for number, _ in sums[percent]))
        for percent in sorted(sums)
    ]


def _ways(scene: Scene, sets: list[Listed], picked: int) -> tuple[Way, ...]:
    """Those sets of one sum that end differently: most certificates freed first, but no presidency lost for it."""
    if len(sets) == 1:
        number, sale = sets[0]
        return (Way(number, _label(sale), "", number == picked),)
    ends: dict[tuple[object, ...], list[tuple[Listed, Game]]] = {}
    for number, sale in sets:
        then = at_once(scene, sale)
        if then is not None:
            ends.setdefault(_end(then, sale.corporation), []).append(((number, sale), then))
    seller, corporation = scene.decider, sets[0][1].corporation
    led = scene.game.president(corporation) == seller

    def rank(alike: list[tuple[Listed, Game]]) -> tuple[bool, int]:
        then = alike[0][1]
        return led and then.president(corporation) != seller, then.certificate_count(seller)

    return tuple(
        Way(
            alike[0][0][0],
            _label(alike[0][0][1]),
            _told(scene, corporation, alike[0][1], led=led),
            any(number == picked for (number, _), _ in alike),
        )
        for alike in sorted(ends.values(), key=rank)
    )


def _end(then: Game, corporation: str) -> tuple[object, ...]:
    """How a sale ends: who leads, and which certificates lie where, whichever piece of paper each of them is."""
    held = Counter(zip(then.holders(corporation), then.sizes(corporation), strict=True))
    return then.president(corporation), frozenset(held.items())


def _label(sale: SellShares) -> str:
    """A set of certificates in signs: 20% + 2 × 10%."""
    sizes = Counter(sale.certificates)
    return " + ".join(
        f"{sizes[size]} × {size}%" if sizes[size] > 1 else f"{size}%" for size in sorted(sizes, reverse=True)
    )


def _told(scene: Scene, corporation: str, then: Game, *, led: bool) -> str:
    """What differs: who leads, and how many certificates the seller keeps."""
    say, seller = scene.say, scene.decider
    president = then.president(corporation)
    kept = say(
        "{count} of {limit}", count=then.certificate_count(seller), limit=then.title.stock.certificate_limit(then)
    )
    if not led:
        return kept
    who = say("you stay president") if president == seller else say("{player} leads", player=president)
    return f"{who} · {kept}"
