"""Names by which only the machine that serves knows itself, and requests that come from there."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.http import HttpRequest


def is_only_here(host: str) -> bool:
    """Whether only the machine that serves knows itself by this name, so that a link with it leads nobody else here."""
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def comes_from_here(request: HttpRequest) -> bool:
    """Whether a request comes from the machine that serves, and through no proxy: a name alone anybody can send."""
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    return is_only_here(request.get_host()) and is_only_here(_address(request.META.get("REMOTE_ADDR", "")))


def _address(text: str) -> str:
    return f"[{text}]" if ":" in text else text
