"""Which tile can become which: as the track step of each title says, on some hex of its map."""

from __future__ import annotations

import pytest

from ferrovia.drawing.edition import edition_of
from ferrovia.drawing.upgrades import upgrades as as_printed
from ferrovia.engine.flow.actions import LayTile
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.engine.flow.title import Title
from ferrovia.engine.flow.upgrades import upgrades
from tests.plain.title import TITLE as PLAIN
from tests.titles import TITLES
from tests.walks import new_game

EVERY_TITLE = pytest.mark.parametrize("title", [*TITLES, PLAIN], ids=lambda title: str(title.name))


@EVERY_TITLE
def test_every_upgrade_is_legal_on_some_hex_and_nothing_printed_is_missing(title: Title) -> None:
    game = new_game(title, 1, title.player_counts[0])
    found = upgrades(game)
    step = next(each for each in title.operating.steps if isinstance(each, TrackStep))
    assert found.keys() == title.box.board.tiles.keys()
    for group in as_printed(edition_of(title)):  # by what the faces show: no more than the rules allow
        for before in group.before:
            assert before.startswith("@") or set(group.after) - {before} <= found[before], before
    yellow = [name for name, tile in title.box.board.tiles.items() if tile.face.colour == "yellow"]
    tile = next(name for name in yellow if found[name])
    after = next(iter(sorted(found[tile])))
    assert any(
        step.fault(laid, LayTile(hex_id, after, turn)) is None
        for hex_id in title.box.board.hexes
        for option in step.options(game, hex_id)
        if option.tile == tile
        for laid in [_laid(game, hex_id, tile, option.rotation)]
        for turn in range(6)
    )


def _laid(game: Game, hex_id: str, tile: str, rotation: int) -> Game:
    then = game.supposed()
    then.place_tile(hex_id, tile, rotation)
    return then
