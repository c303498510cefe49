"""How strong and how quick the computer players are: the ladder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ferrovia.bench.figures import Figures, Rows
from ferrovia.bots.intervals import Estimate
from ferrovia.bots.ladder import Step, climb, points, steps, upper_wins
from ferrovia.bots.processes import cores, simulate
from ferrovia.bots.registry import bot_names
from ferrovia.bots.results import Result
from ferrovia.bots.simulation import Match
from ferrovia.bots.summary import thoughts
from ferrovia.saying.message import Message
from ferrovia.titles.registry import TITLES

SEED = "bench"


def _played(plan: list[Match]) -> list[Result]:
    return list(simulate(plan, cores()))


def bots(
    fixture: Path,
    games: int = 6,
    titles: Sequence[str] = tuple(TITLES),
    rungs: Sequence[str] = (),
    play: Callable[[list[Match]], list[Result]] = _played,
) -> Rows:
    """One of each rung against two of the rung below; strengths over all games of a title; how long each thought."""
    rungs = rungs or bot_names()
    ladder = steps(titles, rungs)
    played = play(climb(ladder, games, SEED))
    rows = {_name(step): _step(step, played) for step in ladder}
    for title in titles:
        results = [result for result in played if result.title == title]
        for kind, found in points(results, rungs).items():
            rows[Message("{title}, {bot}", title=title, bot=kind)] = _player(kind, found, results)
    if len(titles) > 1:
        for kind, found in points(played, rungs).items():
            rows[Message("all titles, {bot}", bot=kind)] = _player(kind, found, played)
    return rows


def _name(step: Step) -> Message:
    return Message("{title}, {upper} against two {lower}", title=step.title, upper=step.upper, lower=step.lower)


def _step(step: Step, played: Sequence[Result]) -> Figures:
    results = [result for result in played if step.has(result)]
    return {
        "games": len(results),
        "stopped": sum(bool(result.error) for result in results),
        "won_percent": _figures(upper_wins(step, results), 100),
    }


def _player(kind: str, strength: Estimate, results: Sequence[Result]) -> Figures:
    figures: Figures = {"strength_points": _figures(strength)}
    thought = thoughts(results).get(kind)
    if thought is not None and thought.decisions:
        figures["decisions"] = thought.decisions
        figures["thinking_ms"] = {
            "mean": round(1000 * thought.seconds / thought.decisions, 3),
            "worst": round(1000 * thought.worst, 3),
        }
    return figures


def _figures(estimate: Estimate, scale: float = 1) -> Figures:
    parts = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {part: round(scale * value, 1) for part, value in parts.items() if value is not None}
