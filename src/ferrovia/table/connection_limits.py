"""Connection limits and timeouts: what one address, and all together, may hold of the server at a time.

How often somebody may do something is told in `rate_limits`. Here it is what is held: connections, streams, requests
that wait for a thread, bodies that are still coming; and how many seconds half a request is waited for. The numbers are
for a club behind one address, thirty people with several pages open each; FERROVIA_LIMITS names others.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

import msgspec

from ferrovia.saying.message import Trouble


class ConnectionLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers, under the names by which FERROVIA_LIMITS changes them."""

    connections: int = 10_000
    connections_per_address: int = 400
    streams: int = 5_000
    streams_per_address: int = 300
    requests_per_address: int = 200  # whole ones, at once: who waits for a page
    body_bytes: int = 128_000_000  # of all bodies that are on their way or being worked on
    body_bytes_per_address: int = 24_000_000
    head_seconds: float = 20.0  # from the first sign of a request to the end of its head
    body_seconds: float = 60.0  # from there to the end of its body
    idle_seconds: float = 60.0  # that a connection stays open between two requests: people think
    send_seconds: float = 60.0  # without anything taken of an answer


class LimitTrouble(Trouble):
    """Why limits cannot be read."""


def read_limits(text: str) -> ConnectionLimits:
    """The limits with those that are named in a text changed: `head_seconds=5, connections=2000`."""
    named = dict(part.strip().partition("=")[::2] for part in text.split(",") if part.strip())
    try:
        limits = msgspec.convert(
            {name.strip(): value.strip() for name, value in named.items()}, ConnectionLimits, strict=False
        )
    except msgspec.ValidationError as error:
        known = ", ".join(ConnectionLimits.__struct_fields__)
        text = "FERROVIA_LIMITS cannot be read: '{text}'; it is made like head_seconds=5,connections=2000, of {known}."
        raise LimitTrouble(text, text=", ".join(map("=".join, named.items())), known=known) from error
    for number in msgspec.structs.astuple(limits):
        if not number > 0:
            raise LimitTrouble("FERROVIA_LIMITS holds {number}: every limit is above zero.", number=number)
    return limits


class Tally:
    """How much of something each address holds, and all together. Kept in the server's loop alone."""

    def __init__(self, most: int, most_each: int) -> None:
        self.most, self.most_each = most, most_each
        self._held: Counter[str] = Counter()
        self._all = 0

    def is_full(self) -> bool:
        return self._all >= self.most

    def take(self, address: str | None, amount: int = 1) -> bool:
        """Whether an address may hold so much more; then it is counted. None is where people cannot be told apart."""
        if self._all + amount > self.most or (address is not None and self._held[address] + amount > self.most_each):
            return False
        self._all += amount
        if address is not None:
            self._held[address] += amount
        return True

    def give_back(self, address: str | None, amount: int = 1) -> None:
        self._all -= amount
        if address is not None:
            self._held[address] -= amount
            if not self._held[address]:
                del self._held[address]

    @contextmanager
    def one(self, address: str | None) -> Iterator[bool]:
        """Hold one of it meanwhile, if there is one to be had."""
        is_held = self.take(address)
        try:
            yield is_held
        finally:
            if is_held:
                self.give_back(address)


@lru_cache(maxsize=4096)
def counted_as(address: str) -> str:
    """The name under which an address is counted: of IPv6 the network, of which a household has one."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped) if found.ipv4_mapped else f"{IPv6Address(int(found) >> 64 << 64)}/64"


LIMITS = read_limits(os.environ.get("FERROVIA_LIMITS", ""))
CONNECTIONS = Tally(LIMITS.connections, LIMITS.connections_per_address)
STREAMS = Tally(LIMITS.streams, LIMITS.streams_per_address)
REQUESTS = Tally(LIMITS.connections, LIMITS.requests_per_address)
BODIES = Tally(LIMITS.body_bytes, LIMITS.body_bytes_per_address)
