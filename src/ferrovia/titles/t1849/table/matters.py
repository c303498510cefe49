"""What happened in Sicily that a player must know: the earthquake, tokens lost by it, loans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferrovia.engine.flow.events import Event
from ferrovia.saying.message import Message, Said
from ferrovia.table.page.matters import Matter, Meanwhile, Rank, heading
from ferrovia.titles.t1849.events import Earthquake, LoanTaken, TokenLost


def headline(events: Sequence[Event]) -> Said | None:
    """12: what the log puts over a move."""
    if any(isinstance(event, Earthquake) for event in events):
        return Message("The Messina earthquake")
    return None


def matters(of: Meanwhile) -> Iterator[Matter]:
    say = of.scene.say
    lost = [event.corporation for _, event in of.of(TokenLost)]
    for number, event in of.of(Earthquake):
        detail = say("{corporations:and} lost a token there.", corporations=lost) if lost else ""
        yield Matter(Rank.EVENT, "M", heading(say, event), number, detail, say("the Messina earthquake"))
    for number, loan in of.of(LoanTaken):
        yield Matter(Rank.EVENT, "L", heading(say, loan), number)
