"""How fast the table is in the browser: pages, moves and streams of a served table, beside a trivial view of it."""

from __future__ import annotations

import gzip
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
from ferrovia.cli.figures import Figures
from ferrovia.cli.page_visitors import BOARD, Beside, Streams, Visitor, found_in, raise_limit, wait_for
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Move, Record, plain_state, resume
from ferrovia.titles.registry import title

PLAYERS = ("Ada", "Bruno", "Carla")
LATE = {"1849": 280, "1883": 700, "18FB": 900}  # moves: near the end of most games
LONG, SHORT = 900, 100
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
        self.cookies = {player: _known(player) for player in PLAYERS}
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
            visitor = Visitor(self.port, self.cookies[PLAYERS[0]])
            found: Figures = {"late_page": {}, "move": {}, "update": {}}
            for name, path in paths.items():
                found["late_page"][name] = self._page(self._decider(self.late[name]), path)
                found["move"][name], found["update"][name] = self._moves(path, self.late[name])
            found["moves_so_far"] = {
                str(len(self.long[number].actions)): self._by_length(self._decider(self.long[number]), made)
                for number, made in unread.items()
            }
            found["idle"] = self._idle(visitor, idle, server.pid)
            return found
        finally:
            server.terminate()
            server.wait()

    def _lay(self, record: Record) -> str:
        """A table with this game on it."""
        from django.db import transaction

        from ferrovia.table.models import Person, Seat, SeatKind, Table
        from ferrovia.table.storage import keep

        people = {person.name: person for person in Person.objects.all()}
        with transaction.atomic():
            table = Table(title=record.settings.title, host=people[PLAYERS[0]])
            keep(table, record)
            for place, player in enumerate(PLAYERS):
                seat = Seat(table=table, place=place, kind=SeatKind.PERSON, player=player, person=people[player])
                seat.save()
        return f"/t/{table.key}"

    def _page(self, visitor: Visitor, path: str) -> Figures:
        beside = Beside(visitor)
        plain = visitor.get(path).body
        for _ in range(self._times):
            beside.note(visitor.timed(path))
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
            **beside.figures(),
            "kB": round(len(plain) / 1000, 1),
            "kB_packed": round(packed / 1000, 1),
            "kB_styles_and_scripts_packed": round(sum(got.size for got in files.values()) / 1000, 1),
            "kB_fonts": round(sum(visitor.get(font).size for font in fonts) / 1000, 1),
        }

    def _decider(self, record: Record) -> Visitor:
        game = resume(record)
        return Visitor(self.port, self.cookies[game.top.decider(game)])

    def _moves(self, path: str, record: Record) -> tuple[Figures, Figures]:
        """Moves of the game that goes on, until the other players and a bystander have their part of the page."""
        game = resume(record)
        bots = bots_for(["sensible"] * len(PLAYERS), game.settings)
        visitors = {player: Visitor(self.port, cookie) for player, cookie in self.cookies.items()}
        watching = Streams(self.port, [(path, cookie) for cookie in (*self.cookies.values(), "")])
        beside = Beside(visitors[PLAYERS[0]])
        sizes: list[int] = []
        packed: list[int] = []
        try:
            while len(sizes) < self._times and not game.over:
                action, player = chosen(game, bots), game.top.decider(game)
                form = {"action": msgspec.json.encode(action).decode(), "after": str(game.state.number)}
                board = found_in(BOARD, visitors[player].get(path).body)
                watching.leave_out = self.cookies[player]
                begin = perf_counter()
                got = visitors[player].post(f"{path}/act", {**form, "key": f"bench {begin}"}, board)
                assert got.status == 200, got.status
                game.apply(action)
                seen = watching.have_fetched(game.state.number, len(PLAYERS))
                beside.note(max(seen.at) - begin)
                sizes.append(max(got.size, seen.size))
                packed.append(max(len(gzip.compress(got.body, 6)), seen.packed))
        finally:
            watching.close()
        return (
            beside.figures(),
            {
                "kB": {"median": round(median(sizes) / 1000, 1), "most": round(max(sizes) / 1000, 1)},
                "kB_packed": {"median": round(median(packed) / 1000, 1), "most": round(max(packed) / 1000, 1)},
            },
        )

    def _by_length(self, visitor: Visitor, paths: list[str]) -> Figures:
        """The same title after few and after many moves: read for the first time, and again."""
        first, again = Beside(visitor), Beside(visitor)
        for path in paths:
            first.note(visitor.timed(path))
        for _ in range(self._times):
            again.note(visitor.timed(paths[0]))
        return {
            "first_times_trivial": first.figures()["times_trivial"],
            "page_times_trivial": again.figures()["times_trivial"],
        }

    def _idle(self, visitor: Visitor, paths: list[str], pid: int) -> Figures:
        """Every table was opened and is watched; nobody moves."""
        before = _megabytes(pid)
        for path in paths:
            visitor.get(path)
        viewers = [(path, cookie) for path in paths for cookie in self.cookies.values()]
        watching = Streams(self.port, viewers, fetching=False)
        try:
            return {
                "tables": len(paths),
                "viewers": len(viewers),
                "MB_before": before,
                "MB": _megabytes(pid),
                "MB_with_thinkers": round(_megabytes(pid) + sum(map(_megabytes, _children(pid))), 1),
                "trivial_ms": round(median(visitor.timed("/healthz") for _ in range(50)) * 1000, 2),
            }
        finally:
            watching.close()


def _known(player: str) -> str:
    """The cookie of somebody under this name."""
    from django.contrib.sessions.backends.signed_cookies import SessionStore

    from ferrovia.table.models import Person

    session = SessionStore()
    session["guest"] = Person.objects.create(name=player).key
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
    found = Path(f"/proc/{pid}/task").glob("*/children")
    try:
        return [int(child) for each in found for child in each.read_text().split()]
    except OSError:
        return []
