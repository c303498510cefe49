"""A PostgreSQL of our own for tests and measures, as Debian brings it: a cluster in a folder, gone with it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

USER = "ferrovia"


def programs() -> Path | None:
    """The folder of initdb and pg_ctl; Debian has one for each version, and puts none of them on the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or [
        Path(name) for name in [shutil.which("initdb")] if name
    ]
    return found[-1].parent if found and find_spec("psycopg") else None


class Cluster:
    """A server with as many databases as anybody wants."""

    def __init__(self, folder: Path, bin_folder: Path, *, syncs: bool) -> None:
        self._folder, self._bin, self._syncs = folder, bin_folder, syncs
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._made = 0

    @property
    def pid(self) -> int:
        """The process that all others of the server are children of."""
        return int((self._folder / "postmaster.pid").read_text().split()[0])

    def start(self) -> None:
        if not (self._folder / "PG_VERSION").exists():
            self._run("initdb", "-A", "trust", "-U", USER, "--no-sync", "-E", "UTF8", "--locale", "C")
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= "
        options += f"-c fsync={'on' if self._syncs else 'off'}"
        self._run("pg_ctl", "-w", "-o", options, "-l", str(self._folder / "log"), "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-m", "immediate", "stop")

    def database(self) -> str:
        """The address of a new database."""
        import psycopg

        self._made += 1
        with psycopg.connect(self._address("postgres"), autocommit=True) as server:
            server.execute(f"CREATE DATABASE house{self._made}".encode())
        return self._address(f"house{self._made}")

    def _address(self, name: str) -> str:
        return f"postgres://{USER}@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *arguments: str) -> None:
        """PostgreSQL refuses to run as root: it then runs as nobody."""
        command = [str(self._bin / program), "-D", str(self._folder), *arguments]
        user = "nobody" if os.geteuid() == 0 else None
        subprocess.run(command, check=True, user=user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def cluster(bin_folder: Path, *, syncs: bool = True) -> Iterator[Cluster]:
    """A server while it is needed, in a folder that its user can reach; one that does not sync is quicker."""
    import pwd

    with TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as name:
        if os.geteuid() == 0:
            owner = pwd.getpwnam("nobody")
            os.chown(name, owner.pw_uid, owner.pw_gid)
        made = Cluster(Path(name), bin_folder, syncs=syncs)
        made.start()
        try:
            yield made
        finally:
            made.stop()
