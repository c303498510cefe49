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

from ferrovia.bench.figures import Aimed, Figures, Rows
from ferrovia.bench.games import LATE, PLAYERS, cookie_of, lay, played, whole_length
from ferrovia.bench.processes import children, megabytes
from ferrovia.bench.visitors import Beside, Streams, Visitor, raise_limit, wait_for, what_it_shows
from ferrovia.bots.bot import chosen
from ferrovia.bots.play import bots_for
from ferrovia.formats.save import Record, resume
from ferrovia.saying.message import Message
from ferrovia.titles.registry import TITLES

EARLY = 0.1  # part of a whole game
BACK = 40  # moves that are looked back at
COPIES = 5  # tables that are read for the first time
# What is aimed at: multiples of a trivial view, kilobytes as they are sent, megabytes.
PAGE, MOVE, UPDATE, SERVER, FIRST_VISIT = 25, 15, 40, 500, 400
_FILES = re.compile(r'(?:href|src)="(/static/[^"]+)"')
_FONTS = re.compile(r"url\(\"?([^)\"]+\.woff2)\"?\)")


def page(fixture: Path, tables: int = 300, times: int = 20) -> Rows:
    """The table page late in a game, moves and live updates, as multiples of a trivial view; memory of idle tables."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(measured, tables, times, {name: whole_length(name) for name in TITLES}).result()


def measured(tables: int, times: int, lengths: dict[str, int]) -> Rows:
    """All of it, in a process and a database of its own."""
    raise_limit()
    with tempfile.TemporaryDirectory(prefix="ferrovia-") as folder:
        os.environ["FERROVIA_VAR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "ferrovia.table.settings"
        from ferrovia.table.serving import prepare

        prepare()
        return Bench(Path(folder), tables, times, lengths).figures()


class Bench:
    """A served table with late games on it, of so many moves in the end."""

    def __init__(self, folder: Path, tables: int, times: int, lengths: dict[str, int]) -> None:
        from ferrovia.table.models import Person
        from ferrovia.table.serving import listen

        self._tables, self._times = tables, times
        with listen("127.0.0.1", 8100, 500) as free:
            self.port: int = free.getsockname()[1]
        self._command = [sys.executable, "-P", "-m", "ferrovia", "serve", "--no-open", "--port", str(self.port)]
        self._command += ["--database", str(folder)]
        self.people = [Person.objects.create(name=player) for player in PLAYERS]
        self.cookies = {person.name: cookie_of(person) for person in self.people}
        self.late = {name: played(name, int(moves * LATE)) for name, moves in lengths.items()}
        self.longest = max(lengths, key=lengths.__getitem__)
        early = played(self.longest, int(lengths[self.longest] * EARLY))
        self.by_length = {len(record.actions): record for record in (early, self.late[self.longest])}

    def figures(self) -> Rows:
        paths = {name: self._lay(record) for name, record in self.late.items()}
        unread = {number: [self._lay(record) for _ in range(COPIES)] for number, record in self.by_length.items()}
        records = list(self.late.values())
        idle = [self._lay(records[place % len(records)]) for place in range(self._tables)]
        server = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        try:
            wait_for(self.port)
            visitor = Visitor(self.port, self.cookies[PLAYERS[0]])
            pages: Rows = {}
            moves: Rows = {}
            updates: Rows = {}
            for name, path in paths.items():
                pages[Message("late page of {title}", title=name)] = self._page(name, path)
                move, update = self._moves(path, self.late[name])
                moves[Message("move of {title}", title=name)] = move
                updates[Message("update of {title}", title=name)] = update
            lengths: Rows = {
                Message("{title} after {n} moves", title=self.longest, n=number): self._by_length(number, made)
                for number, made in unread.items()
            }
            return pages | moves | updates | lengths | {Message("idle"): self._idle(visitor, idle, server.pid)}
        finally:
            server.terminate()
            server.wait()

    def _lay(self, record: Record) -> str:
        """A table with this game on it."""
        return f"/t/{lay(record, self.people).key}"

    def _page(self, name: str, path: str) -> Figures:
        visitor = self._decider(self.late[name])
        beside = Beside(visitor)
        plain = visitor.get(path).body
        for _ in range(self._times):
            beside.note(visitor.timed(path))
        packed = visitor.get(path, packed=True).size
        files = {name: visitor.get(name, packed=True) for name in sorted(set(_FILES.findall(plain.decode())))}
        fonts = {
            f"{name.rpartition('/')[0]}/{font}"
            for name, got in files.items()
            if name.endswith(".css")
            for font in _FONTS.findall(got.text)
        }
        beside_page = sum(got.size for got in files.values())
        letters = sum(visitor.get(font).size for font in fonts)
        return {
            **beside.figures(PAGE),
            "kB_first_visit": Aimed(round((packed + beside_page + letters) / 1000, 1), FIRST_VISIT),
            "kB_page": round(len(plain) / 1000, 1),
            "kB_page_packed": round(packed / 1000, 1),
            "kB_styles_and_scripts_packed": round(beside_page / 1000, 1),
            "kB_fonts": round(letters / 1000, 1),
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
                shown = what_it_shows(visitors[player].get(path).body)
                watching.leave_out = self.cookies[player]
                begin = perf_counter()
                got = visitors[player].post(f"{path}/act", {**form, "key": f"bench {begin}"}, shown)
                assert got.status == 200, got.status
                game.apply(action)
                seen = watching.have_fetched(game.state.number, len(PLAYERS))
                beside.note(max(seen.at) - begin)
                sizes.append(max(got.size, seen.size))
                packed.append(max(len(gzip.compress(got.body, 6)), seen.packed))
        finally:
            watching.close()
        most = round(max(packed) / 1000, 1)
        return (
            beside.figures(MOVE),
            {
                "kB": {"median": round(median(sizes) / 1000, 1), "most": round(max(sizes) / 1000, 1)},
                "kB_packed": {"median": round(median(packed) / 1000, 1), "most": Aimed(most, UPDATE)},
            },
        )

    def _by_length(self, number: int, paths: list[str]) -> Figures:
        """The same title after few and after many moves: nothing may take longer or more room for their number."""
        record = self.by_length[number]
        visitor, moves = self._decider(record), len(record.actions)
        first, again, past = Beside(visitor), Beside(visitor), Beside(visitor)
        for path in paths:
            first.note(visitor.timed(path))
        for _ in range(self._times):
            again.note(visitor.timed(paths[0]))
            past.note(visitor.timed(f"{paths[0]}/at/{max(moves - BACK, 0)}"))
        move, update = self._moves(paths[0], record)
        lately = record.past.lines[-BACK:]
        return {
            "first_times_trivial": first.times_trivial,
            "page_times_trivial": again.times_trivial,
            "past_times_trivial": past.times_trivial,
            **move,
            **update,
            "kB_stored_a_move": round(sum(map(len, lately)) / len(lately) / 1000, 2),
        }

    def _idle(self, visitor: Visitor, paths: list[str], pid: int) -> Figures:
        """Every table was opened and is watched; nobody moves."""
        before = megabytes(pid)
        for path in paths:
            visitor.get(path)
        viewers = [(path, cookie) for path in paths for cookie in self.cookies.values()]
        watching = Streams(self.port, viewers, fetching=False)
        try:
            return {
                "tables": len(paths),
                "viewers": len(viewers),
                "MB_before": before,
                "MB": Aimed(megabytes(pid), SERVER),
                "MB_with_bot_processes": round(megabytes(pid) + sum(map(megabytes, children(pid))), 1),
                "trivial_ms": round(median(visitor.timed("/readyz") for _ in range(50)) * 1000, 2),
            }
        finally:
            watching.close()
