"""The numbers that a seed is made of, as pages show them: in the lobby, while the game runs, and at its end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ferrovia.formats.shared_seed import SharedSeed
from ferrovia.table.models import Seat, SeatKind, SeatNumber, SeedDraw, Table


@dataclass(frozen=True)
class NumberRow:
    """One seat with what is known of its number."""

    seat: int
    player: str
    source: str  # as in formats.shared_seed; empty: nothing was given so far
    commitment: str
    is_open: bool
    is_mine: bool
    number: str = ""
    nonce: str = ""


@dataclass(frozen=True)
class Numbers:
    """All seats of a table and the server."""

    commitment: str  # the server's; empty: it has none yet
    called_off: int
    is_starting: bool
    rows: list[NumberRow]
    number: str = ""  # the server's own, at the end
    nonce: str = ""

    @property
    def missing(self) -> list[str]:
        """Players whose numbers are still to be opened."""
        return [row.player for row in self.rows if row.commitment and not row.is_open]

    @property
    def has_mine(self) -> bool:
        return any(row.is_mine for row in self.rows)

    @property
    def drawn(self) -> list[str]:
        """Players for whom the server drew."""
        return [row.player for row in self.rows if row.source == "drawn"]

    @property
    def opened(self) -> list[str]:
        """Players who have committed to a number before they told it."""
        return [row.player for row in self.rows if row.source == "opened"]

    @property
    def told(self) -> list[str]:
        """Players who have told the server their number before the start."""
        return [row.player for row in self.rows if row.source == "told"]


def numbers_in_lobby(table: Table, seats: Sequence[Seat], mine: Collection[int]) -> Numbers:
    draw = SeedDraw.objects.filter(table=table).defer("own", "shared").first()
    rows = [_row(seat, seat.pk in mine) for seat in seats if seat.kind != SeatKind.OPEN]
    if draw is None:
        return Numbers("", 0, False, rows)
    return Numbers(draw.commitment, draw.called_off, draw.is_starting, rows)


def _row(seat: Seat, is_mine: bool) -> NumberRow:
    known: SeatNumber | None = getattr(seat, "seat_number", None)
    if known is None:
        return NumberRow(seat.pk, seat.player, "none" if seat.kind == SeatKind.BOT else "", "", False, is_mine)
    return NumberRow(seat.pk, seat.player, known.source, known.commitment, known.is_open, is_mine)


def numbers_of(shared: SharedSeed | None, is_over: bool) -> Numbers | None:
    """Those of a game; what they were is told once it is over. None where the seed was drawn in one place."""
    if shared is None:
        return None
    rows = [
        NumberRow(
            0,
            each.player,
            each.source,
            each.commitment,
            True,
            False,
            each.number if is_over else "",
            each.nonce if is_over else "",
        )
        for each in shared.contributions
    ]
    own = (shared.number, shared.nonce) if is_over else ("", "")
    return Numbers(shared.commitment, shared.called_off, False, rows, *own)
