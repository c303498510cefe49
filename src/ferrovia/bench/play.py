"""The benchmarks: what is measured, and how.

What a game works out about a layout of tiles it keeps with that layout, and a new game begins with a new
layout; what is worked out about the board (the options for a hex, the faces of a tile) is kept for all games
of the process. So *warm* means here: the board's part is known, the layouts' part is not. *Cold* means: nothing is
known, the first time in a fresh process; or, for single decisions and runs, a position read from a snapshot, as
after loading a game, with nothing known about its layout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter

import msgspec

from ferrovia.bench.figures import Figures, Rows, Skipped
from ferrovia.bots.bot import chosen
from ferrovia.bots.play import bot_game, play_out
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.formats.eighteenxx import read_export
from ferrovia.formats.files import read_whole
from ferrovia.saying.message import Message
from ferrovia.saying.reasons import reason
from ferrovia.titles.registry import TITLES, all_titles, title_of

# A game that was played elsewhere; recorded/README.md tells where.
RECORDED = Path(__file__).parent / "recorded" / "game.json"
THREE = ("random",) * 3


def replay(fixture: Path, runs: int = 7) -> Figures:
    """The recorded game's list of actions played again: every action checked and applied, nothing else."""
    game = imported(fixture)
    settings, actions = game.settings, game.actions
    cold = [_in_a_fresh_process(_replayed, settings, actions) for _ in range(3)]
    warm = [_replayed(settings, actions) for _ in range(runs)]
    count = len(actions)
    return {
        "actions": count,
        "cold_runs": len(cold),
        "warm_runs": runs,
        "cold_actions_per_second": {"best": round(count / min(cold)), "median": round(count / median(cold))},
        "warm_actions_per_second": {"best": round(count / min(warm)), "median": round(count / median(warm))},
        "cold_seconds": {"best": round(min(cold), 4), "median": round(median(cold), 4)},
        "warm_seconds": {"best": round(min(warm), 4), "median": round(median(warm), 4)},
        "cold_to_warm": round(median(cold) / median(warm), 2),
    }


def _replayed(settings: Settings, actions: Sequence[Action]) -> float:
    begin = perf_counter()
    game = Game(title_of(settings), settings)
    for action in actions:
        game.apply(action)
    return perf_counter() - begin


def _in_a_fresh_process(measure: Callable[..., float], *arguments: object) -> float:
    """Imports and reading the components are over before the measuring begins."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(measure, *arguments).result()


def choices(fixture: Path, games: int = 5) -> Rows:
    """`game.decision` at every decision of random games of each title and of the recorded one.

    Measured in play, and on a game just read from its snapshot. Random players build little: the recorded game
    shows the larger networks.
    """
    rows = {}
    for name in all_titles():
        watch = _Watch()
        for number in range(games):
            game, bots = bot_game(name, THREE, f"bench {number}")
            while not game.over:
                watch.look(game)
                game.apply(chosen(game, bots))
        rows[Message("random {title}", title=name)] = watch.figures(games)
    if fixture.is_file():
        played, watch = imported(fixture), _Watch()
        game = Game(played.title, played.settings)
        for action in played.actions:
            watch.look(game)
            game.apply(action)
        rows[Message("recorded")] = watch.figures(1)
    return rows


class _Watch:
    """Times the decisions of games."""

    def __init__(self) -> None:
        self.in_play: list[float] = []
        self.loaded: list[float] = []
        self.listed: list[int] = []

    def look(self, game: Game) -> None:
        again = through_a_snapshot(game)
        self.loaded.append(_timed(lambda: again.decision))
        self.in_play.append(_timed(lambda: game.decision))
        self.listed.append(len(list(game.decision)))

    def figures(self, games: int) -> Figures:
        return {
            "games": games,
            "decisions": len(self.listed),
            "choices_listed": {"median": median(self.listed), "most": max(self.listed)},
            "in_play_ms": spread(self.in_play),
            "loaded_ms": spread(self.loaded),
            "loaded_to_in_play": round(median(self.loaded) / median(self.in_play), 2),
        }


def fork(fixture: Path, times: int = 2000) -> Figures:
    """`game.fork()`, and beside it a snapshot read back, in the middle of random games."""
    forks: list[float] = []
    snapshots: list[float] = []
    for number in range(5):
        game, bots = bot_game(next(iter(TITLES)), THREE, f"bench {number}")
        while not game.over and len(game.actions) < 100:
            game.apply(chosen(game, bots))
        begin = perf_counter()
        for _ in range(times):
            game.fork()
        forks.append((perf_counter() - begin) / times)
        begin = perf_counter()
        through_a_snapshot(game)
        snapshots.append(perf_counter() - begin)
    return {
        "positions": len(forks),
        "fork_us": round(median(forks) * 1e6, 2),
        "snapshot_and_restore_us": round(median(snapshots) * 1e6, 1),
        "snapshot_to_fork": round(median(snapshots) / median(forks)),
    }


def through_a_snapshot(game: Game) -> Game:
    return Game.restore(game.title, game.settings, game.snapshot(), game.actions)


def playout(fixture: Path, games: int = 20) -> Rows:
    """Random three-player games of each title from start to end, the choosing included."""
    return {Message(name): _playouts(name, games) for name in all_titles()}


def _playouts(name: str, games: int) -> Figures:
    seconds, actions = [], []
    for number in range(games):
        begin = perf_counter()
        game = play_out(*bot_game(name, THREE, f"bench {number}"))
        seconds.append(perf_counter() - begin)
        actions.append(len(game.actions))
    return {
        "games": games,
        "actions": {"median": median(actions), "most": max(actions)},
        "seconds": {"median": round(median(seconds), 4), "worst": round(max(seconds), 4)},
        "actions_per_second": round(sum(actions) / sum(seconds)),
    }


def imported(fixture: Path) -> Game:
    if not fixture.is_file():
        raise Skipped("There is no recorded game in {fixture}; name one with --fixture.", fixture=str(fixture))
    try:
        return read_export(msgspec.json.decode(read_whole(fixture)), traced=False).game
    except ValueError as error:
        raise Skipped("{fixture} cannot be imported: {reason}", fixture=str(fixture), reason=reason(error)) from error


def _timed(work: Callable[[], object]) -> float:
    begin = perf_counter()
    work()
    return perf_counter() - begin


def spread(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    p95, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.95, 0.99))
    return {
        "median": round(median(ordered) * 1000, 3),
        "p95": round(p95 * 1000, 3),
        "p99": round(p99 * 1000, 3),
        "worst": round(ordered[-1] * 1000, 3),
    }
