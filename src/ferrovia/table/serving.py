"""Starting the table: the database brought up to date, the server run, the address told."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ferrovia.installed import bringing, data_folder, lacks
from ferrovia.saying.message import Message, Trouble

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess
    from multiprocessing.process import BaseProcess

    import uvicorn

HOST, PORT = "127.0.0.1", 8018
PORTS = 100  # that are tried one after another
AGAIN = 0.5  # seconds until a process that died is started again
PATIENCE = 3  # seconds for what is under way when the server is stopped
SWITCH = 0.001  # seconds after which a thread lets another one go on: whoever is told of a move asks at once
GARBAGE = (20_000, 10, 10)  # things made before what is no longer needed is looked for, which holds everybody up
FILES = 100  # that the server itself has open, at most
OWN = 0o600  # to be read and written by the user who runs the server, and by nobody else
BESIDE = ("-wal", "-shm", "-journal")
EVERYWHERE = ("0.0.0.0", "::")
POSTGRES = ("psycopg", "procrastinate")  # what a database there needs


class DatabaseTrouble(Trouble):
    """Why no game can be kept, in one sentence."""


def prepare() -> None:
    """Set Django up and bring the database to its present schema; raises `Trouble`."""
    with told_of_the_database():
        set_up()
        from ferrovia.table.migrating import migrate
        from ferrovia.table.sealing import check_keys

        migrate()
        check_keys()


def set_up() -> None:
    """Set Django up; the database is left as it is."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ferrovia.table.settings")
    import django

    django.setup()
    keep_to_ourselves()


@contextmanager
def told_of_the_database() -> Iterator[None]:
    """What is wrong with the database, in one sentence; raises `DatabaseTrouble`."""
    from django.db import DatabaseError

    if os.environ.get("FERROVIA_DATABASE") and (missing := lacks(POSTGRES)):
        text = "PostgreSQL needs libraries that are not installed ({missing:and}); this brings them: {command}"
        raise DatabaseTrouble(text, missing=missing, command=bringing("postgres"))
    try:
        yield
    except (DatabaseError, OSError) as error:
        why = getattr(error, "strerror", "") or str(error).strip().partition("\n")[0].removesuffix(".")
        raise DatabaseTrouble("No games can be kept in {place}: {why}.", place=place(), why=why) from error


def keep_to_ourselves() -> None:
    """The database is for no other user of this machine: it holds every seed, and what passwords are checked by.

    SQLite gives the files that it makes beside the database (-wal, -shm) the rights of the database itself. A file
    that is there is not opened: whoever closes it takes from all connections of this process the locks by which others
    see that they are there (POSIX), and the next command that looks at the database would clear its log away.
    """
    from django.conf import settings

    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("sqlite3"):
        return
    file = Path(database["NAME"])
    file.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWN))
    for each in (file, *(file.with_name(file.name + end) for end in BESIDE)):
        with suppress(FileNotFoundError):
            if stat.S_IMODE(each.stat().st_mode) & ~OWN:
                each.chmod(OWN)


def place() -> str:
    """Where games are kept, without a password."""
    url = urlsplit(os.environ.get("FERROVIA_DATABASE", ""))
    return f"{url.hostname}{url.path}" if url.hostname else str(data_folder())


def serve(
    host: str,
    port: int,
    ready: Callable[[str], object],
    ports: int = 1,
    workers: int = 1,
    prepared: Callable[[list[Message]], object] | None = None,
) -> None:
    """Serve until somebody stops it; `ready` is told the address. Raises `OSError` where none of the ports is free.

    `prepared` is told before what a host should know at the start.
    """
    listening = listen(host, port, ports)
    try:
        prepare()
        check_shared(workers)
        if prepared is not None:
            from ferrovia.table.host.start import words_at_start

            prepared(words_at_start(address(host, listening.getsockname()[1])))
        from ferrovia.table.static_files import pack

        pack()  # before the application looks which files there are
        told = partial(ready, address(host, listening.getsockname()[1]))
        with suppress(KeyboardInterrupt):
            if workers == 1:
                _serve([listening], told)
            else:
                _serve_by_many(listening, told, workers)
    finally:
        listening.close()


def check_shared(workers: int = 1) -> None:
    """Raises `Trouble` where servers of one database cannot be, or would not know each other's people."""
    from django.conf import settings

    from ferrovia.table.secret_keys import check_others

    if workers > 1 and not settings.IS_SHARED:
        raise DatabaseTrouble("Several processes serve from PostgreSQL only: --database postgres://...")
    check_others([settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS])


