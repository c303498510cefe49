"""What a single command costs from its start to its end, most of it the libraries and rules it loads."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import msgspec

from ferrovia.bench.figures import Figures, Rows, Skipped
from ferrovia.saying.message import Message
from ferrovia.titles.registry import TITLES


def act(fixture: Path, times: int = 9) -> Rows:
    """`ferrovia act` as it is typed, in a process of its own: the processor time of all of it."""
    rows = {}
    with TemporaryDirectory() as folder:
        for name in TITLES:
            game = Path(folder) / f"{name}.json"
            _typed("new", name, "--players", "Ada,Bea,Cyd", "--seed", "bench", "-o", game)
            rows[Message("new {title}", title=name)] = _first_choices(game, times)
        if fixture.is_file():
            game = Path(folder) / "recorded.json"
            _typed("import", fixture, "-o", game)
            _typed("undo", game)
            rows[Message("recorded")] = _first_choices(game, times)
    return rows


def _first_choices(game: Path, times: int) -> Figures:
    """The first choice of a game, taken again and again from the same position."""
    choices = msgspec.json.decode(_typed("choices", game, "--json"))["choices"]
    action = msgspec.json.encode(choices[0]["action"]).decode()
    before = game.read_bytes()
    seconds = []
    for _ in range(times):
        game.write_bytes(before)
        begin = _spent_by_children()
        _typed("act", game, action)
        seconds.append(_spent_by_children() - begin)
    return {"times": times, "seconds": {"best": round(min(seconds), 3), "median": round(median(seconds), 3)}}


def _typed(*arguments: object) -> bytes:
    """What a command prints."""
    command = [sys.executable, "-m", "ferrovia", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True)
    if done.returncode:
        raise Skipped(
            "`ferrovia {command}` failed: {reason}", command=arguments[0], reason=done.stderr.decode().strip()
        )
    return done.stdout


def _spent_by_children() -> float:
    """The processor time of all processes that were started from here and have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime
