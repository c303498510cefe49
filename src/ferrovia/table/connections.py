"""One connection: its address is counted, and half a request or an answer that nobody takes lasts only so long.

Uvicorn itself waits for the end of a head, and for who reads no answer, for ever: a few thousand of them (slowloris)
would be all that the server has.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from ferrovia.table.connection_limits import CONNECTIONS, LIMITS, counted_as

_ANSWER = "HTTP/1.1 {status}\r\ncontent-type: text/plain\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{text}"


def _plainly(status: str, text: str) -> bytes:
    """An answer to who has not asked anything yet, so that nobody knows their language."""
    return _ANSWER.format(status=status, length=len(text), text=text).encode("ascii")


_LATE = _plainly("408 Request Timeout", "The head of this request did not come in time.\n")
_CROWDED = _plainly("429 Too Many Requests", "There are too many connections open from your address.\n")
_FULL = _plainly("503 Service Unavailable", "There are too many connections open.\n")


@lru_cache(maxsize=4)
def _proxies(trusted: str | tuple[str, ...]) -> Any:
    """The addresses behind which others are, as uvicorn reads them: FORWARDED_ALLOW_IPS, or this machine."""
    return ProxyHeadersMiddleware(_nothing, list(trusted) if isinstance(trusted, tuple) else trusted).trusted_hosts


async def _nothing(*_: Any) -> None:
    raise AssertionError("Only its list of hosts is asked for.")


def _trusted(config: Config) -> Any:
    allowed = config.forwarded_allow_ips
    return _proxies(tuple(allowed) if isinstance(allowed, list) else allowed)


class Connection(H11Protocol):
    """A connection as uvicorn has it, with limits."""

    _address: str | None = None  # as it is counted; a proxy has none, because others are behind it
    _is_counted = False
    _half = ""  # what is waited for: the rest of a head, or of a body that nobody will read
    _due: asyncio.TimerHandle | None = None
    _untaken: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.client is not None and self.client[0] not in _trusted(self.config):
            self._address = counted_as(self.client[0])
        if CONNECTIONS.is_full() and _WAITING:
            next(iter(_WAITING))._make_room()
        self._is_counted = CONNECTIONS.take(self._address)
        if not self._is_counted:
            self._end(_FULL if CONNECTIONS.is_full() else _CROWDED)
            return
        _WAITING[self] = None
        # Who never says anything is let go like who says nothing more.
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._untaken = self.loop.call_later(LIMITS.send_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        _stop(self._untaken)

    def shutdown(self) -> None:
        if self.conn.their_state is h11.SEND_BODY and not self.cycle.response_started:
            self.transport.abort()  # there is nothing to finish
        else:
            super().shutdown()

    def _watch(self) -> None:
        """See what this connection waits for, and let it wait only so long."""
        if self.transport.is_closing():
            return
        theirs = self.conn.their_state
        if theirs not in (h11.IDLE, h11.SEND_BODY):
            _WAITING.pop(self, None)
        elif self not in _WAITING:
            _WAITING[self] = None
        half = ""
        if theirs is h11.IDLE and self.conn.trailing_data[0]:
            half = "head"
        elif theirs is h11.SEND_BODY and self.conn.our_state is h11.DONE:
            half = "rest"  # it is still read, or the browser would not read our answer
        if half != self._half:
            _stop(self._due)
            self._half, self._due = half, None
            if half == "head":
                self._due = self.loop.call_later(LIMITS.head_seconds, self._end, _LATE)
            elif half:
                self._due = self.loop.call_later(LIMITS.body_seconds, self.transport.abort)

    def _end(self, answer: bytes) -> None:
        self.transport.write(answer)
        self.transport.close()

    def _make_room(self) -> None:
        """Who waits longest without a whole request goes when there is no room for who has just come."""
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        _WAITING.pop(self, None)
        _stop(self._due)
        _stop(self._untaken)
        if self._is_counted:
            self._is_counted = False
            CONNECTIONS.give_back(self._address)


def _stop(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


_WAITING: dict[Connection, None] = {}  # who has sent no whole request, the longest first
