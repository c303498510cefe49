"""What the forms of one page carry besides their fields."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.utils.safestring import SafeString


@dataclass(frozen=True)
class Forms:
    """`token` is the field by which a form is known as its visitor's own."""

    token: SafeString
    key: str  # the same form sent twice is one move

    @classmethod
    def of(cls, request: HttpRequest) -> Forms:
        return cls(csrf_input(request), secrets.token_urlsafe(9))
