"""The other side of a notice, on this machine: a browser's keys, a push service or webhook, a mail server."""

from __future__ import annotations

import os
import socket
import socketserver
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Event, Thread
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ferrovia.table.notices.webpush import encoded, public_of


class Browser:
    """The keys of a subscription, and what only their owner can do with them."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    @property
    def public(self) -> bytes:
        return public_of(self._key)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": encoded(self.public), "auth": encoded(self.auth)}

    def read(self, body: bytes) -> bytes:
        """A message, opened as RFC 8291 and 8188 say; raises where it is for somebody else."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        assert size == 4096
        theirs, content = body[21 : 21 + length], body[21 + length :]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        secret = HKDF(hashes.SHA256(), 32, self.auth, b"WebPush: info\0" + self.public + theirs).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, content, None).rstrip(b"\0")
        assert text.endswith(b"\x02")
        return text[:-1]


@dataclass
class Heard:
    """What was sent to an address, and what it answers."""

    port: int = 0
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    is_silent: bool = False
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    _come: Condition = field(default_factory=Condition)

    def note(self, path: str, headers: dict[str, str], body: bytes) -> None:
        with self._come:
            self.requests.append((path, headers, body))
            self._come.notify_all()

    def waits_for(self, count: int, seconds: float = 120) -> None:
        """Until so many requests have come."""
        with self._come:
            assert self._come.wait_for(lambda: len(self.requests) >= count, seconds), self.requests

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?a=1"


@contextmanager
def listening() -> Iterator[Heard]:
    """A push service, or whoever takes a webhook."""
    heard, is_over = Heard(), Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            heard.note(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            if heard.is_silent:
                is_over.wait(60)
                return
            self.send_response(heard.status)
            for name, value in heard.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        heard.port = server.server_address[1]
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield heard
        finally:
            is_over.set()
            server.shutdown()


@dataclass
class Drip:
    """Somebody who sends a byte now and then."""

    port: int = 0
    has_begun: Event = field(default_factory=Event)  # we have said something
    was_cut: Event = field(default_factory=Event)  # we have had enough


@contextmanager
def dripping(begin: bytes) -> Iterator[Drip]:
    """An address that begins an answer at once, and takes its time with the rest of it."""
    drip = Drip()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            try:
                self.request.recv(65536)
                drip.has_begun.set()
                self.request.settimeout(0.05)
                for each in (begin, *[b"\0"] * 60):
                    self.request.sendall(each)
                    with suppress(TimeoutError):
                        while self.request.recv(65536):
                            pass
                        drip.was_cut.set()
                        return
            except OSError:
                drip.was_cut.set()

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        drip.port = server.server_address[1]
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield drip
        finally:
            server.shutdown()


@dataclass
class Mailbox:
    port: int = 0
    refuses: int = 0  # with this status every address is refused
    mails: list[str] = field(default_factory=list)


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    """A mail server that takes everything, or refuses it."""
    box = Mailbox()

    class Handler(socketserver.StreamRequestHandler):
        def say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

        def handle(self) -> None:
            self.say("220 here")
            while line := self.rfile.readline().decode().strip():
                match line.split(" ")[0].upper():
                    case "QUIT":
                        self.say("221 bye")
                        return
                    case "RCPT" if box.refuses:
                        self.say(f"{box.refuses} relay access denied")
                    case "DATA":
                        self.say("354 go on")
                        lines = []
                        while (part := self.rfile.readline()) != b".\r\n":
                            lines.append(part)
                        box.mails.append(b"".join(lines).decode())
                        self.say("250 taken")
                    case _:
                        self.say("250 well")

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as server:
        box.port = server.server_address[1]
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield box
        finally:
            server.shutdown()


def closed_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
