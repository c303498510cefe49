"""Matters: what happened between two moves of a player, told by what it is about and not by when it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple, TypeVar

from ferrovia.engine.flow.events import (
    BankBroken,
    CorporationClosed,
    DividendReceived,
    Event,
    PhaseBegins,
    PlayerLeft,
    PriceMoved,
    PrivateClosed,
    PrivateRevenue,
    Ran,
    StockSold,
    TrainBought,
    TrainsEliminated,
    WentBankrupt,
)
from ferrovia.engine.flow.game import Game
from ferrovia.saying.voice import Voice
from ferrovia.sitting.moment import MoveEvents
from ferrovia.table.page.actors import president_of
from ferrovia.table.page.scene import Scene

E = TypeVar("E", bound=Event)
CROSS, PRESIDENT, PRICE, MONEY, PAPER, NEW, OUT = "✕", "P", "%", "±", "C", "+", "!"  # what stands in its circle


class Rank(IntEnum):
    """In which order matters are told, among the hot ones and among the others."""

    PHASE = 0
    TRAINS = 1
    MERGER = 2
    EVENT = 3
    CONCESSION = 4
    PRESIDENCY = 5
    CLOSED = 6
    STARTED = 7
    PRICES = 8
    MONEY = 9


class Change(NamedTuple):
    """How the price of a corporation went; `before` is None for a new one."""

    corporation: str
    before: int | None
    after: int
    is_mine: bool  # the viewer holds some of it

    @property
    def change(self) -> int:
        return 0 if self.before is None else self.after - self.before


class LostTrains(NamedTuple):
    """What a corporation of the viewer lost, and what is left to it."""

    corporation: str
    lost: tuple[str, ...]
    left: tuple[str, ...]


@dataclass(frozen=True)
class Matter:
    """One thing to know."""

    rank: Rank
    sign: str
    title: str
    number: int  # the move that brought it about, or the last of several
    detail: str = ""
    short: str = ""  # of a hot one: how a headline names it, in the midst of a sentence
    trains: tuple[LostTrains, ...] = ()
    prices: tuple[Change, ...] = ()
    value: str = ""  # a figure at the end of its line
    change: int = 0  # and by how much it is another

    @property
    def is_hot(self) -> bool:
        return bool(self.short)


@dataclass(frozen=True)
class Meanwhile:
    """What lies between a player's last move and now."""

    scene: Scene
    then: Game
    told: tuple[MoveEvents, ...]
    player: str

    @property
    def now(self) -> Game:
        return self.scene.game

    def of(self, kind: type[E]) -> Iterator[tuple[int, E]]:
        """The events of a kind, each with the number of its move."""
        for move in self.told:
            for event in move.events or ():
                if isinstance(event, kind):
                    yield move.number, event

    @cached_property
    def led(self) -> tuple[str, ...]:
        """The corporations over which the player presided."""
        return tuple(name for name in self.then.state.certificates if president_of(self.then, name) == self.player)

    @property
    def last(self) -> int:
        return self.told[-1].number

    def holds(self, corporation: str) -> bool:
        """Whether the player held any of a corporation, or holds some now."""
        return any(
            corporation in game.state.certificates and game.percent(corporation, self.player)
            for game in (self.then, self.now)
        )


def heading(say: Voice, event: Event) -> str:
    """What an event says, as a heading has it."""
    return say(event).removesuffix(".")


def usual_matters(of: Meanwhile) -> Iterable[Matter]:
    """What any title can tell: phase, trains, presidents, closings, starts, prices, money."""
    yield from _phase(of)
    yield from _trains(of)
    yield from _presidents(of)
    yield from _ruin(of)
    yield from _closed(of)
    yield from _started(of)
    yield from _prices(of)
    yield from _money(of)


def _phase(of: Meanwhile) -> Iterator[Matter]:
    """The last phase that began, with the trains that left by it and by those before it."""
    say, begun = of.scene.say, list(of.of(PhaseBegins))
    if not begun:
        return
    number, phase = begun[-1][0], begun[-1][1].phase
    bought = [event for place, event in of.of(TrainBought) if place == number]
    words = [say("{buyer} bought the first {train}.", buyer=bought[0].buyer, train=bought[0].train)] if bought else []
    gone = list(dict.fromkeys(event.train for _, event in of.of(TrainsEliminated)))
    if gone:
        words.append(say("All {trains} left the game.", trains=gone))
    limits = of.then.phase.train_limit, of.now.phase.train_limit
    if None not in limits and limits[0] != limits[1]:
        words.append(say("The train limit is now {n}.", n=limits[1]))
    yield Matter(
        Rank.PHASE,
        phase,
        say("Phase {phase} began", phase=phase),
        number,
        " ".join(words),
        say("phase {phase}", phase=phase),
    )


def _trains(of: Meanwhile) -> Iterator[Matter]:
    """What the player's corporations had and have no more: nobody sells a train without a move of their own."""
    say, found = of.scene.say, []
    for name in of.led:
        if not of.now.is_started(name):
            continue
        lost = Counter(of.then.trains(name)) - Counter(of.now.trains(name))
        if lost:
            found.append(LostTrains(name, tuple(lost.elements()), of.now.trains(name)))
    if found:
        n = sum(len(each.lost) for each in found)
        number = max((place for place, _ in of.of(TrainsEliminated)), default=of.last)
        title = say("You lost {n} {n:train|trains}", n=n)
        yield Matter(Rank.TRAINS, CROSS, title, number, short=say("trains lost"), trains=tuple(found))


