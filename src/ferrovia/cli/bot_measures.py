"""How strong and how quick the computer players are: the ladder."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from ferrovia.bots import processes
from ferrovia.bots.intervals import Estimate
from ferrovia.bots.ladder import Step, ladder, steps, upper_wins
from ferrovia.bots.registry import bot_names
from ferrovia.bots.results import Result
from ferrovia.bots.summary import thoughts
from ferrovia.cli.figures import Figures, Rows
from ferrovia.cli.simulations import cores
from ferrovia.saying.message import Message
from ferrovia.titles.registry import TITLES

SEED = "bench"


def bots(
    fixture: Path,
    games: int = 12,
    titles: Sequence[str] = tuple(TITLES),
    rungs: Sequence[str] = (),
    jobs: int | None = None,
) -> Rows:
    """One of each rung against two of the rung below; strengths over all games of a title; how long each thought."""
    rungs = rungs or bot_names()
    played = {step: _played(step, games, jobs or cores()) for step in steps(titles, rungs)}
    rows: Rows = {}
    for step, results in played.items():
        name = Message("{title}, {upper} against two {lower}", title=step.title, upper=step.upper, lower=step.lower)
        rows[name] = {
            "games": len(results),
            "stopped": sum(bool(result.error) for result in results),
            "won_percent": _figures(upper_wins(step, results), 100),
        }
    for title in titles:
        results = [result for step, found in played.items() for result in found if step.title == title]
        for kind, found in ladder(results, rungs).items():
            rows[Message("{title}, {bot}", title=title, bot=kind)] = _player(kind, found, results)
    if len(titles) > 1:
        every = [result for found in played.values() for result in found]
        for kind, found in ladder(every, rungs).items():
            rows[Message("all titles, {bot}", bot=kind)] = _player(kind, found, every)
    return rows


def _played(step: Step, games: int, jobs: int) -> list[Result]:
    with closing(processes.simulate(step.matches(games, SEED), jobs)) as results:
        return list(results)


def _player(kind: str, strength: Estimate, results: Sequence[Result]) -> Figures:
    figures: Figures = {"strength_points": _figures(strength)}
    thought = thoughts(results).get(kind)
    if thought is not None and thought.decisions:
        figures["decisions"] = thought.decisions
        figures["thinking_ms"] = {
            "mean": round(1000 * thought.seconds / thought.decisions, 3),
            "worst": round(1000 * thought.worst, 1),
        }
    return figures


def _figures(estimate: Estimate, scale: float = 1) -> Figures:
    parts = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {part: round(scale * value, 1) for part, value in parts.items() if value is not None}
