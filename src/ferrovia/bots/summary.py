"""All games of a simulation together: what was measured, each figure with its interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import mean, median
from typing import Any

import msgspec

from ferrovia.bots.intervals import Estimate, mean_of, median_of, share_of
from ferrovia.bots.results import Result, Thinking


def totals(results: Sequence[Result], seconds: float) -> dict[str, Any]:
    """What scripts read and people are told, by keys that stay."""
    played = [result for result in results if not result.error]
    summary: dict[str, Any] = {
        "games": len(results),
        "failed": len(results) - len(played),
        "seconds": round(seconds, 3),
        "games_per_second": round(len(results) / seconds, 2) if seconds else None,
        "happenings": _summed(result.happenings for result in results),
    }
    if not played:
        return summary
    actions = [result.actions for result in played]
    times = [result.seconds for result in played]
    ends = Counter(result.end_clause for result in played)
    return summary | {
        "actions": sum(actions),
        "actions_per_game": {"median": median(actions), "least": min(actions), "most": max(actions)},
        "rounds_per_game": {"median": median(result.rounds for result in played)},
        "operating_rounds": plain(median_of([result.operating_rounds for result in played])),
        "seconds_per_game": {"median": round(median(times), 4), "worst": max(times)},
        "by_bot": _by_bot(played),
        "by_seat": {str(players): _by_seat(games) for players, games in sizes(played).items()},
        "by_end_clause": dict(ends.most_common()),
        "end_shares": {clause: plain(share_of(often, len(played))) for clause, often in ends.most_common()},
        "by_last_phase": dict(Counter(result.phase for result in played).most_common()),
        "phases": _came([result.phases for result in played]),
        "sold_out": _came([result.sold_out for result in played]),
        "floats": _came([result.floats for result in played]),
        "revenue": _revenue(played),
        "seen": {name: plain(share) for name, share in seen(played).items()},
    }


def plain(estimate: Estimate) -> dict[str, float | None]:
    found: dict[str, float | None] = msgspec.to_builtins(estimate)
    return found


def won(result: Result, player: str) -> float:
    """A player's part of a victory: whoever shares the first place has won so much less."""
    return (player in result.winners) / len(result.winners)


def sizes(played: Sequence[Result]) -> dict[int, list[Result]]:
    """The games by their number of players."""
    found: dict[int, list[Result]] = {}
    for result in sorted(played, key=lambda result: result.players):
        found.setdefault(result.players, []).append(result)
    return found


def seat_shares(games: Sequence[Result]) -> list[Estimate]:
    """For each seat the part of the games, all of one size, that were won from it."""
    seats = range(games[0].players)
    return [share_of(sum(won(game, game.seats[seat]) for game in games), len(games)) for seat in seats]


def seen(played: Sequence[Result]) -> dict[str, Estimate]:
    """For each happening the part of the games in which it was seen."""
    names = dict.fromkeys(name for result in played for name in result.happenings)
    return {name: share_of(sum(bool(game.happenings.get(name)) for game in played), len(played)) for name in names}


def came(rounds: Sequence[Mapping[str, int | None]]) -> dict[str, tuple[Estimate, Estimate]]:
    """In which part of the games that could have it each thing came, and in which round where it did."""
    found = {}
    for name in dict.fromkeys(name for game in rounds for name in game):
        told = [game[name] for game in rounds if name in game]
        met = [number for number in told if number is not None]
        found[name] = share_of(len(met), len(told)), median_of(met)
    return found


def thoughts(results: Iterable[Result]) -> dict[str, Thinking]:
    """How long each kind of player thought, over all these games."""
    total: dict[str, Thinking] = {}
    for result in results:
        for kind, part in result.thinking.items():
            whole = total.setdefault(kind, Thinking())
            whole.decisions += part.decisions
            whole.seconds += part.seconds
            whole.worst = max(whole.worst, part.worst)
    return total


def _by_bot(played: Sequence[Result]) -> dict[str, Any]:
    wins: Counter[str] = Counter()
    shared: dict[str, float] = {}
    scores: dict[str, list[int]] = {}
    for result in played:
        for player, kind in result.bots.items():
            wins[kind] += player in result.winners
            shared[kind] = shared.get(kind, 0.0) + won(result, player)
            scores.setdefault(kind, []).append(result.scores[player])
    thinking = thoughts(played)
    return {
        kind: {
            "seats": len(scores[kind]),
            "wins": wins[kind],
            "win_share": plain(share_of(shared[kind], len(scores[kind]))),
            "mean_score": round(mean(scores[kind]), 1),
            "score": plain(mean_of(scores[kind])),
            "ms_per_decision": {
                "mean": round(1000 * thinking[kind].seconds / max(1, thinking[kind].decisions), 3),
                "worst": round(1000 * thinking[kind].worst, 3),
            },
        }
        for kind in sorted(scores)
    }


def _by_seat(games: Sequence[Result]) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat,
            "games": len(games),
            "win_share": plain(share),
            "score": plain(mean_of([game.scores[game.seats[seat - 1]] for game in games])),
        }
        for seat, share in enumerate(seat_shares(games), 1)
    ]


def _came(rounds: Sequence[Mapping[str, int | None]]) -> dict[str, Any]:
    return {name: {"share": plain(share), "round": plain(when)} for name, (share, when) in came(rounds).items()}


def _revenue(played: Sequence[Result]) -> list[dict[str, Any]]:
    """Of all corporations together, for each operating round over the games that had it."""
    most = max(len(result.revenue) for result in played)
    by_round = ([game.revenue[number] for game in played if len(game.revenue) > number] for number in range(most))
    return [
        {"round": number, "games": len(sums), "revenue": plain(mean_of(sums))}
        for number, sums in enumerate(by_round, 1)
    ]


def _summed(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for count in counts:
        for name, number in count.items():
            total[name] = total.get(name, 0) + number
    return total
