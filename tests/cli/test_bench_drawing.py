"""bench draw: figures that make sense, for every title."""

from pathlib import Path

import pytest

from ferrovia.bench import drawing
from ferrovia.bench.figures import FIGURES
from ferrovia.titles.registry import all_titles


def test_boards_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "play_out", lambda game, bots: game)
    report = {str(row): figures for row, figures in drawing.draw(tmp_path, games=1).items()}
    assert list(report) == list(all_titles())
    for figures in report.values():
        assert set(figures) <= set(FIGURES)
        assert 0 < figures["again_ms"]["median"] <= figures["first_ms"]["worst"]
        assert 0 < figures["kilobytes"]["most"] < 250
