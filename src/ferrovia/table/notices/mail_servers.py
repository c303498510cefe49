"""The mail server of a house, as a setting names it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from ferrovia.saying.message import Trouble

if TYPE_CHECKING:
    from django.core.mail.backends.base import BaseEmailBackend

SECONDS = 10.0  # for each step of talking to it
_SCHEMES = ("smtp", "smtps", "smtp+plain")


class MailTrouble(Trouble):
    """What is wrong with the settings for mail, in one sentence."""


@dataclass(frozen=True, repr=False)
class MailServer:
    """Where mail goes out."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    is_tls: bool = True  # begun within the talk (STARTTLS)
    is_ssl: bool = False  # from the first byte on

    def connection(self) -> BaseEmailBackend:
        from django.core.mail.backends.smtp import EmailBackend

        return EmailBackend(
            host=self.host,
            port=self.port,
            username=self.user,
            password=self.password,
            use_tls=self.is_tls,
            use_ssl=self.is_ssl,
            timeout=int(SECONDS),
        )


def mail_server(url: str) -> MailServer | None:
    """The mail server of a setting like smtp://user:password@mail.example.org:587; None where none is set.

    smtp:// begins TLS in the talk, smtps:// has it from the start, smtp+plain:// is for a server on this machine.
    """
    if not url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise MailTrouble("FERROVIA_MAIL is no mail server: smtp://user:password@mail.example.org:587.")
    is_ssl = parts.scheme == "smtps"
    usual = 465 if is_ssl else 587 if parts.scheme == "smtp" else 25
    user, password = (unquote(each or "") for each in (parts.username, parts.password))
    return MailServer(parts.hostname, port or usual, user, password, parts.scheme == "smtp", is_ssl)
