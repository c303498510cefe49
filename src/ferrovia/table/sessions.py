"""Sessions of accounts, in the database: whoever logs out leaves nothing behind that opens anything.

The first release kept them in signed cookies, which nobody could end. Such a cookie is still read, and the browser is
given a session in its place, as long as its person's generation allows it: see `people`.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.serializers import JSONSerializer
from django.core import signing

_SIGNED = ":"  # which no key of ours has
_SALT = "django.contrib.sessions.backends.signed_cookies"


class SessionStore(db.SessionStore):
    """Django's, which takes a signed cookie of the first release too."""

    @classmethod
    def get_model_class(cls) -> Any:
        return db.SessionStore.get_model_class()

    def load(self) -> dict[str, Any]:
        key = self.session_key or ""
        if _SIGNED not in key:
            return super().load()
        self._session_key = None  # it gets one of its own when it is stored
        try:
            kept: dict[str, Any] = signing.loads(
                key, serializer=JSONSerializer, max_age=settings.SESSION_COOKIE_AGE, salt=_SALT
            )
        except (signing.BadSignature, ValueError):
            return {}
        return kept
