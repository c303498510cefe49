"""Exports that were tampered with at random come in, or are refused in a sentence; what is our fault is not theirs."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from ferrovia.formats.eighteenxx import read_export
from ferrovia.titles.eighteenxx import ImportTrouble
from ferrovia.titles.t1849.eighteenxx.following import Follower
from ferrovia.titles.t1849.eighteenxx.reading import effective_actions
from tests.formats.test_eighteenxx_files import site_game
from tests.recorded import recorded_export

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    7,
    10**30,
    1.5,
    "",
    "x",
    "ATA",
    "ATA_1",
    "_",
    "Ada",
    "H12",
    [],
    [None],
    ["x"],
    {},
)
ODD = (
    *ODD,
    [[]],
    [{}],
    {"x": 1},
    "٣",
    "99H-0",
    ["ATA_x"],
    ["ATA_-1"],
    [{"train": "99H-0", "hexes": ["H12"], "connections": []}],
)


def tampered(export: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """One to three things anywhere in it are gone or something else."""
    bad = copy.deepcopy(export)
    for _ in range(chance.randint(1, 3)):
        places: list[tuple[Any, Any]] = [(bad, name) for name in bad] + [(bad.get("settings", {}), "seed")]
        moves = bad.get("actions")
        if isinstance(moves, list) and moves and chance.random() < 0.9:
            move = chance.choice(moves)
            places = [(move, name) for name in move] if isinstance(move, dict) else places
            routes = move.get("routes") if isinstance(move, dict) else None
            if isinstance(routes, list) and routes and isinstance(routes[0], dict) and chance.random() < 0.7:
                places = [(routes[0], name) for name in routes[0]]
        if not places:
            continue
        holder, name = chance.choice(places)
        if not isinstance(holder, dict):
            continue
        if chance.random() < 0.2:
            holder.pop(name, None)
        else:
            holder[name] = copy.deepcopy(chance.choice(ODD))
    return bad


def short(export: dict[str, Any], count: int) -> dict[str, Any]:
    kept = copy.deepcopy(export)
    kept["actions"] = effective_actions(kept["actions"])[:count]
    return kept


def sentence_of(export: Any, traced: bool) -> str:
    """Why an export or the rest of it does not come in; a full stop where it does."""
    try:
        return str(read_export(export, traced=traced).departure or ".")
    except ImportTrouble as trouble:
        return str(trouble)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_in_an_export_it_comes_in_or_is_refused_in_a_sentence(seed: int) -> None:
    chance = random.Random(seed)
    sources = [short(recorded_export(), 40), short(site_game("two-sales"), 60), short(site_game("empty-run"), 40)]
    for _ in range(15):
        bad = json.loads(json.dumps(tampered(chance.choice(sources), chance)))
        assert sentence_of(bad, traced=chance.random() < 0.5).endswith((".", "]"))


@pytest.mark.parametrize(
    "fault", [AttributeError("x"), AssertionError(), KeyError("x"), TypeError("x"), ValueError("x")]
)
def test_a_fault_of_ours_is_not_told_as_one_of_the_file(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise fault

    monkeypatch.setattr(Follower, "_settle", broken)
    with pytest.raises(type(fault)) as raised:
        read_export(recorded_export())
    assert raised.value is fault
