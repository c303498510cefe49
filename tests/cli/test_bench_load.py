"""bench load: the arithmetic of rates, tables that are laid by the hundred, and a small load on a real server."""

from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE, Popen
from sys import executable

import pytest

from ferrovia.bench import load, postgres
from ferrovia.bench.games import PLAYERS, going_on, lay, lay_many, played
from ferrovia.bench.processes import processor_seconds, tree
from ferrovia.bench.rates import FASTER, Step, knee, next_rate, percentile
from ferrovia.cli.bench import BENCHMARKS, _plain
from ferrovia.engine.flow.kinds import reader, union
from ferrovia.formats.save import resume
from ferrovia.saying.message import Message
from ferrovia.table.models import MoveRow, Person, Table
from ferrovia.table.tables import TABLES
from tests.cli.command import asked, ferrovia
from tests.hosting.postgres import NONE


def step(rate: float, shown: float = 0.05, done: float = 1.0, refused: int = 0) -> Step:
    """A hundred moves, of which the last two were shown after so long."""
    return Step(rate, 100 / (rate * done), [0.03] * 100, [0.02] * 98 + [shown] * 2, 1.0, 0.2, 0.1, refused)


@pytest.mark.parametrize(
    ("values", "part", "found"),
    [
        ([5.0], 0.99, 5.0),
        ([3.0, 1.0, 2.0], 0.5, 2.0),
        ([float(number) for number in range(1, 101)], 0.99, 99.0),
        ([float(number) for number in range(1, 101)], 0.5, 50.0),
        ([float(number) for number in range(1, 102)], 0.99, 100.0),
        ([1.0, 2.0], 0.99, 2.0),
    ],
)
def test_a_percentile_is_a_value_that_so_many_do_not_exceed(values: list[float], part: float, found: float) -> None:
    assert percentile(values, part) == found


def test_a_rate_is_borne_if_it_is_reached_and_shown_in_time_and_nothing_is_refused() -> None:
    assert step(20).is_borne
    assert not step(20, shown=0.151).is_borne
    assert not step(20, done=0.89).is_borne
    assert not step(20, refused=1).is_borne


def test_a_step_tells_moves_a_second_and_processor_time_a_move() -> None:
    one = step(20, done=0.5)
    assert one.done == pytest.approx(10)
    assert one.milliseconds(one.server) == pytest.approx(10)
    assert one.milliseconds(one.database) == pytest.approx(2)


def bent_at(most: float) -> Callable[[float], Step]:
    return lambda rate: step(rate, shown=0.05 if rate <= most else 0.5)


@pytest.mark.parametrize("most", [5.0, 8.0, 21.0, 300.0])
def test_the_rate_is_raised_until_the_bend_is_known_well_enough(most: float) -> None:
    served, steps = bent_at(most), list[Step]()
    while (rate := next_rate(steps, 8.0)) is not None:
        steps.append(served(rate))
    assert len(steps) < 15
    found = knee(steps)
    assert found is not None
    assert most / 1.12 < found.asked <= most


def test_a_server_that_bears_nothing_is_not_asked_for_ever() -> None:
    served, steps = bent_at(0.0), list[Step]()
    while (rate := next_rate(steps, 8.0)) is not None:
        steps.append(served(rate))
    assert knee(steps) is None
    assert [each.asked for each in steps] == pytest.approx([8, 8 / FASTER, 8 / FASTER**2])


def test_what_a_move_takes_is_told_beside_an_empty_answer() -> None:
    figures = _plain(load.told([step(20.0), step(8.0), step(30.0, shown=1.0)], 0.002))
    assert figures["knee"] == 20
    assert figures["server_ms_a_move"] == {"found": 10.0, "goal": 10, "met": False}
    assert (figures["database_ms_a_move"], figures["load_ms_a_move"]) == (2.0, 1.0)
    assert (figures["empty_ms"], figures["times_empty"]) == (2.0, 5.0)
    rates = [name for name in figures if name.startswith("at ")]
    assert rates == ["at 8.0 moves a second", "at 20.0 moves a second", "at 30.0 moves a second"]
    assert figures["at 30.0 moves a second"] == {
        "asked": 30,
        "done": 30.0,
        "moves": 100,
        "refused": 0,
        "answer_ms": {"median": 30.0, "p99": 30.0},
        "shown_ms": {"median": 20.0, "p99": 1000.0},
        "server_ms_a_move": 10.0,
        "load_ms_a_move": 1.0,
        "cores": 0.39,
    }


