"""Bodies of requests: read whole by the event loop, within a size and a time, before a thread is taken for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ferrovia.saying.message import Trouble
from ferrovia.table.connection_limits import BODIES, LIMITS
from ferrovia.table.live import Receive, Scope

MOST_SENT = 8_000_000  # bytes of one request: no form of ours needs a third of it, and a larger one is not read at all
_LENGTH = b"content-length"


class UnreadTrouble(Trouble):
    """Why a request was not read to its end, and the status that says so."""

    def __init__(self, text: str, /, status: int) -> None:
        super().__init__(text)
        self.status = status


class Gone(Exception):
    """Who sent half a request has left: it is as if it had never come."""


def length_of(stated: str) -> int:
    """The length that a request says it has; whatever is no length is too long."""
    return int(stated) if stated.isdecimal() and stated.isascii() and len(stated) < 18 else MOST_SENT + 1


@asynccontextmanager
async def whole(scope: Scope, receive: Receive, address: str | None) -> AsyncIterator[tuple[Scope, Receive]]:
    """The same request with all of its body at hand; raises `UnreadTrouble` or `Gone`.

    One that says by itself that it is too large is handed on unread: its answer is a page like any other.
    """
    if _stated(scope) > MOST_SENT:
        yield scope, _once(b"")
        return
    body = bytearray()
    try:
        try:
            async with asyncio.timeout(LIMITS.body_seconds):
                await _read(body, receive, address)
        except TimeoutError:
            raise UnreadTrouble(
                "The rest of this request did not come in time: nothing was done.", status=408
            ) from None
        yield _with_length(scope, len(body)), _once(bytes(body))
    finally:
        BODIES.give_back(address, len(body))


async def _read(body: bytearray, receive: Receive, address: str | None) -> None:
    """Add to a body what comes, and count it, until it is whole."""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        part, more = message.get("body", b""), message.get("more_body", False)
        if len(body) + len(part) > MOST_SENT:
            raise UnreadTrouble("This request is too large: nothing was done.", status=413)
        if part and not BODIES.take(address, len(part)):
            raise UnreadTrouble("Too much is being sent from your address at once: nothing was done.", status=429)
        body += part


def _stated(scope: Scope) -> int:
    return next((length_of(value.decode("latin-1")) for name, value in scope["headers"] if name == _LENGTH), 0)


def _with_length(scope: Scope, length: int) -> Scope:
    """A body that came in chunks has a length by now."""
    if not any(name == b"transfer-encoding" for name, _ in scope["headers"]):
        return scope
    headers = [(name, value) for name, value in scope["headers"] if name != _LENGTH]
    return {**scope, "headers": [*headers, (_LENGTH, b"%d" % length)]}


def _once(body: bytes) -> Receive:
    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive
