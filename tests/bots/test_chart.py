"""The example that draws the ladder: every step that was played in its row, with what is asked of it."""

from pathlib import Path

import msgspec
import pytest

from examples import chart_ladder
from ferrovia.bots.simulation import blank, matches


def kept(path: Path, bots: tuple[str, ...], wins: int, games: int) -> Path:
    """Games as `bench bots` keeps them, of which the one has won so many."""
    results = [blank(match) for match in matches("1849", games, "any", bots, 3, rotate=True)]
    for number, result in enumerate(results):
        kinds = {kind: player for player, kind in result.bots.items()}
        result.winners = [kinds[bots[0] if number < wins else bots[1]]]
    path.write_bytes(b"".join(msgspec.json.encode(result) + b"\n" for result in results))
    return path


def test_steps_of_several_files_are_drawn_from_the_lowest_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    high = kept(tmp_path / "high.jsonl", ("planner@150", "keen", "keen"), wins=9, games=12)
    low = kept(tmp_path / "low.jsonl", ("keen", "sensible", "sensible"), wins=30, games=30)
    chart = tmp_path / "ladder.svg"
    chart_ladder.main([str(high), str(low), "-o", str(chart)])
    drawn = chart.read_text()
    assert "75 % of 12" in drawn
    assert "100 % of 30" in drawn
    assert drawn.index("keen over sensible") < drawn.index("planner@150 over keen")
    assert capsys.readouterr().out == f"The chart is in {chart}.\n"


@pytest.mark.parametrize(("low", "high", "verdict"), [(0.9, 1.0, "pass"), (0.6, 0.9, "undecided"), (0.1, 0.5, "fail")])
def test_a_step_is_judged_by_its_interval(low: float, high: float, verdict: str) -> None:
    assert chart_ladder._verdict(low, high, 0.85) == verdict