def test_processor_time_is_counted_with_that_of_children_that_have_ended() -> None:
    script = (
        "import subprocess, sys\n"
        "work = 'from time import process_time\\nwhile process_time() < 0.3: pass'\n"
        "subprocess.run([sys.executable, '-c', work], check=True)\n"
        "print(flush=True)\ninput()"
    )
    with Popen([executable, "-c", script], stdin=PIPE, stdout=PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert list(tree(process.pid)) == [process.pid]
        assert processor_seconds(process.pid) > 0.25
        process.communicate(b"\n")


@pytest.mark.django_db
def test_many_tables_have_the_same_game_and_people_of_their_own() -> None:
    record = played("1849", 30)
    people = [[Person.objects.create(name=player) for player in PLAYERS] for _ in range(4)]
    first = lay(record, people[0])
    other = lay(record, people[0])
    made = lay_many(first, people[1:])
    assert Table.objects.count() == 5
    assert MoveRow.objects.filter(table=other).count() == len(record.actions)
    for table, seated in zip(Table.objects.filter(pk__in=[each.pk for each in made]), people[1:], strict=True):
        assert list(table.seats.values_list("person", flat=True)) == [person.pk for person in seated]
        assert table.host_id == seated[0].pk
        assert TABLES.now(table).game.hash() == resume(record).hash()


def test_a_game_goes_on_as_its_players_would_play_it() -> None:
    record = played("1849", 30)
    game = resume(record)
    turns = going_on(record, 5)
    assert len(turns) == 5
    for turn in turns:
        assert turn.player == game.top.decider(game)
        game.apply(reader(union(tuple(game.title.actions))).decode(turn.action))


def test_a_small_load_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "TITLES", {"1849": "ferrovia.titles.t1849"})
    monkeypatch.setattr(load, "whole_length", lambda name: 60)
    monkeypatch.setattr(postgres, "programs", lambda: None)
    small = {"tables": 3, "seconds": 0.2, "steps": 1, "fewest": 4}
    monkeypatch.setitem(BENCHMARKS, "load", BENCHMARKS["load"]._replace(quick=small))
    report = asked("bench", "load", "--quick")["benchmarks"]["load"]
    assert list(report) == ["SQLite, one process", "PostgreSQL"]
    assert report["PostgreSQL"] == {"skipped": "PostgreSQL's server is not installed here."}
    check_load(report["SQLite, one process"], tables=3)


def check_load(figures: dict[str, object], tables: int) -> None:
    assert (figures["tables"], figures["viewers"]) == (tables, 4 * tables)
    step = figures["at 8.0 moves a second"]
    assert isinstance(step, dict)
    assert (step["moves"], step["refused"]) == (4, 0)
    assert 0 < step["answer_ms"]["median"] <= step["answer_ms"]["p99"]
    assert 0 < step["shown_ms"]["median"] <= step["shown_ms"]["p99"]
    assert step["server_ms_a_move"] > 0


@pytest.mark.soak
@pytest.mark.skipif(postgres.programs() is None, reason=NONE)
def test_a_small_load_is_measured_on_every_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(load, "TITLES", {"1849": "ferrovia.titles.t1849"})
    monkeypatch.setattr(load, "whole_length", lambda name: 60)
    rows = load.load(tmp_path, tables=3, seconds=0.2, steps=1, fewest=4)
    report = _plain(rows)
    assert list(report) == ["SQLite, one process", "PostgreSQL, one process", "PostgreSQL, two processes"]
    for figures in report.values():
        check_load(figures, tables=3)
    assert all(isinstance(name, Message) for name in rows)
    assert report["PostgreSQL, two processes"]["database_ms_a_move"] >= 0
    assert ferrovia("bench", "--help").stdout.count("load ") == 1
