"""What each seat adds to the seed: committed to before the start, then opened, and hashed with the server's.

A browser sends the hash of its number first and the number itself only once the host has started and nothing changes
any more. docs/chance.md tells what that proves.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec
from django.db.models import F

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.shared_seed import (
    LONGEST_NUMBER,
    NONCE_BYTES,
    Contribution,
    SharedSeed,
    drawn_number,
    is_commitment,
    is_number,
    number_commitment,
)
from ferrovia.table.clean_text import clean_text
from ferrovia.table.models import Seat, SeatKind, SeatNumber, SeedDraw, Table
from ferrovia.table.sealing import sealed, unsealed


def draw_of(table: Table) -> SeedDraw:
    """The drawing of a table's seed, for which the server has committed to a number of its own."""
    known = SeedDraw.objects.filter(table=table).first()
    return known or SeedDraw.objects.create(table=table, **_own_number())


def _own_number() -> dict[str, object]:
    number, nonce = drawn_number()
    return {"own": sealed(msgspec.json.encode((number, nonce))), "commitment": number_commitment(number, nonce)}


def has_number(seat: Seat) -> bool:
    return SeatNumber.objects.filter(seat=seat).exclude(commitment="").exists()


def commit_number(seat: Seat, commitment: str) -> None:
    """A browser says the hash of its number; raises `Refusal`."""
    if not is_commitment(commitment):
        raise Refusal("number", "This is no hash of a number.")
    _put(seat, source="opened", commitment=commitment, number="", nonce="")


def tell_number(seat: Seat, text: str) -> None:
    """A player types a number into a page without scripts: the server knows it from then on; raises `Refusal`."""
    number = clean_text(text)
    nonce = secrets.token_hex(NONCE_BYTES)
    if not is_number(number, nonce):
        raise Refusal("number", "A number of your own has 1 to {most} signs.", most=LONGEST_NUMBER)
    _put(seat, source="told", commitment=number_commitment(number, nonce), number=number, nonce=nonce)


def draw_number(seat: Seat) -> None:
    """The server draws in the place of a player."""
    number, nonce = drawn_number()
    _put(seat, source="drawn", commitment=number_commitment(number, nonce), number=number, nonce=nonce)


def _put(seat: Seat, **fields: str) -> None:
    draw_of(seat.table)
    SeatNumber.objects.update_or_create(seat=seat, defaults=fields)


def open_number(seat: Seat, number: str, nonce: str) -> None:
    """A browser tells the number that it has committed to; raises `Refusal`."""
    known = SeatNumber.objects.filter(seat=seat).first()
    if known is None or not is_number(number, nonce) or number_commitment(number, nonce) != known.commitment:
        raise Refusal("number", "The number of {player} is not the one that was committed to.", player=seat.player)
    known.number, known.nonce = number, nonce
    known.save(update_fields=["number", "nonce"])


def forget_number(seat: Seat) -> None:
    """Whoever gets up takes their number along."""
    if seat.pk is not None:
        SeatNumber.objects.filter(seat=seat).delete()


def waits_for(table: Table) -> list[str]:
    """The players whose numbers are not open yet."""
    return list(table.seats.filter(seat_number__nonce="").order_by("place").values_list("player", flat=True))


def is_starting(table: Table) -> bool:
    return SeedDraw.objects.filter(table=table, is_starting=True).exists()


def call_off(table: Table) -> None:
    """The start is called off, if there was one: numbers that may have been seen count no more."""
    changed = SeedDraw.objects.filter(table=table, is_starting=True).update(
        is_starting=False, called_off=F("called_off") + 1, **_own_number()
    )
    if changed:
        SeatNumber.objects.filter(seat__table=table).delete()


def shared_seed(table: Table, seats: Sequence[Seat]) -> SharedSeed:
    """The seed of all numbers, which then are kept with the game alone; the server draws what nobody has given.

    Raises `Refusal` where a number is not open.
    """
    draw = draw_of(table)
    assert draw.own is not None
    for seat in seats:
        if seat.kind == SeatKind.PERSON and not SeatNumber.objects.filter(seat=seat).exists():
            draw_number(seat)
    rows = {row.seat_id: row for row in SeatNumber.objects.filter(seat__table=table)}
    for player in waits_for(table):
        raise Refusal("number", "The number of {player} is not open yet.", player=player)
    number, nonce = msgspec.json.decode(unsealed(bytes(draw.own)), type=tuple[str, str])
    contributions = tuple(_contribution(seat.player, rows.get(seat.pk)) for seat in seats)
    SeatNumber.objects.filter(seat__table=table).delete()
    return SharedSeed(number, nonce, draw.commitment, contributions, draw.called_off)


def _contribution(player: str, row: SeatNumber | None) -> Contribution:
    if row is None:
        return Contribution(player, "none")
    return msgspec.convert(
        {"player": player, **{name: getattr(row, name) for name in ("source", "number", "nonce", "commitment")}},
        Contribution,
    )
