"""Draws how often each computer player has won against two of the rung below, from games that were kept.

ferrovia bench bots --title 1849 --out ladder.jsonl
python examples/chart_ladder.py ladder.jsonl more.jsonl -o ladder.svg

Every step is a row for each title: the share of games won, the interval in which it lies 95 times in 100, and on darker
ground what is asked of the step. Games of several files count together.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from ferrovia.bots.intervals import Estimate
from ferrovia.bots.ladder import Step, upper_wins
from ferrovia.bots.registry import bot_names
from ferrovia.bots.results import Result
from ferrovia.drawing.export import standalone
from ferrovia.drawing.palette import LIGHT
from ferrovia.drawing.pieces import headed, picture
from ferrovia.drawing.spans import Span, spans

HEADING = "One against two of the rung below"
ASKED = {
    "sensible": 0.95,
    "keen": 0.85,
    "planner": 0.55,
}  # of the games, by the player who sits alone; 1 of 3 would be even


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=HEADING)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path("ladder.svg"))
    asked = parser.parse_args(arguments)
    results = [
        msgspec.json.decode(line, type=Result) for path in asked.files for line in path.read_bytes().splitlines()
    ]
    drawn = headed(HEADING, spans([_row(step, results) for step in _steps(results)], LIGHT), LIGHT)
    asked.output.write_bytes(standalone(picture(drawn, LIGHT, HEADING)))
    print(f"The chart is in {asked.output}.")


def _steps(results: Iterable[Result]) -> list[Step]:
    """The steps that were played, from the lowest up."""
    found = {(result.title, tuple(sorted({*result.bots.values()}, key=_rung))) for result in results}
    pairs = [(title, kinds) for title, kinds in found if len(kinds) == 2]
    ordered = sorted(pairs, key=lambda pair: (_rung(pair[1][1]), pair[0]))
    return [Step(title, upper, lower) for title, (lower, upper) in ordered]


def _rung(kind: str) -> int:
    """How high a player stands, whatever its budget."""
    return bot_names().index(kind.partition("@")[0])


def _row(step: Step, results: Sequence[Result]) -> Span:
    won = upper_wins(step, results)
    low, high = won.low or 0.0, 1.0 if won.high is None else won.high
    games = sum(step.has(result) and not result.error for result in results)
    asked = ASKED[step.upper.partition("@")[0]]
    name = f"{step.title}: {step.upper} over {step.lower}"
    return Span(name, won.value, low, high, asked, None, _verdict(low, high, asked), _figures(won, games))


def _verdict(low: float, high: float, asked: float) -> Literal["pass", "undecided", "fail"]:
    if low > asked:
        return "pass"
    return "fail" if high < asked else "undecided"


def _figures(won: Estimate, games: int) -> str:
    return f"{100 * won.value:.0f} % of {games}"


if __name__ == "__main__":
    main()
