"""What happened in the South that a player must know: the Unification, nationals, concessions lost, acquisitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferrovia.engine.flow.events import Event
from ferrovia.saying.message import Message, Said
from ferrovia.table.page.matters import Matter, Meanwhile, Rank, heading
from ferrovia.titles.t18fb.events import (
    ConcessionWithdrawn,
    DepositForfeited,
    DepositLost,
    FoundByUnification,
    GaribaldiDecided,
    NationalFormed,
    RegionalAcquired,
)
from ferrovia.titles.t18fb.south import south

UNIFICATION, NATIONAL, CONCESSION, REGIONAL = "U", "⋈", "C", "R"  # what stands in the circle of a line
_UNIFICATION = (FoundByUnification, GaribaldiDecided, DepositLost)


def headline(events: Sequence[Event]) -> Said | None:
    """3.6, 3.7.1: what the log puts over a move."""
    formed = next((event for event in events if isinstance(event, NationalFormed)), None)
    if formed is not None:
        return formed
    if any(isinstance(event, _UNIFICATION) for event in events):
        return Message("The Unification of Italy")
    return None


def matters(of: Meanwhile) -> Iterator[Matter]:
    yield from _unification(of)
    yield from _nationals(of)
    yield from _concessions(of)
    say = of.scene.say
    for number, sold in of.of(RegionalAcquired):
        short = say("{regional} acquired", regional=sold.regional) if sold.owner == of.player else ""
        yield Matter(Rank.MERGER, REGIONAL, heading(say, sold), number, short=short)


def _unification(of: Meanwhile) -> Iterator[Matter]:
    """3.6: with what it cost the player."""
    say = of.scene.say
    numbers = [number for kind in _UNIFICATION for number, _ in of.of(kind)]
    if not numbers:
        return
    owned = {name for name, concession in south(of.then).concessions.items() if concession.owner == of.player}
    lost = sum(event.amount for _, event in of.of(DepositLost) if event.company in owned)
    words = [say("Concessions and cards are over; every company is definitive.")]
    if lost:
        words.append(say("Your deposits of {amount:money} are lost.", amount=lost))
    made = {event.company: event.heir for _, event in of.of(GaribaldiDecided)}
    words += [
        say("Garibaldi makes {heir} president of {company}.", heir=heir, company=name) for name, heir in made.items()
    ]
    yield Matter(Rank.EVENT, UNIFICATION, say("Italy is one"), max(numbers), " ".join(words), say("the Unification"))


def _nationals(of: Meanwhile) -> Iterator[Matter]:
    """3.7.1."""
    say = of.scene.say
    for number, formed in of.of(NationalFormed):
        name = formed.national
        started = of.now.is_started(name)
        percent = of.now.percent(name, of.player) if started else 0
        detail = say("You hold {percent}% of it.", percent=percent) if percent else say("You hold none of it.")
        value = say("{price:money}", price=of.now.price(name)) if started else ""
        yield Matter(Rank.MERGER, NATIONAL, heading(say, formed), number, detail, say("a merger"), value=value)


def _concessions(of: Meanwhile) -> Iterator[Matter]:
    """Those that were withdrawn; the player's own are hot."""
    say = of.scene.say
    kept = {event.company: event.amount for _, event in of.of(DepositForfeited)}
    for number, gone in of.of(ConcessionWithdrawn):
        before = south(of.then).concessions.get(gone.company)
        is_mine = before is not None and before.owner == of.player
        short = say("a concession withdrawn") if is_mine else ""
        amount = kept.get(gone.company)
        detail = say("The deposit of {amount:money} is the bank's.", amount=amount) if amount else ""
        yield Matter(Rank.CONCESSION, CONCESSION, heading(say, gone), number, detail, short)
