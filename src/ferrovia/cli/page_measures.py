"""How fast the table is in the browser: pages, moves and streams of a served table, beside a trivial view of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter

import msgspec

from ferrovia.bots.bot import chosen
from ferrovia.bots.play import bots_for
from ferrovia.cli.measures import Figures
from ferrovia.cli.page_visitors import Streams, Visitor, raise_limit, wait_for
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Move, Record, plain_state, resume
from ferrovia.titles.registry import title

PLAYERS = ("Ada", "Bruno", "Carla")
LATE = {"1849": 280, "1883": 700, "18FB": 900}  # moves: near the end of most games
LONG, SHORT = 900, 100
VIEWERS = 3  # at each table
COPIES = 5  # tables that are read for the first time
_FILES = re.compile(r'(?:href|src)="(/static/[^"]+)"')
_FONTS = re.compile(r"url\(\"?([^)\"]+\.woff2)\"?\)")


def page(fixture: Path, tables: int = 300, times: int = 20) -> Figures:
    """The table page late in a game, moves and live updates, as multiples of a trivial view; memory of idle tables."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(measured, tables, times).result()


def measured(tables: int, times: int) -> Figures:
    """All of it, in a process and a database of its own."""
    raise_limit()
    with tempfile.TemporaryDirectory(prefix="ferrovia-") as folder:
        os.environ["FERROVIA_VAR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "ferrovia.table.settings"
        from ferrovia.table.serving import prepare

        prepare()
        return Bench(Path(folder), tables, times).figures()


class Bench:
    """A served table with late games on it."""

    def __init__(self, folder: Path, tables: int, times: int) -> None:
        from ferrovia.table.serving import listen

        self._tables, self._times = tables, times
        with listen("127.0.0.1", 8100, 500) as free:
            self.port: int = free.getsockname()[1]
        self._command = [sys.executable, "-P", "-m", "ferrovia", "serve", "--no-open", "--port", str(self.port)]
        self._command += ["--database", str(folder)]
        self.cookie = _somebody()
        self.late = {name: _played(name, moves) for name, moves in LATE.items()}
        self.long = {number: _played("18FB", number) for number in (SHORT, LONG)}

    def figures(self) -> Figures:
        paths = {name: self._lay(record) for name, record in self.late.items()}
        unread = {number: [self._lay(record) for _ in range(COPIES)] for number, record in self.long.items()}
        records = list(self.late.values())
        idle = [self._lay(records[place % len(records)]) for place in range(self._tables)]
        server = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        try:
            wait_for(self.port)
            visitor = Visitor(self.port, self.cookie)
            trivial = visitor.timed("/healthz", 10 * self._times)
            found: Figures = {"trivial_ms": round(trivial * 1000, 2), "late_page": {}, "move": {}, "update": {}}
            for name, path in paths.items():
                found["late_page"][name] = self._page(visitor, path, trivial)
                found["move"][name], found["update"][name] = self._moves(visitor, path, self.late[name], trivial)
            found["moves_so_far"] = {
                str(len(self.long[number].actions)): self._by_length(visitor, number, made, trivial)
                for number, made in unread.items()
            }
            found["idle"] = self._idle(visitor, idle, server.pid)
            return found
        finally:
            server.terminate()
            server.wait()

    def _lay(self, record: Record) -> str:
        """A table with this game on it, all of whose seats are ours."""
        from django.db import transaction

        from ferrovia.table.models import Person, Seat, SeatKind, Table
        from ferrovia.table.storage import keep

        host = Person.objects.get()
        with transaction.atomic():
            table = Table(title=record.settings.title, host=host)
            keep(table, record)
            for place, player in enumerate(PLAYERS):
                Seat.objects.create(table=table, place=place, kind=SeatKind.PERSON, player=player, person=host)
        return f"/t/{table.key}"

    def _page(self, visitor: Visitor, path: str, trivial: float) -> Figures:
        seconds = visitor.timed(path, self._times)
        plain = visitor.get(path).body
        packed = visitor.get(path, packed=True).size
        text = plain.decode()
        files = {name: visitor.get(name, packed=True) for name in sorted(set(_FILES.findall(text)))}
        fonts = {
            f"{name.rpartition('/')[0]}/{font}"
            for name, got in files.items()
            if name.endswith(".css")
            for font in _FONTS.findall(got.text)
        }
        return {
            "times_trivial": round(seconds / trivial, 1),
            "ms": round(seconds * 1000, 1),
            "kB": round(len(plain) / 1000, 1),
            "kB_packed": round(packed / 1000, 1),
            "kB_styles_and_scripts_packed": round(sum(got.size for got in files.values()) / 1000, 1),
            "kB_fonts": round(sum(visitor.get(font).size for font in fonts) / 1000, 1),
        }

    def _moves(self, visitor: Visitor, path: str, record: Record, trivial: float) -> tuple[Figures, Figures]:
        """Moves of the game that goes on, until every other viewer has their own part of the page."""
        game = resume(record)
        bots = bots_for(["sensible"] * len(PLAYERS), game.settings)
        watching = Streams(self.port, self.cookie, [path] * VIEWERS)
        seconds, sizes, packed = [], [], []
        try:
            for _ in range(self._times):
                if game.over:
                    break
                action = chosen(game, bots)
                form = {"action": msgspec.json.encode(action).decode(), "after": str(game.state.number)}
                begin = perf_counter()
                status = visitor.post(f"{path}/act", {**form, "key": f"bench {begin}"})
                assert status == 302, status
                game.apply(action)
                seen = watching.all_have_fetched(game.state.number)
                seconds.append(max(seen.at) - begin)
                sizes.append(seen.size)
                packed.append(seen.packed)
        finally:
            watching.close()
        return (
            {"times_trivial": round(median(seconds) / trivial, 1), "ms": round(median(seconds) * 1000, 1)},
            {
                "kB": {"median": round(median(sizes) / 1000, 1), "most": round(max(sizes) / 1000, 1)},
                "kB_packed": {"median": round(median(packed) / 1000, 1), "most": round(max(packed) / 1000, 1)},
            },
        )

    def _by_length(self, visitor: Visitor, number: int, paths: list[str], trivial: float) -> Figures:
        """The same title after few and after many moves: read for the first time, and again."""
        first = median(visitor.timed(path, 1) for path in paths)
        again = visitor.timed(paths[0], self._times)
        return {"first_times_trivial": round(first / trivial, 1), "page_times_trivial": round(again / trivial, 1)}

    def _idle(self, visitor: Visitor, paths: list[str], pid: int) -> Figures:
        """Every table was opened and is watched; nobody moves."""
        before = _megabytes(pid)
        for path in paths:
            visitor.get(path)
        watching = Streams(self.port, self.cookie, [path for path in paths for _ in range(VIEWERS)], fetching=False)
        try:
            seconds = visitor.timed("/healthz", 50)
            return {
                "tables": len(paths),
                "viewers": len(paths) * VIEWERS,
                "MB_before": before,
                "MB": _megabytes(pid),
                "MB_with_thinkers": round(_megabytes(pid) + sum(map(_megabytes, _children(pid))), 1),
                "trivial_ms": round(seconds * 1000, 2),
            }
        finally:
            watching.close()


def _somebody() -> str:
    from django.contrib.sessions.backends.signed_cookies import SessionStore

    from ferrovia.table.models import Person

    session = SessionStore()
    session["guest"] = Person.objects.create(name=PLAYERS[0]).key
    session.save()
    return f"sessionid={session.session_key}"


def _played(name: str, moves: int) -> Record:
    """A game of sensible players after so many moves, at the next decision about track, or shortly before its end."""
    settings = Settings(name, PLAYERS, "bench", (), salt="bench")
    game = Game(title(name), settings)
    bots = bots_for(["sensible"] * len(PLAYERS), settings)
    record = Record.of(game, [game.hash()])
    while len(game.actions) < moves or game.top.step(game) != "track":
        action, by = chosen(game, bots), game.top.decider(game)
        events = game.apply(action)
        if game.over:
            break
        state = plain_state(game)
        record = record.with_move(Move.of(action, by, events, record.state, state), state)
    return record


def _megabytes(pid: int) -> float:
    """What a process takes of the machine's memory, as Linux tells it."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
