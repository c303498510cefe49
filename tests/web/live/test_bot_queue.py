"""Computer players: a slow table holds up no other, a dead thinker is replaced, who fails leaves it to the host."""

from __future__ import annotations

import os
import signal
import time
from threading import Event, Lock

import pytest

from ferrovia.formats.save import resume
from ferrovia.table.bot_processes import STARTED, BotProcess, BotTask, NoChoice, bot_task, thought
from ferrovia.table.bot_queue import BotQueue
from ferrovia.table.models import Table
from ferrovia.table.tables import TABLES
from ferrovia.table.waiting_for import waiting_columns
from tests.web.live.players import choice, seated
from tests.web.positions import laid_out, played, until


def _question(kind: str = "sensible") -> BotTask:
    return bot_task(resume(played("1849", moves=30)), kind, "key")


def test_a_thinker_chooses_what_is_legal_and_says_what_went_wrong() -> None:
    thinker = BotProcess()
    try:
        assert thinker.answer(_question(), 60) == thought(_question())
        with pytest.raises(NoChoice, match="no computer player 'nobody'"):
            thinker.answer(_question("nobody"), 60)
        assert thinker.answer(_question(), 60)  # the process lives on
    finally:
        thinker.stop()


def test_a_thinker_that_was_killed_is_replaced() -> None:
    thinker = BotProcess()
    try:
        thinker.start()
        process = thinker._process
        assert process is not None
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        assert thinker.answer(_question(), 60)
    finally:
        thinker.stop()


def test_a_thinker_that_takes_too_long_is_given_up() -> None:
    thinker = BotProcess()
    try:
        with pytest.raises(NoChoice, match=r"more than 0\.001 seconds"):
            thinker.answer(_question(), 0.001)
        assert thinker.answer(_question(), 60)
    finally:
        thinker.stop()


class Pipe:
    """The way to a process that has come up and thought; how long each was waited for."""

    def __init__(self) -> None:
        self.says: list[object] = [b"", (True, b"a thought")]
        self.waits: list[float] = []

    def poll(self, seconds: float) -> bool:
        self.waits.append(seconds)
        return True

    def recv(self) -> object:
        return self.says.pop(0)

    def send(self, asked: BotTask) -> None:
        self.says.append((True, b"another"))


