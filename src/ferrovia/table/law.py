"""The law of a table: what the people at it have agreed on before it starts, shown to everybody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

import msgspec

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import term
from ferrovia.table.models import Visibility


class TableLaw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is chosen in the lobby."""

    undo: Literal["own", "consent", "host", "none"] = "own"
    best_run: Literal["offered", "told", "hidden"] = "offered"
    hints: Literal["offered", "none"] = "none"
    pace: Literal["live", "day", "days"] = "live"
    stand_in: Literal["never", "asked", "late"] = "asked"  # when a computer player may take an absent seat

    @property
    def limit(self) -> timedelta:
        """How long a turn may take before its player counts as absent."""
        return _LIMITS[self.pace]


USUAL = TableLaw()

_LIMITS = {"live": timedelta(minutes=15), "day": timedelta(days=1), "days": timedelta(days=2)}
SHORTEST = min(_LIMITS.values())


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
        "pace",
        term("Pace"),
        (
            Way(
                "live",
                term("live"),
                term("All play at once; whoever has not moved for a quarter of an hour is absent."),
            ),
            Way("day", term("a day a turn"), term("Whoever has not moved for 24 hours is absent.")),
            Way("days", term("2 days"), term("Whoever has not moved for two days is absent.")),
        ),
    ),
    Part(
        "stand_in",
        term("For those who are absent"),
        (
            Way(
                "never",
                term("nobody"),
                term("The table waits. Only you yourself may hand your seat to a computer player."),
            ),
            Way(
                "asked",
                term("if asked"),
                term("Anybody at the table may let a computer player move for somebody absent, until they come back."),
            ),
            Way(
                "late",
                term("at once"),
                term("A computer player moves for anybody who is absent, until they come back."),
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
    return msgspec.convert(stored, TableLaw)


def way_of(part: Part, value: str) -> Way:
    """Raises `Refusal` for a way that is none."""
    for way in part.ways:
        if way.value == value:
            return way
    raise Refusal("law", "There is no such law.")


def changed(stored: object, field: str, value: str) -> dict[str, str]:
    """The law with one part settled in another way; raises `Refusal`."""
    for part in PARTS:
        if part.field == field and field != VISIBILITY:
            way_of(part, value)
            return {**msgspec.structs.asdict(law_of(stored)), field: value}
    raise Refusal("law", "There is no such law.")


@dataclass(frozen=True)
class LawRow:
    """One part of the law and how it is settled."""

    part: Part
    way: Way


def law_rows(law: TableLaw, visibility: str) -> list[LawRow]:
    """All that a table has agreed on, part by part."""
    settled = {part.field: getattr(law, part.field, visibility) for part in PARTS}
    return [LawRow(part, way_of(part, settled[part.field])) for part in PARTS]
