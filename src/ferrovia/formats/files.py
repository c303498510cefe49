"""Files as such: read whole, written whole or not at all, and changed by one program at a time."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ferrovia.saying.message import Trouble

# A game of two thousand actions takes a third of a megabyte.
MOST_BYTES = 64 * 2**20


class FileTrouble(Trouble, ValueError):
    """Why a file cannot be used, in one sentence that names it."""


def read_whole(path: str | Path) -> bytes:
    """What is in a file; raises `FileTrouble`."""
    try:
        facts = os.stat(path)  # first: to open a pipe would wait for somebody to write
        if not stat.S_ISREG(facts.st_mode):
            raise FileTrouble("{path} is not a file.", path=path)
        if facts.st_size > MOST_BYTES:
            raise FileTrouble(
                "{path} is too large: {st_size} bytes, and at most {MOST_BYTES} are read.",
                path=path,
                st_size=facts.st_size,
                MOST_BYTES=MOST_BYTES,
            )
        return Path(path).read_bytes()
    except OSError as error:
        raise FileTrouble("{path} cannot be read: {reason}.", path=path, reason=_reason(error)) from error
    except ValueError as error:
        if isinstance(error, FileTrouble):
            raise
        raise FileTrouble("'{path}' is no name of a file: {error}.", path=str(path), error=error) from error


def write_whole(path: str | Path, data: bytes) -> None:
    """Put a new file in the place of an old one in a single step; whatever goes wrong, the old one stays.

    A link stays a link: what it points to is replaced. The permissions of an old file are kept.
    """
    target = Path(os.path.realpath(path))
    try:
        mode = _permissions(target)
        handle, draft = tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=".draft", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fchmod(file.fileno(), mode)
                os.fsync(file.fileno())
            os.replace(draft, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(draft)
            raise
        _settle(target.parent)
    except (OSError, ValueError) as error:
        if isinstance(error, FileTrouble):
            raise
        raise FileTrouble("{path} cannot be written: {reason}.", path=path, reason=_reason(error)) from error


def _permissions(target: Path) -> int:
    """Those of the file that is replaced, or what a new file gets here."""
    try:
        facts = os.stat(target)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask
    if not stat.S_ISREG(facts.st_mode):
        raise FileTrouble("{target} is not a file, so nothing is written in its place.", target=target)
    if not os.access(target, os.W_OK):
        raise FileTrouble("{target} cannot be written: it is read-only.", target=target)
    return stat.S_IMODE(facts.st_mode)


def _settle(folder: Path) -> None:
    """The new name reaches the disk too. Some file systems cannot be asked for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _reason(error: OSError | ValueError) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return reason[:1].lower() + reason[1:]


@contextmanager
def only_one(path: str | Path) -> Iterator[None]:
    """Lets one program at a time read a file, change it and put the changed one in its place."""
    import fcntl  # not on every system, and only those who change a file need it

    while True:
        try:
            handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        except (OSError, ValueError):
            yield  # there is nothing to guard: reading it will tell why
            return
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            with suppress(OSError):
                if os.path.samestat(os.fstat(handle), os.stat(path)):
                    yield
                    return
        finally:
            os.close(handle)
        # Somebody replaced the file while we waited: what we hold is no longer the game.