def _presidents(of: Meanwhile) -> Iterator[Matter]:
    """Presidencies of the player that came or went; what became of closed corporations is told as that."""
    say = of.scene.say
    for name in of.now.state.certificates:
        before, after = president_of(of.then, name), president_of(of.now, name)
        if before == after or of.player not in (before, after) or not after:
            continue
        number = max((place for place, event in of.of(StockSold) if event.corporation == name), default=of.last)
        if after == of.player:
            title = say("You now lead {corporation}", corporation=name)
            short = say("the presidency of {corporation}", corporation=name)
            detail = say("{player} led it before.", player=before) if before else ""
        else:
            title = say("{player} now leads {corporation}", player=after, corporation=name)
            short = say("{corporation} lost", corporation=name)
            detail = say("You led it before.")
        yield Matter(Rank.PRESIDENCY, PRESIDENT, title, number, detail, short)


def _ruin(of: Meanwhile) -> Iterator[Matter]:
    """What concerns everybody, whoever it hits."""
    say = of.scene.say
    for number, _ in of.of(BankBroken):
        title = say("The bank has run out of money")
        yield Matter(Rank.EVENT, OUT, title, number, short=say("the bank is broken"))
    for number, ruined in of.of(WentBankrupt):
        left = any(event.player == ruined.player for _, event in of.of(PlayerLeft))
        title = say("{player} is bankrupt", player=ruined.player)
        detail = say("{player} has left the game.", player=ruined.player) if left else ""
        yield Matter(Rank.EVENT, OUT, title, number, detail, say("a bankruptcy"))


def _closed(of: Meanwhile) -> Iterator[Matter]:
    """Corporations and private companies that are no more; one of the player's own is hot."""
    say = of.scene.say
    for number, event in of.of(CorporationClosed):
        name = event.corporation
        hot = say("the end of {corporation}", corporation=name) if of.holds(name) else ""
        yield Matter(Rank.CLOSED, CROSS, say("{corporation} closed", corporation=name), number, short=hot)
    closed = list(of.of(PrivateClosed))
    if not closed:
        return
    owners = {event.private: of.then.state.privates.get(event.private, "") for _, event in closed}
    mine = [name for name, owner in owners.items() if owner == of.player or owner in of.led]
    title = say("{n} private {n:company|companies} closed", n=len(owners))
    if len(owners) == 1:
        title = say("{private} closed", private=next(iter(owners)))
    detail = ""
    if len(owners) > 1:
        detail = say("{privates:and}.", privates=list(owners))
        if mine and len(mine) < len(owners):
            detail += " " + say("Yours among them: {privates:and}.", privates=mine)
    yield Matter(
        Rank.CLOSED, PAPER, title, closed[-1][0], detail, say("your {private} closed", private=mine[0]) if mine else ""
    )


def _started(of: Meanwhile) -> Iterator[Matter]:
    """New corporations, by whom and at which price."""
    say = of.scene.say
    for name in of.now.state.certificates:
        if not of.now.is_started(name) or of.then.is_started(name):
            continue
        president = president_of(of.now, name)
        title = say("{player} leads {corporation}, which is new", player=president, corporation=name)
        if not president:
            title = say("{corporation} is new", corporation=name)
        value = say("{price:money}", price=of.now.price(name))
        yield Matter(Rank.STARTED, NEW, title, of.last, value=value)


def _prices(of: Meanwhile) -> Iterator[Matter]:
    """Prices that are others now, of what the player holds first."""
    moved = [place for place, _ in of.of(PriceMoved)]
    found = []
    for name in of.now.market_order():
        if of.then.is_started(name) and of.now.is_started(name) and of.then.price(name) != of.now.price(name):
            is_mine = of.now.percent(name, of.player) > 0
            found.append(Change(name, of.then.price(name), of.now.price(name), is_mine))
    if found and moved:
        ordered = tuple(sorted(found, key=lambda each: not each.is_mine))
        yield Matter(Rank.PRICES, PRICE, of.scene.say("Prices"), moved[-1], prices=ordered)


def _money(of: Meanwhile) -> Iterator[Matter]:
    """The player's money, where it is another sum; who paid it."""
    before, after = of.then.cash(of.player), of.now.cash(of.player)
    if before == after:
        return
    say, paid, numbers = of.scene.say, Counter[str](), []
    running = ""
    for move in of.told:
        for event in move.events or ():
            if isinstance(event, Ran):
                running = event.corporation
            elif isinstance(event, DividendReceived) and event.holder == of.player:
                paid[running] += event.amount
                numbers.append(move.number)
            elif isinstance(event, PrivateRevenue) and event.owner == of.player:
                paid[event.private] += event.amount
                numbers.append(move.number)
    parts = [say("{name} {amount:money}", name=name, amount=amount) for name, amount in paid.items() if name and amount]
    detail = say("Paid to you: {parts}.", parts=parts) if parts else ""
    yield Matter(
        Rank.MONEY,
        MONEY,
        say("Your money"),
        numbers[-1] if numbers else of.last,
        detail,
        value=say("{price:money}", price=after),
        change=after - before,
    )
