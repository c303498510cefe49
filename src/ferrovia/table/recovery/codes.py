"""Codes of four words, and links: made of chance, told once, and kept as digests that nobody turns back.

The digest takes the server's secret key, so that a copy of the database alone opens nothing, however short a code is.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable

from django.conf import settings
from django.utils.crypto import salted_hmac

from ferrovia.table.recovery.words import WORDS

WORDS_OF_A_CODE = 4
LONGEST = 100  # of what somebody sends as a code
_SALT = "ferrovia.recovery"


def new_code() -> str:
    """Four words, to be read out or written down."""
    return "-".join(secrets.choice(WORDS) for _ in range(WORDS_OF_A_CODE))


def new_token() -> str:
    """What a link ends with."""
    return secrets.token_urlsafe(18)


def tidied(sent: str) -> str:
    """A code as it was told, however it was typed: capitals, spaces and all kinds of dashes are the same."""
    plain = unicodedata.normalize("NFKD", sent[:LONGEST]).casefold()
    return "-".join("".join(sign if sign.isalnum() else " " for sign in plain).split())


def digest(secret: str) -> str:
    """What is kept of a code or link that is told now."""
    return _digest(secret, settings.SECRET_KEY)


def digests(secret: str) -> list[str]:
    """What may have been kept of it: by the key of today, or by one that the server still believes."""
    return [_digest(secret, key) for key in _keys()]


def _keys() -> Iterable[str]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


def _digest(secret: str, key: str) -> str:
    return salted_hmac(_SALT, secret, secret=key, algorithm="sha256").hexdigest()
