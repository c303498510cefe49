"""How long best runs take: in the recorded game, late in games of every title, and on boards filled with track."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import process_time

from ferrovia.bench.figures import Figures, Rows, Skipped
from ferrovia.bench.play import imported, spread, through_a_snapshot
from ferrovia.bots.made_up import made_up_network
from ferrovia.bots.positions import Position, dense_position, late_runs, legal_fleets, longest_trains, runners
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.routes import Runner, Runs
from ferrovia.engine.board.routes import best_runs as find_best_runs
from ferrovia.engine.flow.actions import RunTrains
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.saying.message import Message
from ferrovia.titles.registry import all_titles

POSITIONS = 200
DENSE = 30
STRESS = 3  # so many of the longest trains, whatever a train limit says
PATIENCE = 30.0  # seconds; an answer that takes longer is not proven
SITE_SECONDS = 1.65  # what the router of the site takes for all runs of the recorded game

Timed = tuple[float, Runs]
Question = Callable[[], Runs]


def best_runs(fixture: Path, positions: int = POSITIONS, dense: int = DENSE) -> Rows:
    """Best runs, each on a position just loaded: in the recorded game, late in simulated games, on dense track."""
    rows: Rows = {}
    everything: list[Timed] = []

    def measure(name: Message, questions: Iterable[Question]) -> list[Timed]:
        timed = list(_timed(questions))
        rows[name] = _figures(timed)
        return timed

    recorded_game = Message("recorded")
    try:
        recorded = measure(recorded_game, map(_loaded, _recorded(fixture)))
        seconds = sum(each for each, _ in recorded)
        rows[recorded_game] |= {"seconds": round(seconds, 4), "part_of_the_site": round(seconds / SITE_SECONDS, 4)}
        everything += recorded
    except Skipped as reason:
        rows[recorded_game] = {"skipped": reason.message}
    titles = all_titles()
    for name in titles:
        everything += measure(Message("late {title}", title=name), map(_loaded, late_runs(name, positions)))
    # A title that has no train limit, or no track, has no such boards.
    fleets = {name: legal_fleets(cards) for name, cards in titles.items()}
    boards = {
        name: [dense_position(cards.box.board, seed) for seed in range(dense)]
        for name, cards in titles.items()
        if fleets[name]
    }
    for name, filled in boards.items():
        for fleet in fleets[name]:
            questions = [_on_track(board, runners(titles[name], fleet, board.values)) for board in filled]
            dense_board = Message("dense {title}, {trains}", title=name, trains=" ".join(fleet))
            everything += measure(dense_board, questions)
    for words, by_stops in (
        (Message("made up, trains by stops"), True),
        (Message("made up, trains by hexsides"), False),
    ):
        networks = [made_up_network(seed, by_stops=by_stops) for seed in range(dense)]
        everything += measure(words, [_on_track(*network) for network in networks])
    rows[Message("all of these")] = _figures(everything)
    for name, filled in boards.items():
        longest = longest_trains(titles[name], STRESS)
        questions = [_on_track(board, runners(titles[name], longest, board.values)) for board in filled]
        measure(
            Message("stress {title}, {trains}, more than the limit allows", title=name, trains=" ".join(longest)),
            questions,
        )
    return rows


def _recorded(fixture: Path) -> Iterator[tuple[Game, str]]:
    """The recorded game whenever a corporation ran its trains."""
    played = imported(fixture)
    game = Game(played.title, played.settings)
    for action in played.actions:
        if isinstance(action, RunTrains):
            turn = game.find(OperatingTurn)
            assert turn is not None
            yield game, turn.corporation
        game.apply(action)


def _loaded(position: tuple[Game, str]) -> Question:
    """The title's own answer, on a game just read from its snapshot."""
    game, corporation = through_a_snapshot(position[0]), position[1]
    return lambda: game.title.runs.best(game, corporation, PATIENCE)


def _on_track(position: Position, trains: Sequence[Runner]) -> Question:
    layout, own, closed, uncounted, _ = position
    cold = Layout(layout.board, layout.tiles)
    return lambda: find_best_runs(cold, trains, own, closed, uncounted=uncounted, seconds=PATIENCE)


def _timed(questions: Iterable[Question]) -> Iterator[Timed]:
    """Each question answered once, by the clock of this process: others on the machine do not count.

    Nor does what the games before left to be cleared away.
    """
    waiting = list(questions)
    gc.collect()
    gc.freeze()
    try:
        for question in waiting:
            begin = process_time()
            runs = question()
            yield process_time() - begin, runs
    finally:
        gc.unfreeze()


def _figures(timed: Sequence[Timed]) -> Figures:
    if not timed:
        return {"positions": 0}
    found = [runs for _, runs in timed]
    return {
        "positions": len(found),
        "proven_share": round(sum(runs.proven for runs in found) / len(found), 4),
        "revenue_median": median(runs.revenue for runs in found),
        "loaded_ms": spread([seconds for seconds, _ in timed]),
    }
