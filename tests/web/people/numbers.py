"""Friends in a lobby who commit to numbers for the seed, and what their browsers send."""

from __future__ import annotations

from django.test import Client

from ferrovia.formats.shared_seed import SharedSeed, number_commitment
from ferrovia.table.models import Seat, Table
from ferrovia.table.tables import TABLES
from tests.web.people.visitors import guest, lobby, seat_of

NONCE = "00112233445566778899aabbccddeeff"


def say(client: Client, table: Table, act: str, **fields: str) -> int:
    return client.post(f"/t/{table.key}/numbers", {"do": act, **fields}).status_code


def commit(client: Client, seat: Seat, number: str) -> int:
    return say(client, seat.table, "commit", **{f"commitment-{seat.pk}": number_commitment(number, NONCE)})


def open_up(client: Client, seat: Seat, number: str) -> int:
    return say(client, seat.table, "open", **{f"number-{seat.pk}": number, f"nonce-{seat.pk}": NONCE})


def shared(table: Table) -> SharedSeed:
    found = TABLES.now(Table.objects.get(pk=table.pk)).record.shared_seed
    assert found is not None
    return found


class Friends:
    """Ada, who is host, and Bea in a lobby; both browsers have committed to a number."""

    def __init__(self) -> None:
        (self.host, self.ada), (_, self.bea) = guest("Ada"), guest("Bea")
        self.table = lobby(self.host, seats=2, title="1883")
        self.bea.post(f"/t/{self.table.key}/join", {"name": "Bea"})
        self.seats = [seat_of(self.table, name) for name in ("Ada", "Bea")]
        commit(self.ada, self.seats[0], "seven")
        commit(self.bea, self.seats[1], "otto")

    def start(self) -> int:
        return self.ada.post(f"/t/{self.table.key}/start").status_code

    def has_started(self) -> bool:
        return Table.objects.get(pk=self.table.pk).has_started
