"""What happened in Emilia that a player must know: the merger, events, concessions, the co-operative, support."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferrovia.engine.flow.events import Event
from ferrovia.saying.message import Said
from ferrovia.table.page.matters import Matter, Meanwhile, Rank, heading
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import CCFR, SEFTA
from ferrovia.titles.t1883.events import (
    Capitalised,
    CardRevealed,
    ConcessionCompleted,
    ConcessionFailed,
    CooperativeFrozen,
    Looted,
    Merged,
    PenaltyPaid,
    SupportLost,
)

MERGER, EVENT, CONCESSION, LOOT, SUPPORT = "⋈", "!", "C", "−", "S"  # what stands in the circle of a line


def headline(events: Sequence[Event]) -> Said | None:
    """7, 8.1, 8.3: what the log puts over a move; the merger before what else came with it."""
    for kind in (Merged, Capitalised):
        found = next((event for event in events if isinstance(event, kind)), None)
        if found is not None:
            return found
    return None


def matters(of: Meanwhile) -> Iterator[Matter]:
    yield from _merger(of)
    yield from _events(of)
    yield from _concessions(of)
    yield from _cooperative(of)
    say = of.scene.say
    for number, lost in of.of(SupportLost):
        if lost.player == of.player:
            title = say("You lost a political support card")
            yield Matter(Rank.EVENT, SUPPORT, title, number, short=say("political support lost"))


def _merger(of: Meanwhile) -> Iterator[Matter]:
    """8.3."""
    say = of.scene.say
    for number, _ in of.of(Merged):
        percent = of.now.percent(SEFTA, of.player) if of.now.is_started(SEFTA) else 0
        words = [say("You hold {percent}% of it.", percent=percent)] if percent else [say("You hold none of it.")]
        leader = of.now.president(SEFTA) if of.now.is_started(SEFTA) else ""
        if leader and leader != of.player:
            words.insert(0, say("{player} leads it.", player=leader))
        value = say("{price:money}", price=of.now.price(SEFTA)) if of.now.is_started(SEFTA) else ""
        title = say("FMMSF and FMV are now SEFTA")
        yield Matter(Rank.MERGER, MERGER, title, number, " ".join(words), say("a merger"), value=value)


def _events(of: Meanwhile) -> Iterator[Matter]:
    """7: the cards, with what they do."""
    say = of.scene.say
    for number, event in of.of(CardRevealed):
        table = components.event_table(event.card)
        name, effect = say("{words:term}", words=table["name"]), say("{words:term}", words=table["effect"])
        yield Matter(Rank.EVENT, EVENT, name, number, effect, name)


def _concessions(of: Meanwhile) -> Iterator[Matter]:
    """5.6: what became of concessions; those of the player's corporations are hot."""
    say = of.scene.say
    for number, done in of.of(ConcessionCompleted):
        short = say("a concession completed") if done.corporation in of.led else ""
        yield Matter(Rank.CONCESSION, CONCESSION, heading(say, done), number, short=short)
    paid = {event.corporation: event.amount for _, event in of.of(PenaltyPaid)}
    for number, failed in of.of(ConcessionFailed):
        name = failed.corporation
        short = say("a concession failed") if name in of.led else ""
        detail = say("The penalty was {amount:money}.", amount=paid[name]) if name in paid else ""
        yield Matter(Rank.CONCESSION, CONCESSION, heading(say, failed), number, detail, short)


def _cooperative(of: Meanwhile) -> Iterator[Matter]:
    """8.1: loot, frost and capital; hot for whoever holds a share."""
    say, holds = of.scene.say, of.holds(CCFR)
    for number, looted in of.of(Looted):
        yield Matter(Rank.EVENT, LOOT, heading(say, looted), number, short=say("CCFR looted") if holds else "")
    for number, frozen in of.of(CooperativeFrozen):
        yield Matter(Rank.EVENT, LOOT, heading(say, frozen), number, short=say("CCFR frozen") if holds else "")
    for number, grown in of.of(Capitalised):
        yield Matter(Rank.EVENT, MERGER, heading(say, grown), number, short=say("CCFR capitalised") if holds else "")
