"""The law of a table: what the people at it have agreed on before it starts, shown to everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import term
from ferrovia.table.clocks.profile import PACES, ClockLaw
from ferrovia.table.models import Visibility


class TableLaw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is chosen in the lobby."""

    undo: Literal["own", "consent", "host", "none"] = "own"
    best_run: Literal["offered", "told", "hidden"] = "offered"
    hints: Literal["offered", "none"] = "none"
    clock: ClockLaw = ClockLaw()
    stand_in: Literal["never", "vote", "asked", "late"] = "asked"  # what follows when somebody's time is over


USUAL = TableLaw()


@dataclass(frozen=True)
class Way:
    """One of the ways to settle a part of the law: a word, and what it means."""

    value: str
    word: str
    meaning: str


@dataclass(frozen=True)
class Part:
    """One part of the law."""

    field: str
    name: str
    ways: tuple[Way, ...]


VISIBILITY = "visibility"  # kept beside the law, because lists of tables ask for it

PARTS = (
    Part(
        "undo",
        term("Taking back"),
        (
            Way(
                "own",
                term("own turn"),
                term(
                    "You take back your own moves until another person has moved, or a card or die has shown something."
                ),
            ),
            Way("consent", term("by request"), term("A move is taken back if everybody at the table agrees.")),
            Way("host", term("host"), term("The host takes moves back, whoever made them.")),
            Way("none", term("never"), term("What is done is done.")),
        ),
    ),
    Part(
        "best_run",
        term("Best run"),
        (
            Way("offered", term("offered"), term("The best run is drawn, and one click takes it.")),
            Way("told", term("told, not drawn"), term("The page tells what the best run brings, not where it goes.")),
            Way("hidden", term("hidden"), term("Everybody finds their runs alone, and a run counts as it is shown.")),
        ),
    ),
    Part(
        "hints",
        term("Hints"),
        (
            Way(
                "offered",
                term("offered"),
                term("Whoever must choose may ask a computer player what it would do, and why."),
            ),
            Way("none", term("none"), term("Everybody thinks for themselves.")),
        ),
    ),
    Part(
        "stand_in",
        term("When somebody’s time is over"),
        (
            Way(
                "never",
                term("we wait"),
                term("The table waits. Only you yourself may hand your seat to a computer player."),
            ),
            Way(
                "vote",
                term("vote"),
                term(
                    "The others vote: wait a day more, let a computer play this one turn, or offer the seat to another "
                    "person. Whoever comes back just plays."
                ),
            ),
            Way(
                "asked",
                term("if asked"),
                term("Anybody at the table may let a computer play this one turn. Whoever comes back just plays."),
            ),
            Way(
                "late",
                term("at once"),
                term(
                    "A computer plays this one turn. After three turns running the seat is offered to a person. "
                    "Whoever comes back just plays."
                ),
            ),
        ),
    ),
    Part(
        VISIBILITY,
        term("Who may look"),
        (
            Way(
                Visibility.PUBLIC,
                term("anyone"),
                term("The table stands in the list. Those who watch never see a hand."),
            ),
            Way(
                Visibility.LINK,
                term("with the link"),
                term("Anybody who has the link may watch, and never sees a hand."),
            ),
            Way(Visibility.PLAYERS, term("players"), term("Only those who sit at the table see it.")),
        ),
    ),
)


def law_of(stored: object) -> TableLaw:
    if isinstance(stored, dict) and "pace" in stored:  # of an earlier release
        stored = {name: value for name, value in stored.items() if name != "pace"} | {"clock": PACES[stored["pace"]]}
    return msgspec.convert(stored, TableLaw, from_attributes=True)


def way_of(part: Part, value: str) -> Way:
    """Raises `Refusal` for a way that is none."""
    for way in part.ways:
        if way.value == value:
            return way
    raise Refusal("law", "There is no such law.")


def changed(stored: object, field: str, value: str) -> dict[str, Any]:
    """The law with one part settled in another way; raises `Refusal`."""
    for part in PARTS:
        if part.field == field and field != VISIBILITY:
            way_of(part, value)
            return kept(msgspec.structs.replace(law_of(stored), **{field: value}))
    raise Refusal("law", "There is no such law.")


def changed_clock(stored: object, clock: ClockLaw) -> dict[str, Any]:
    """The law with another clock."""
    return kept(msgspec.structs.replace(law_of(stored), clock=clock))


def kept(law: TableLaw) -> dict[str, Any]:
    """A law as it is kept."""
    plain: dict[str, Any] = msgspec.to_builtins(law)
    return plain


@dataclass(frozen=True)
class LawRow:
    """One part of the law and how it is settled."""

    part: Part
    way: Way


def law_rows(law: TableLaw, visibility: str) -> list[LawRow]:
    """All that a table has agreed on, part by part."""
    settled = {part.field: getattr(law, part.field, visibility) for part in PARTS}
    return [LawRow(part, way_of(part, settled[part.field])) for part in PARTS]
