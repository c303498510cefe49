"""Requests to addresses that strangers named: public ones alone, each looked up once, and nobody is waited for long.

Whoever names an address must not reach by it what only this machine reaches. So every address that a name stands for
is looked at, and the connection goes to the one that was: what the name stands for a moment later matters to nobody.
"""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from threading import Timer
from urllib.parse import SplitResult, urlsplit

from ferrovia.saying.message import Trouble

SECONDS = 5.0  # for all of a request
LONGEST_URL = 2000
Network = IPv4Network | IPv6Network
_INNER_V4 = ip_network("64:ff9b::/96")  # addresses of IPv4 in those of IPv6 (NAT64)
# What Python calls global, and what networks keep for themselves: protocols of their own, sites, their own NAT64.
_NOT_PUBLIC = tuple(ip_network(each) for each in ("192.0.0.0/24", "fec0::/10", "64:ff9b:1::/48"))


class OutsideTrouble(Trouble):
    """Why an address is not asked, in one sentence."""


class SilenceTrouble(Trouble):
    """Nobody answered, or nobody was there; they may be later."""


@dataclass(frozen=True)
class Target:
    """Where a request goes: the address that was looked at, and the name that it was looked up by."""

    url: SplitResult
    address: str
    port: int

    @property
    def host(self) -> str:
        return self.url.hostname or ""


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]


def networks(text: str) -> tuple[Network, ...]:
    """The networks that a host lists, with commas; raises `OutsideTrouble` for what is none."""
    found = []
    for word in filter(None, (word.strip() for word in text.split(","))):
        try:
            found.append(ip_network(word, strict=False))
        except ValueError as error:
            raise OutsideTrouble("FERROVIA_NETWORKS lists {word}, which is no network.", word=word) from error
    return tuple(found)


def checked_url(text: str) -> SplitResult:
    """An address by its form alone; raises `OutsideTrouble`."""
    try:
        url = urlsplit(text.strip())
        port = url.port
    except ValueError as error:
        raise OutsideTrouble("This is no address: it begins with https://.") from error
    plain = text.isascii() and text.isprintable() and " " not in text.strip()
    if url.scheme not in ("https", "http") or not url.hostname or not plain or port == 0 or len(text) > LONGEST_URL:
        raise OutsideTrouble("This is no address: it begins with https://.")
    if url.username is not None or url.password is not None:
        raise OutsideTrouble("An address has no user and no password in it.")
    return url


def target_of(text: str, listed: Iterable[Network] = ()) -> Target:
    """Where an address leads, by https and to the public alone, unless the host lists its network.

    Raises `OutsideTrouble`, or `SilenceTrouble` where the name stands for nothing now.
    """
    url, listed = checked_url(text), tuple(listed)
    host, port = url.hostname or "", url.port or (443 if url.scheme == "https" else 80)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise SilenceTrouble("The name {host} stands for no address.", host=host) from error
    addresses = [str(address[0]).partition("%")[0] for *_, address in found]
    are_listed = all(any(_is_in(address, network) for network in listed) for address in addresses)
    for address in addresses:
        if not are_listed and not is_public(address):
            text = (
                "A webhook must be reachable by https at a public address; {address} is not, unless the host lists it."
            )
            raise OutsideTrouble(text, address=address)
    if url.scheme != "https" and not are_listed:
        raise OutsideTrouble("A webhook must be reachable by https.")
    return Target(url, addresses[0], port)


def is_public(address: str) -> bool:
    """Whether everybody reaches an address; one of IPv4 within one of IPv6 counts as what it is."""
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo is not None else None)
        if inner is None and found in _INNER_V4:
            inner = IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    is_kept = any(_is_in(address, network) for network in _NOT_PUBLIC)
    return found.is_global and not is_kept and not found.is_multicast and not found.is_reserved


def _is_in(address: str, network: Network) -> bool:
    found = ip_address(address)
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return found.version == network.version and found in network


class _Pinned(http.client.HTTPSConnection):
    """A connection to the address that was looked at; the certificate is still that of the name."""

    def __init__(self, target: Target, seconds: float) -> None:
        super().__init__(target.host, target.port, timeout=seconds)
        self._target = target
        self._now: socket.socket | None = None  # what is read from and written to
        self._is_over = False

    def connect(self) -> None:
        self._held(socket.create_connection((self._target.address, self._target.port), self.timeout))
        if self._target.url.scheme == "https":
            # The new socket takes the place of the old one before anybody is waited for.
            context, host = ssl.create_default_context(), self._target.host
            made = context.wrap_socket(self.sock, server_hostname=host, do_handshake_on_connect=False)
            self._held(made)
            made.do_handshake()

    def _held(self, made: socket.socket) -> None:
        self._now = self.sock = made
        if self._is_over:
            raise TimeoutError

    def cut(self) -> None:
        """End it, whatever it waits for; what has not begun yet does not begin."""
        self._is_over = True
        if self._now is not None:
            with suppress(OSError):
                socket.socket.shutdown(self._now, socket.SHUT_RDWR)  # that of TLS would let plain words through


def posted(target: Target, headers: Mapping[str, str], body: bytes, seconds: float = SECONDS) -> Reply:
    """What is answered to a POST; nobody is followed elsewhere. Raises `SilenceTrouble`."""
    connection = _Pinned(target, seconds)
    # A socket's own timeout begins anew with every byte: whoever sends one now and then would be waited for.
    end = Timer(seconds, connection.cut)
    end.daemon = True
    end.start()
    try:
        path = target.url.path or "/"
        connection.request("POST", f"{path}?{target.url.query}" if target.url.query else path, body, dict(headers))
        with connection.getresponse() as response:
            return Reply(response.status, {name.lower(): value for name, value in response.getheaders()})
    except ssl.SSLCertVerificationError as error:
        raise SilenceTrouble("{host} shows no valid certificate.", host=target.host) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise SilenceTrouble("{host} did not answer.", host=target.host) from error
    finally:
        end.cancel()
        connection.close()
