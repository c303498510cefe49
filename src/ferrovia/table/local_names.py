"""Names by which only the machine that serves knows itself."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_only_here(host: str) -> bool:
    """Whether only the machine that serves knows itself by this name, so that a link with it leads nobody else here."""
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False
