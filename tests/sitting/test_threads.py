"""Readers in other threads never see half a move, and of several writers one is first."""

import random
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout, Walk
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.board.reach import Reach
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.decision import Decision
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.save import Record, earlier, load, resume
from ferrovia.formats.verification import verify
from ferrovia.formats.view import view_for
from ferrovia.formats.view_types import View
from ferrovia.sitting.law import ANYBODY
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import MemoryStorage
from ferrovia.titles.registry import all_titles, title
from tests.walks import new_game, pick

READERS = 3
Look = tuple[int, tuple[Event, ...] | None]  # the number that was seen, and what its action told
GAMES = Path(__file__).parent.parent / "games"
STORED = {"1849": "1849-three", "1883": "1883-two", "18FB": "18FB-three"}


@pytest.fixture(autouse=True)
def restless() -> Iterator[None]:
    """Threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def sitting_over(game: Game) -> Sitting:
    return Sitting(MemoryStorage(Record.of(game, [game.hash()])), ANYBODY)


def money_in(view: View) -> int:
    """All money of 1849; other titles have purses that are nobody's."""
    purses = [*view["players"].values(), *view["corporations"].values()]
    money: int = view["bank"] + sum(purse["cash"] for purse in purses)
    return money


def watch(sitting: Sitting, seen: list[Look], done: threading.Event) -> None:
    """Look on, and keep for each look the number and what its last action told."""
    viewers = (None, *sitting.game.state.seats)
    while not done.is_set():
        now = sitting.now
        view = now.view(viewers[len(seen) % len(viewers)])
        assert money_in(view) == sitting.title.bank_size or sitting.title.name != "1849"
        assert faults(now.game) == []
        assert now.game.hash() == now.record.hashes[-1]
        assert view["number"] == now.number == len(now.game.actions)
        if view["decides"]:
            part = now.decision_for(view["decides"]["player"])
            assert [*part]
            assert part.player == view["decides"]["player"]
        told = now.events_since(view["number"] - 1)
        assert [one.number for one in told] == [view["number"]] * bool(view["number"])
        if told:
            seen.append((view["number"], told[-1].events))


def is_left_behind(seen: list[list[Look]], number: int) -> bool:
    """Whether a reader has not looked for more than ten actions."""
    return any((looks[-1][0] if looks else 0) < number - 10 for looks in seen)


@pytest.mark.parametrize(("name", "most"), [("1849", 100_000), ("1883", 120), ("18FB", 120)])
def test_whoever_looks_while_somebody_plays_sees_whole_moves(name: str, most: int) -> None:
    sitting = sitting_over(new_game(title(name), 8, title(name).player_counts[0], ()))
    chance, done = random.Random(8), threading.Event()
    log: list[tuple[Event, ...]] = []
    seen: list[list[Look]] = [[] for _ in range(READERS)]
    with ThreadPoolExecutor(READERS) as pool:
        readers = [pool.submit(watch, sitting, looks, done) for looks in seen]
        try:
            while not sitting.over and sitting.number < most:
                log.append(tuple(sitting.act(pick(sitting.game.decision, chance))))
                while is_left_behind(seen, sitting.number) and not any(map(Future.done, readers)):
                    sleep(0)
        finally:
            done.set()
        for reader, looks in zip(readers, seen, strict=True):
            reader.result()
            numbers = [number for number, _ in looks]
            assert numbers == sorted(numbers)
            assert len(set(numbers)) >= sitting.number // 20
            assert all(log[number - 1] == events for number, events in looks)
    assert sitting.over or sitting.number == most
    assert verify(sitting.record).ok


def test_every_title_is_watched() -> None:
    assert set(all_titles()) == {"1849", "1883", "18FB"}


def test_of_several_who_follow_the_same_number_one_is_first() -> None:
    sitting = sitting_over(new_game(title("1849"), 3, 3, ()))
    chance = random.Random(3)
    for number in range(25):
        action = pick(sitting.game.decision, chance)

        def tried(_: int, action: Action = action, number: int = number) -> str:
            try:
                sitting.act(action, after=number)
            except Refusal as refusal:
                return refusal.rule
            return "played"

        with ThreadPoolExecutor(4) as pool:
            assert sorted(pool.map(tried, range(4))) == ["played", "stale", "stale", "stale"]
        assert sitting.number == number + 1
    assert verify(sitting.record).ok


def test_taking_back_and_acting_at_once_leave_a_record_that_verifies() -> None:
    sitting = sitting_over(new_game(title("1849"), 3, 3, ()))

    def play(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(30):
            with suppress(Refusal):
                now = sitting.now
                if now.game.over:  # chance may ruin somebody before the others have had their thirty moves
                    return
                sitting.act(pick(now.game.decision, chance), after=now.number)
                if chance.random() < 0.4:
                    sitting.undo()

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(play, range(3)))
    assert sitting.number > 5
    assert verify(sitting.record).past == sitting.number


@pytest.mark.parametrize("name", all_titles())
def test_several_who_look_at_the_same_board_find_the_same(name: str) -> None:
    """What is remembered of a layout is shared by all: reach, networks and best runs come out as they do alone."""
    record = load(GAMES / f"{STORED[name]}.json")
    middle = resume(earlier(record, len(record.actions) * 3 // 5))

    def found(game: Game, order: int) -> tuple[dict[str, tuple[int, bool]], Decision, View]:
        corporations = sorted(game.state.certificates, reverse=order % 2 == 1)
        runs = {one: game.title.runs.best(game, one) for one in corporations if game.trains(one)}
        return {one: (runs[one].revenue, runs[one].proven) for one in sorted(runs)}, game.decision, view_for(game)

    alone = found(middle, 0)
    for _ in range(3):
        shared = Game.restore(middle.title, middle.settings, middle.snapshot(), middle.actions)
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(lambda order, game=shared: found(game.fork(), order), range(4)))
        assert together == [alone] * 4


def test_whoever_asks_where_track_leads_while_it_is_worked_out_is_told_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = load(GAMES / "18FB-three.json")
    game = resume(earlier(record, len(record.actions) * 3 // 5))
    stations = [stop for stops in game.state.stations.values() for stop in stops]
    reached = Reach(game.layout, stations, frozenset())
    walk = Layout.walk
    meanwhile: list[list[str]] = []

    def interrupted(layout: Layout, stop: StopId) -> Walk:
        monkeypatch.setattr(Layout, "walk", walk)
        meanwhile.append(sorted(reached.hexes()))
        return walk(layout, stop)

    monkeypatch.setattr(Layout, "walk", interrupted)
    everything = sorted(reached.hexes())
    assert len(everything) > 50
    assert meanwhile == [everything]


def test_a_layout_may_be_walked_while_a_tile_is_laid_on_it() -> None:
    board = title("1849").box.board
    done = threading.Event()

    def lay(layout: Layout) -> None:
        while not done.is_set():
            layout.with_tile("B4", "8", 0)

    with ThreadPoolExecutor(2) as pool:
        try:
            for _ in range(200):
                layout = Layout(board)
                done.clear()
                layer = pool.submit(lay, layout)
                for stop in board.stops:
                    layout.walk(stop)
                done.set()
                layer.result()
        finally:
            done.set()


def test_a_memory_may_be_filled_by_several() -> None:
    memory: Memory[int, int] = Memory(8)

    def fill(start: int) -> None:
        for number in range(start, start + 4000):
            memory[number % 50] = number

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(fill, range(4)))
    assert len(memory) <= 8 + 4
