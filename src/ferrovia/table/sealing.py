"""Seeds on the disk: encrypted under a key outside the database, where one is set.

FERROVIA_SEED_KEY names keys of Fernet, the newest first: with it everything is sealed, with all of them opened. Without
a key nothing is sealed; what was stored before there was one is read as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from django.conf import settings

from ferrovia.formats.files import FileTrouble
from ferrovia.installed import bringing
from ferrovia.saying.message import Trouble
from ferrovia.table.models import SeedDraw, Table

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

PLAIN = (b"{", b"[")  # what is not sealed is JSON


class KeyTrouble(Trouble):
    """Why seeds can neither be sealed nor opened, in one sentence."""


def sealed(data: bytes) -> bytes:
    """What is stored in the place of this JSON; raises `KeyTrouble`."""
    keys = _keys(settings.SEED_KEYS)
    return data if keys is None else keys.encrypt(data)


def unsealed(data: bytes) -> bytes:
    """The JSON that was stored; raises `FileTrouble` where its key is not here."""
    if data.startswith(PLAIN):
        return data
    keys = _keys(settings.SEED_KEYS)
    if keys is not None:
        from cryptography.fernet import InvalidToken

        try:
            return keys.decrypt(data)
        except InvalidToken:
            pass
    raise FileTrouble("The seed of this game is encrypted under a key that FERROVIA_SEED_KEY does not name.")


def check_keys() -> None:
    """Whether what is stored can be opened, told by its latest game; raises `KeyTrouble`."""
    _keys(settings.SEED_KEYS)
    last = Table.objects.filter(settings__isnull=False).order_by("-pk").values_list("settings", flat=True).first()
    if last is not None:
        try:
            unsealed(bytes(last))
        except FileTrouble as trouble:
            raise KeyTrouble(
                "The seeds in this database are encrypted under a key that FERROVIA_SEED_KEY does not name."
            ) from trouble


def seal_anew() -> Iterator[int]:
    """Everything under the newest key, or in plain where there is none; game by game, each with its number."""
    for number, key in enumerate(Table.objects.order_by("pk").values_list("pk", flat=True), 1):
        for rows, fields in (
            (Table.objects.filter(pk=key), ("settings",)),
            (SeedDraw.objects.filter(table=key), ("own", "shared")),
        ):
            for stored in rows.values(*fields):
                known = {name: sealed(unsealed(bytes(data))) for name, data in stored.items() if data is not None}
                # Whoever begins a game at this moment has stored something else by now, under the newest key.
                rows.filter(**{name: stored[name] for name in known}).update(**known)
        yield number


@lru_cache(maxsize=4)
def _keys(names: tuple[str, ...]) -> MultiFernet | None:
    if not names:
        return None
    try:
        from cryptography.fernet import Fernet, MultiFernet
    except ImportError as error:
        text = "FERROVIA_SEED_KEY needs a library that is not installed; this brings it: {command}"
        raise KeyTrouble(text, command=bringing("sealing")) from error
    try:
        return MultiFernet([Fernet(name) for name in names])
    except ValueError as error:
        text = "FERROVIA_SEED_KEY is no key: each is 32 bytes in url-safe base64, and several stand with commas."
        raise KeyTrouble(text) from error
