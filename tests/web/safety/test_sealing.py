"""Seeds on the disk: encrypted where a key is set, under the newest one; a key that is away is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cryptography.fernet import Fernet

from ferrovia.formats.files import FileTrouble
from ferrovia.table import sealing
from ferrovia.table.models import SeedDraw, Table
from ferrovia.table.sealing import KeyTrouble, check_keys, seal_anew, sealed, unsealed
from ferrovia.table.storage import TableStorage
from ferrovia.table.stored_games import verified_games
from tests.web.people.visitors import game, guest, lobby

OLD, NEW = (Fernet.generate_key().decode() for _ in range(2))


@pytest.fixture
def keys(settings: Any) -> Callable[..., None]:
    def known(*names: str) -> None:
        settings.SEED_KEYS = names

    return known


def stored(table: Table) -> list[bytes]:
    """All that is kept of a table's seed."""
    draw = SeedDraw.objects.get(table=table)
    kept = (Table.objects.get(pk=table.pk).settings, draw.own, draw.shared)
    return [bytes(each) for each in kept if each is not None]


@pytest.mark.django_db
def test_with_a_key_neither_seed_nor_salt_nor_a_number_is_in_the_database(keys: Callable[..., None]) -> None:
    keys(NEW)
    (ada, own), (bea, _) = guest("Ada"), guest("Bea")
    table, waiting = game(ada, bea, title="1883"), lobby(bea)
    own.post("/tables/new", {"title": "1849", "way": "friends"})
    record, _ = TableStorage(table.pk).load()
    assert record.shared_seed is not None
    secrets = (record.settings.seed, record.settings.salt, record.shared_seed.number, record.shared_seed.nonce)
    rows = [*Table.objects.values_list(), *SeedDraw.objects.values_list()]
    for text in (bytes(each) if isinstance(each, memoryview) else repr(each).encode() for row in rows for each in row):
        assert not any(secret.encode() in text for secret in secrets)
    drawn = SeedDraw.objects.exclude(table=table).get().own
    assert drawn is not None
    assert not bytes(drawn).startswith(sealing.PLAIN)
    assert not waiting.has_started
    assert not next(iter(verified_games())).faults


@pytest.mark.django_db
def test_what_was_stored_without_a_key_is_read_with_one_and_sealed_anew(keys: Callable[..., None]) -> None:
    ada, _ = guest("Ada")
    table = game(ada, guest("Bea")[0], title="1883")
    plain = TableStorage(table.pk).load()[0].settings
    assert all(each.startswith(sealing.PLAIN) for each in stored(table))
    keys(OLD)
    assert TableStorage(table.pk).load()[0].settings == plain
    assert list(seal_anew()) == [1]
    assert not any(each.startswith(sealing.PLAIN) for each in stored(table))
    keys(NEW, OLD)
    assert TableStorage(table.pk).load()[0].settings == plain
    assert list(seal_anew()) == [1]
    keys(NEW)  # the old one can go
    assert TableStorage(table.pk).load()[0].settings == plain
    check_keys()


@pytest.mark.django_db
@pytest.mark.parametrize("known", [(), (OLD,)])
def test_without_its_key_a_game_is_not_opened_and_a_server_not_started(
    keys: Callable[..., None], known: tuple[str, ...]
) -> None:
    keys(NEW)
    table = game(guest("Ada")[0], guest("Bea")[0], title="1883")
    keys(*known)
    with pytest.raises(FileTrouble, match=r"encrypted under a key that FERROVIA_SEED_KEY does not name\.$"):
        TableStorage(table.pk).load()
    with pytest.raises(KeyTrouble, match=r"^The seeds in this database are encrypted under a key"):
        check_keys()


def test_what_is_no_key_is_told(keys: Callable[..., None]) -> None:
    keys("secret")
    with pytest.raises(KeyTrouble, match=r"^FERROVIA_SEED_KEY is no key"):
        sealed(b"{}")


def test_a_missing_library_is_told_with_the_command_that_brings_it(
    keys: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "cryptography.fernet", None)
    sealing._keys.cache_clear()
    keys(NEW)
    with pytest.raises(KeyTrouble, match=r"this brings it: .*ferrovia\[sealing\]"):
        sealed(b"{}")
    sealing._keys.cache_clear()


def test_without_a_key_nothing_is_needed(keys: Callable[..., None]) -> None:
    keys()
    assert unsealed(sealed(b"{}")) == b"{}"
