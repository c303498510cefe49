"""Many games between computer players, on as many cores as wanted.

Every game has a seed of its own, drawn from the seed of the whole and its number, so the results do not
depend on how the games are shared out. Any one of them can be played again by itself: `Result.command`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import mean, median
from time import perf_counter
from typing import Any

import msgspec

from ferrovia.bots.play import bot_game, play_out, seat_names
from ferrovia.bots.tally import Tally
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.view import winners
from ferrovia.titles.registry import title


class Match(msgspec.Struct, frozen=True):
    """One game that is to be played."""

    index: int
    title: str
    seed: str
    bots: tuple[str, ...]
    options: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """What plays this very game again."""
        options = "".join(f" --option {option}" for option in self.options)
        return f"ferrovia play {self.title} --seats {','.join(self.bots)} --seed {self.seed}{options}"


class Result(msgspec.Struct):
    """How a game went; with `error` set, where it broke off."""

    index: int
    seed: str
    players: int
    options: tuple[str, ...]
    bots: dict[str, str]
    winner: str | None = None  # None: several share the first place
    winners: list[str] = []
    scores: dict[str, int] = {}
    actions: int = 0
    rounds: int = 0
    phase: str = ""  # the last one reached
    happenings: dict[str, int] = {}
    end_reason: str = ""
    end_clause: str = ""
    seconds: float = 0.0
    error: str = ""
    command: str = ""


def set_ups(name: str, options: Sequence[str] = ()) -> list[tuple[int, tuple[str, ...]]]:
    """The sizes in which a title can be played: numbers of players, and options that change the corporations."""
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    for players in title(name).player_counts:
        for extra in ((), *((option,) for option in title(name).options if option not in options)):
            chosen = (*options, *extra)
            settings = Settings(title=name, players=seat_names(["bot"] * players), seed="0", options=chosen)
            try:
                game = Game(title(name), settings)
            except Refusal:
                continue
            found.setdefault((players, len(game.state.certificates)), chosen)
    return [(players, chosen) for (players, _), chosen in found.items()]


def matches(
    name: str,
    count: int,
    seed: str,
    bots: Sequence[str] = ("random",),
    players: int | None = None,
    options: Sequence[str] = (),
) -> list[Match]:
    """The games of a simulation. The bots take turns at the places; so do the sizes, if no number is given."""
    sizes = [(players, tuple(options))] if players is not None else set_ups(name, options)
    if not sizes:
        raise Refusal("options", "No number of players fits these options.")
    plan = []
    for index in range(count):
        seats, chosen = sizes[index % len(sizes)]
        kinds = tuple(bots[(place + index // len(sizes)) % len(bots)] for place in range(seats))
        plan.append(Match(index, name, game_seed(seed, index), kinds, chosen))
    return plan


def game_seed(seed: str, index: int) -> str:
    return hashlib.sha256(f"{seed}/game {index}".encode()).hexdigest()[:32]


def play_match(match: Match) -> Result:
    """Play one game; an error becomes part of the result."""
    players = dict(zip(seat_names(match.bots), match.bots, strict=True))
    result = Result(match.index, match.seed, len(match.bots), match.options, players, command=match.command)
    begun = perf_counter()
    try:
        game, bots = bot_game(match.title, match.bots, match.seed, match.options)
        rounds = {game.state.round: None}
        tally = Tally(game.title)
        result.happenings = tally.counts

        def told(game: Game, events: list[Event]) -> None:
            result.actions = len(game.actions)
            result.phase = game.state.phase
            rounds.setdefault(game.state.round)
            tally.hear(events)

        play_out(game, bots, told)
        _score(game, result)
        result.rounds = sum(played.kind != "end" for played in rounds)
    except Exception as error:
        # Whatever it is, it must not stop the other games: it is reported with the seed that shows it again.
        result.error = f"{type(error).__name__}: {error}"
    result.seconds = round(perf_counter() - begun, 4)
    return result


def _score(game: Game, result: Result) -> None:
    result.winners = winners(game)
    result.winner = result.winners[0] if len(result.winners) == 1 else None
    result.scores = {player: game.title.calendar.worth(game, player) for player in game.settings.players}
    result.end_reason = game.state.over
    result.end_clause = game.state.ended_by


def simulate(plan: Sequence[Match], jobs: int = 1) -> Iterator[Result]:
    """Play the games, and hand out the results in the order of the plan."""
    if jobs == 1 or len(plan) < 2:
        yield from map(play_match, plan)
        return
    chunk = max(1, min(16, len(plan) // (jobs * 4)))
    # A fresh interpreter for every worker: what this one has open or running is not doubled.
    with ProcessPoolExecutor(min(jobs, len(plan)), mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(play_match, plan, chunksize=chunk)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def totals(results: Sequence[Result], seconds: float) -> dict[str, Any]:
    """All games together."""
    played = [result for result in results if not result.error]
    failed = len(results) - len(played)
    summary: dict[str, Any] = {
        "games": len(results),
        "failed": failed,
        "seconds": round(seconds, 3),
        "games_per_second": round(len(results) / seconds, 2) if seconds else None,
        "happenings": _summed(result.happenings for result in results),
    }
    if not played:
        return summary
    wins: Counter[str] = Counter()
    seats: Counter[str] = Counter()
    scores: dict[str, list[int]] = {}
    for result in played:
        for player in result.winners:
            wins[result.bots[player]] += 1
        for player, kind in result.bots.items():
            seats[kind] += 1
            scores.setdefault(kind, []).append(result.scores[player])
    actions = [result.actions for result in played]
    times = [result.seconds for result in played]
    return summary | {
        "actions": sum(actions),
        "actions_per_game": {"median": median(actions), "least": min(actions), "most": max(actions)},
        "rounds_per_game": {"median": median(result.rounds for result in played)},
        "seconds_per_game": {"median": round(median(times), 4), "worst": max(times)},
        "by_bot": {
            kind: {"seats": seats[kind], "wins": wins[kind], "mean_score": round(mean(scores[kind]), 1)}
            for kind in sorted(seats)
        },
        "by_end_clause": dict(Counter(result.end_clause for result in played).most_common()),
        "by_last_phase": dict(Counter(result.phase for result in played).most_common()),
    }


def _summed(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for count in counts:
        for name, number in count.items():
            total[name] = total.get(name, 0) + number
    return total