def test_a_process_that_comes_up_slowly_is_not_taken_for_one_that_thinks_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine a process may take longer to come up than any thought may take: that is waited for once."""
    thinker, pipe = BotProcess(), Pipe()
    monkeypatch.setattr(thinker, "start", lambda: pipe)
    assert thinker.answer(_question(), 0.5) == b"a thought"
    assert thinker.answer(_question(), 0.5) == b"another"
    assert pipe.waits == [STARTED, 0.5, 0.5]


class Watched(BotQueue):
    """Thinking in which only the lines are real: the slow tables take until they are let go."""

    def __init__(self) -> None:
        super().__init__(TABLES, processes=2)
        self.let_go = Event()
        self.seen: list[int] = []
        self.enough = Event()
        self._lock = Lock()

    def _see_to(self, table_id: int, thinker: BotProcess) -> float | None:
        if table_id >= 100:
            self._slow.add(table_id)
            self.let_go.wait(60)
            return None
        with self._lock:
            self.seen.append(table_id)
            if len(self.seen) == 20:
                self.enough.set()
        return None if self.seen.count(table_id) >= 10 else 0.0


@pytest.mark.django_db
def test_slow_tables_hold_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BotProcess, "start", lambda self: None)
    line = Watched()
    line.start()
    line._slow |= {100, 101, 102}
    try:
        for table_id in (100, 101, 102, 1, 2):
            line.look_at(table_id)
        assert line.enough.wait(60)
        assert sorted(line.seen) == [1] * 10 + [2] * 10
    finally:
        line.let_go.set()
        line.stop()


@pytest.mark.django_db
def test_a_start_sees_to_every_table_that_a_computer_player_may_have_been_left_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(BotProcess, "start", lambda self: None)
    of_people, of_computers, over = (laid_out(played("1849", moves=30)) for _ in range(3))
    for table in (of_computers, over):
        _of_computers(table)
        Table.objects.filter(pk=table.pk).update(**waiting_columns(TABLES.now(table).game))
    Table.objects.filter(pk=over.pk).update(over=True)
    Table.objects.create(title="1849", host=of_people.host)
    line = BotQueue(TABLES)
    lined_up: list[int] = []
    monkeypatch.setattr(line, "look_at", lined_up.append)
    line.start()
    line.stop()
    assert lined_up == [of_computers.pk]


@pytest.mark.django_db
def test_without_a_pace_no_table_starves_another(monkeypatch: pytest.MonkeyPatch, somebody_looks_on: None) -> None:
    line = BotQueue(TABLES, processes=1, pace=0, patience=0)
    line._is_open = True
    monkeypatch.setattr(TABLES, "_listeners", [line.look_at])  # which is told of its own moves too
    tables = [_of_computers(laid_out(played("1849", moves=30))).pk for _ in range(3)]
    for table_id in tables:
        line.look_at(table_id)
    seen = []
    for _ in range(9):
        first = line._next(0)
        assert first is not None
        line._done(first, line._see_to(first, Answers()))
        seen.append(first)
    assert seen == tables * 3
    assert set(Table.objects.values_list("number", flat=True)) == {33}


@pytest.fixture
def somebody_looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TABLES.hub, "is_watched", lambda key: True)


def _of_computers(table: Table) -> Table:
    table.seats.update(bot="sensible")
    return table


class Answers(BotProcess):
    """A thinker without a process."""

    def answer(self, asked: BotTask, seconds: float) -> bytes:
        return thought(asked)


def _seen_to(line: BotQueue, table: Table, thinker: BotProcess | None = None) -> float | None:
    return line._see_to(table.pk, thinker or Answers())


@pytest.mark.django_db
def test_a_computer_player_moves_when_its_time_has_come(somebody_looks_on: None) -> None:
    line, table = BotQueue(TABLES, pace=1000), _of_computers(laid_out(played("1849", moves=30)))
    line._changed[table.pk] = time.monotonic()
    due = _seen_to(line, table)
    assert due is not None
    assert due > time.monotonic() + 900
    assert Table.objects.get(pk=table.pk).number == 30
    line._changed[table.pk] -= 1000
    _seen_to(line, table)
    assert Table.objects.get(pk=table.pk).number == 31


@pytest.mark.django_db
def test_a_game_that_nobody_plays_or_watches_stands_still() -> None:
    table = _of_computers(laid_out(played("1849", moves=30)))
    line = BotQueue(TABLES, pace=0)
    assert _seen_to(line, table) is None
    assert Table.objects.get(pk=table.pk).number == 30
    waiting = TABLES.now(table).game.top.decider(TABLES.now(table).game)
    table.seats.exclude(player=waiting).update(bot="")  # somebody plays again
    _seen_to(line, table)
    assert Table.objects.get(pk=table.pk).number == 31


@pytest.mark.django_db
def test_a_person_is_waited_for() -> None:
    table = laid_out(played("1849", moves=30))
    assert _seen_to(BotQueue(TABLES), table) is None
    assert Table.objects.get(pk=table.pk).number == 30


@pytest.mark.django_db
def test_computers_wait_longer_where_a_person_may_act_out_of_turn(somebody_looks_on: None) -> None:
    name = "18FB"
    for moves in range(60, 400, 20):
        table = laid_out(played(name, moves=moves))
        game = TABLES.now(table).game
        holders = {each.player for each in game.decision.interjections} - {game.decision.player}
        if holders:
            break
    line = BotQueue(TABLES, pace=1.0, patience=5.0)
    everybody = set(game.settings.players)
    assert line._wait(table, game, everybody) == 1.0
    assert line._wait(table, game, everybody - holders) == 5.0


@pytest.mark.django_db
def test_where_the_computer_knows_nothing_to_do_the_host_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent(BotProcess):
        def answer(self, asked: BotTask, seconds: float) -> bytes:
            raise NoChoice("It has lost its tongue.")

    line = BotQueue(TABLES)
    line._is_open = True
    record = until("1849", "track", after=60)
    table = laid_out(record)
    decider = TABLES.now(table).game.decision.player
    host = next(name for name in record.settings.players if name != decider)
    client, other = (
        seated(table, host),
        seated(table, next(n for n in record.settings.players if n not in (decider, host))),
    )
    person = table.seats.get(player=host).person
    assert person is not None
    Table.objects.filter(pk=table.pk).update(host=person)
    table.seats.filter(player=decider).update(bot="sensible")
    _seen_to(line, table, Silent())
    assert TABLES.stuck(table.pk, len(record.actions)) == decider
    assert _seen_to(line, table, Silent()) is None  # it is not asked again
    form = {"action": choice(table), "after": str(len(record.actions)), "key": "x"}
    for browser in (client, other):
        assert "The computer does not know what to do" in browser.get(f"/t/{table.key}").content.decode()
    assert other.post(f"/t/{table.key}/act", form).status_code == 409
    assert client.post(f"/t/{table.key}/act", form).status_code == 302
    assert Table.objects.get(pk=table.pk).number == len(record.actions) + 1
    assert TABLES.stuck(table.pk, len(record.actions) + 1) == ""


@pytest.mark.django_db
def test_a_refused_thought_is_told_like_an_error(somebody_looks_on: None) -> None:
    class Wrong(BotProcess):
        def answer(self, asked: BotTask, seconds: float) -> bytes:
            return b'{"do":"pass"}'

    line = BotQueue(TABLES)
    line._is_open = True
    table = _of_computers(laid_out(until("1849", "run", after=60)))
    _seen_to(line, table, Wrong())
    assert TABLES.stuck(table.pk, table.number)
    assert Table.objects.get(pk=table.pk).number == table.number