def _serve(sockets: list[socket.socket], ready: Callable[[], object] | None = None) -> None:
    """One process that serves, alone or for another one, with which it stops."""
    if (parent := parent_process()) is not None:
        threading.Thread(target=_stop_with, args=(parent,), daemon=True).start()
    set_up()
    import uvicorn

    from ferrovia.table import metrics
    from ferrovia.table.connection_limits import CONNECTIONS
    from ferrovia.table.logbook import Seldom
    from ferrovia.table.tables import TABLES

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started and ready is not None:
                ready()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            TABLES.hub.close()
            TABLES.own.hub.close()
            await super().shutdown(sockets)

    CONNECTIONS.most = min(CONNECTIONS.most, _files_for_viewers())
    sys.setswitchinterval(SWITCH)
    _tidy_up_rarely()
    logging.getLogger("uvicorn.error").addFilter(Seldom(logging.WARNING))  # requests that are none
    if parent is None:
        metrics.offer()
    Server(_config()).run(sockets=sockets)


def _stop_with(parent: BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _serve_by_many(listening: socket.socket, ready: Callable[[], object], workers: int) -> None:
    """As many processes that serve from one socket; one that dies is started again."""
    from ferrovia.table import metrics

    context, stopped = get_context("spawn"), threading.Event()

    def started() -> SpawnProcess:
        # No daemon, which may have no children: its computer players think in processes of their own.
        process = context.Process(target=_serve, args=([listening],))
        process.start()
        return process

    listening.listen()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: stopped.set())
    with TemporaryDirectory(prefix="ferrovia-") as together:
        metrics.count_together(together)
        metrics.offer()
        serving = [started() for _ in range(workers)]
        try:
            ready()
            while not stopped.wait(AGAIN):
                for place, process in enumerate(serving):
                    if not process.is_alive():
                        metrics.forget(process.pid or 0)
                        serving[place] = started()
        finally:
            for process in serving:
                process.terminate()
            for process in serving:
                process.join()


def _config() -> uvicorn.Config:
    import uvicorn

    from ferrovia.table.asgi import application
    from ferrovia.table.connection_limits import LIMITS
    from ferrovia.table.connections import Connection

    return uvicorn.Config(
        application,
        log_config=None,  # as Django's: see `logbook`
        log_level="warning",
        access_log=False,
        lifespan="on",
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
        timeout_keep_alive=LIMITS.idle_seconds,  # type: ignore[arg-type]  # any number of seconds will do
        http=Connection,
        ws="none",
    )


def work(ready: Callable[[], object]) -> None:
    """Do what goes on beside answering, for servers on other machines, until somebody stops it."""
    prepare()
    from django.conf import settings

    if not settings.IS_SHARED:
        raise DatabaseTrouble("A worker shares a database with servers: --database postgres://...")
    check_shared()
    from ferrovia.table import metrics
    from ferrovia.table.background import at_work
    from ferrovia.table.tables import TABLES

    metrics.offer()

    async def working() -> None:
        stopped, loop = asyncio.Event(), asyncio.get_running_loop()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, stopped.set)
        async with at_work(TABLES):
            ready()
            await stopped.wait()

    asyncio.run(working())


def listen(host: str, port: int, ports: int) -> socket.socket:
    """A socket at the first free one of so many ports."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, port + ports):
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # or asyncio does not send at once
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, number))
        except OSError as error:
            made.close()
            if error.errno != errno.EADDRINUSE or number == port + ports - 1:
                raise
            continue
        return made
    raise AssertionError("There is no port to try.")


def address(host: str, port: int) -> str:
    """Where a browser finds the table: for a server that is reached from everywhere, at this machine's own address."""
    shown = own_address() if host in EVERYWHERE else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def own_address() -> str:
    """The address under which others in the same network reach this machine, as far as it can be known."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, suppress(OSError):
        asked.connect(("192.0.2.1", 9))  # nothing is sent: only the way there is looked up
        return str(asked.getsockname()[0])
    return HOST


def _tidy_up_rarely() -> None:
    """What is there by now stays: it is not looked through again and again while somebody waits for a page."""
    from django.urls import get_resolver

    get_resolver().url_patterns  # noqa: B018 - all pages are read in now
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def _files_for_viewers() -> int:
    """How many connections there may be, each an open file, once this process may have as many as the machine lets."""
    try:
        import resource
    except ImportError:  # where there is no such limit
        return sys.maxsize
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if allowed == resource.RLIM_INFINITY else max(FILES, allowed - FILES)
