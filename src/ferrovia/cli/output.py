"""Standard output that cannot be written: on a full disk, in a closed pipe, to a terminal without our letters."""

from __future__ import annotations

import codecs
import errno
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ferrovia.cli.voice import OneSentence
from ferrovia.formats.files import why_not
from ferrovia.saying.message import term

_ASCII = "ferrovia_ascii"
_PLAINLY = "ferrovia.plainly"  # how signs are written that a terminal does not have
_SIGNS = {"–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "…": "...", "©": "(c)", "×": "x", "→": "->"}
# What the system reports of an output; a file of ours that cannot be written is told elsewhere.
_OF_OUTPUT = {errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.ECONNRESET}
_CLOSED = {errno.EPIPE, errno.EBADF, errno.ECONNRESET}
CLOSED = term("it was closed")
LOST = term("The output cannot be written: {reason:term}.")


class OutputLost(OneSentence):
    """What was done is done; only it could not be told."""


def write_plainly() -> None:
    """Letters that standard output does not have lose their accents, rather than stop the program."""
    codecs.register_error(_PLAINLY, _plainly)
    codecs.register(_plain_ascii)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        with suppress(OSError, ValueError, LookupError):
            name = codecs.lookup(stream.encoding).name
            if name != "utf-8":
                reconfigure(encoding=_ASCII if name == "ascii" else None, errors=_PLAINLY)


def _plain_ascii(name: str) -> codecs.CodecInfo | None:
    """ASCII by another name: the library of the command line takes the usual one for a mistake, and writes UTF-8."""
    if name != _ASCII:
        return None
    usual = codecs.lookup("ascii")
    return codecs.CodecInfo(
        usual.encode, usual.decode, usual.streamreader, usual.streamwriter,
        usual.incrementalencoder, usual.incrementaldecoder, name=_ASCII,
    )  # fmt: skip


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    plain = "".join(_SIGNS.get(sign) or _without_accent(sign) for sign in signs)
    return plain, error.end


def _without_accent(sign: str) -> str:
    apart = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return apart or "?"


@contextmanager
def told_where_possible(otherwise: str = LOST) -> Iterator[None]:
    """An output that is full or closed becomes a sentence on standard error."""
    if sys.stdout is None:  # closed by whoever called us: nothing is begun that could not be told
        raise OutputLost("There is nowhere to write to: standard output is closed.")
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        if error.errno not in _OF_OUTPUT:
            raise
        _let_go()
        raise OutputLost(otherwise, reason=CLOSED if error.errno in _CLOSED else why_not(error)) from error


def _let_go() -> None:
    """What is left unwritten goes nowhere: the end of the program would try it again, and complain in its own words."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
