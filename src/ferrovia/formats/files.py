"""Files as such: read whole, written whole or not at all, and changed by one program at a time."""

from __future__ import annotations

import errno
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ferrovia.saying.message import Message, Trouble, term

# A game of two thousand actions takes a third of a megabyte.
MOST_BYTES = 64 * 2**20

# Lists within lists: a game has some ten. How many Python's readers bear differs from release to release.
DEEPEST = 100
_NO_BRACKETS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[^][{}"]+', re.DOTALL)

# Why the system does not let us read or write, by its numbers.
_REASONS = {
    errno.ENOENT: term("no such file or folder"),
    errno.EACCES: term("permission denied"),
    errno.EPERM: term("permission denied"),
    errno.EISDIR: term("it is a folder"),
    errno.ENOTDIR: term("a folder in its path is a file"),
    errno.ENAMETOOLONG: term("the name is too long"),
    errno.ELOOP: term("its links lead in a circle"),
    errno.EROFS: term("the disk is read-only"),
    errno.ENOSPC: term("the disk is full"),
    errno.EDQUOT: term("your share of the disk is full"),
    errno.EIO: term("the disk has a fault"),
}


class FileTrouble(Trouble, ValueError):
    """Why a file cannot be used, in one sentence that names it."""


class DamageTrouble(FileTrouble):
    """What is wrong inside a file, in one sentence that does not name it."""


def read_whole(path: str | Path) -> bytes:
    """What is in a file; raises `FileTrouble`."""
    try:
        facts = os.stat(path)  # first: to open a pipe would wait for somebody to write
        if not stat.S_ISREG(facts.st_mode):
            raise FileTrouble("{path} is not a file.", path=str(path))
        if facts.st_size > MOST_BYTES:
            text = "{path} is too large: it has {size} bytes, and at most {most} are read."
            raise FileTrouble(text, path=str(path), size=facts.st_size, most=MOST_BYTES)
        return Path(path).read_bytes()
    except FileTrouble:
        raise
    except OSError as error:
        raise FileTrouble("{path} cannot be read: {reason:term}.", path=str(path), reason=why_not(error)) from error
    except ValueError as error:
        raise misnamed(path) from error


def check_depth(data: bytes, path: str | Path) -> None:
    """Whether JSON that somebody brings is nested no deeper than any game; raises `FileTrouble`."""
    if is_too_deep(data):
        raise FileTrouble("{path} is no game: it is nested deeper than any game is.", path=str(path))


def is_too_deep(data: bytes) -> bool:
    depth = 0
    for bracket in _NO_BRACKETS.sub(b"", data):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST:
            return True
    return False


def write_whole(path: str | Path, data: bytes) -> None:
    """Put a new file in the place of an old one in a single step; whatever goes wrong, the old one stays.

    A link stays a link: what it points to is replaced. The permissions of an old file are kept.
    """
    try:
        target = Path(os.path.realpath(path))
        mode = _permissions(target)
        handle, draft = _draft(target)
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
    except FileTrouble:
        raise
    except OSError as error:
        raise FileTrouble("{path} cannot be written: {reason:term}.", path=str(path), reason=why_not(error)) from error
    except ValueError as error:
        raise misnamed(path) from error


def _draft(target: Path) -> tuple[int, str]:
    """A draft beside a file, held by a lock for as long as it is open; those that a kill left behind go."""
    prefix, suffix = f".{target.name[:100]}.", ".draft"
    with os.scandir(target.parent) as beside:
        left = [found.path for found in beside if found.name.startswith(prefix) and found.name.endswith(suffix)]
    for draft in left:
        _clear_away(draft)
    while True:
        handle, draft = tempfile.mkstemp(prefix=prefix, suffix=suffix, dir=target.parent)
        _lock(handle)
        if os.path.exists(draft):
            return handle, draft
        os.close(handle)  # between the two steps somebody took it for one that was left behind


def _clear_away(draft: str) -> None:
    """Remove a draft, unless somebody is writing it now or it is not ours to remove."""
    with suppress(OSError):
        handle = os.open(draft, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            if _lock(handle, wait=False):
                os.unlink(draft)
        finally:
            os.close(handle)


def _lock(handle: int, *, wait: bool = True) -> bool:
    """Whether the lock on an open file is ours now; some file systems have none."""
    import fcntl  # not on every system, and only those who change a file need it

    try:
        fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _permissions(target: Path) -> int:
    """Those of the file that is replaced, or what a new file gets here."""
    try:
        facts = os.stat(target)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask
    if not stat.S_ISREG(facts.st_mode):
        raise FileTrouble("{path} is not a file, so nothing is written there.", path=str(target))
    if not os.access(target, os.W_OK):
        raise FileTrouble("{path} cannot be written: it is read-only.", path=str(target))
    return stat.S_IMODE(facts.st_mode)


def _settle(folder: Path) -> None:
    """The new name reaches the disk too. Some file systems cannot be asked for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def why_not(error: OSError) -> str | Message:
    """Why the system refuses, in words of ours; what is rare goes by the system's own name for it."""
    number = error.errno or 0
    if number in _REASONS:
        return _REASONS[number]
    return Message("the system reports {code}", code=errno.errorcode.get(number, str(number)))


def misnamed(path: str | Path) -> FileTrouble:
    return FileTrouble("{name} cannot be the name of a file.", name=ascii(str(path)))


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
