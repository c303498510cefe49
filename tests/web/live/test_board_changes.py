"""What changed on the board: put in place of what a page shows, it makes the board that is to be seen now."""

from __future__ import annotations

import re

import msgspec
import pytest

from ferrovia.drawing.stage import Pieces
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.flow.actions import LayTile
from ferrovia.formats.save import Record
from ferrovia.sitting.moment import Moment
from ferrovia.sitting.storage import MemoryStorage
from ferrovia.table.models import Table
from ferrovia.table.moves import play, take_back
from ferrovia.table.page import changes
from ferrovia.table.page.changes import board_changes, name_of
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import stage_of
from ferrovia.table.tables import TABLES
from tests.web.live.players import choice, seated
from tests.web.positions import laid_out, played, scene_of, until

pytestmark = pytest.mark.django_db

_PIECE = re.compile(r'^<g[^>]*? id="([^"]+)"')


def _pieces(markup: str) -> dict[str, str]:
    """The groups that stand beside each other."""
    found, depth, begin = {}, 0, 0
    for tag in re.finditer(r"<(/?)g\b[^>]*?(/?)>", markup):
        if depth == 0:
            begin = tag.start()
        if not tag[2]:
            depth += -1 if tag[1] else 1
        if depth == 0:
            piece = markup[begin : tag.end()]
            named = _PIECE.match(piece)
            assert named, piece
            found[named[1]] = piece
    return found


def _scene(record: Record) -> Scene:
    _, game = MemoryStorage(record).load()
    return Scene(Table(title=record.settings.title), Moment(game, record), (), "en", "light")


@pytest.fixture
def nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "_shown", Memory[tuple[tuple[str, int], str], Pieces](8))


@pytest.mark.parametrize(("name", "moves"), [("1849", 120), ("1883", 150), ("18FB", 150)])
@pytest.mark.usefixtures("nothing_is_remembered")
def test_the_changes_make_the_new_board_of_the_old_one(name: str, moves: int) -> None:
    record = played(name, moves=moves)
    now = _scene(record)
    drawn = stage_of(now)
    for back in (1, 5, 40):
        then = stage_of(_scene(played(name, moves=moves - back)))
        sent = board_changes(now, drawn, f"{moves - back}.{then.digest}")
        assert not sent.is_whole
        shown = {**then.pieces, **_pieces(sent.markup)}
        assert {key: shown[key] for key in drawn.pieces} == drawn.pieces
        assert len(sent.markup) < len(drawn.markup) / 2


def test_a_tile_changes_the_ground_of_its_own_letter_alone() -> None:
    record = until("18FB", "track", after=300)
    table = laid_out(record)
    before, tiles = stage_of(scene_of(table)).pieces, scene_of(table).game.layout.tiles
    lays = [choice for choice in scene_of(table).choices if isinstance(choice, LayTile)]
    lay = next(each for each in lays if each.hex not in tiles)
    seated(table)
    play(TABLES, table, msgspec.json.encode(lay).decode(), scene_of(table).decider, len(record.actions))
    after = stage_of(scene_of(table)).pieces
    grounds = {key for key in after if key.startswith("laid-")}
    assert len(grounds) > 10
    assert grounds <= before.keys()  # a letter without tiles too, for a page to put the first one there
    assert {key for key in grounds if before[key] != after[key]} == {f"laid-{lay.hex.rstrip('0123456789')}"}


def test_a_page_that_shows_the_board_is_sent_nothing() -> None:
    scene = scene_of(laid_out(played("1849", moves=120)))
    assert board_changes(scene, stage_of(scene), name_of(scene, stage_of(scene))).markup == ""


@pytest.mark.parametrize("name", ["", "5", "5.", ".x", "99999.abc", "9999999999.abc", "-1.abc", "5.abc"])
def test_a_board_that_nobody_knows_is_sent_whole(name: str) -> None:
    scene = scene_of(laid_out(played("1849", moves=120)))
    sent = board_changes(scene, stage_of(scene), name)
    assert sent.is_whole
    assert sent.markup == stage_of(scene).markup


def test_after_an_undo_the_tile_is_taken_away_again() -> None:
    record = until("1849", "track", after=60)
    table = laid_out(record)
    player = TABLES.now(table).game.decision.player
    seated(table)
    before = stage_of(scene_of(table))
    play(TABLES, table, choice(table), player, len(record.actions))
    after = stage_of(scene_of(table))
    assert after.digest != before.digest
    shown = name_of(scene_of(table), after)
    take_back(TABLES, table.pk, player)
    sent = board_changes(scene_of(table), before, shown)
    assert not sent.is_whole
    assert _pieces(sent.markup).items() <= dict(before.pieces).items()


def test_an_answer_carries_the_changed_hexes_alone() -> None:
    record = until("18FB", "track", after=300)
    table = laid_out(record)
    client = seated(table)
    page = client.get(f"/t/{table.key}").content.decode()
    shown = re.search(r'data-board="([^"]+)"', page)
    assert shown
    form = {"action": choice(table), "after": str(len(record.actions)), "key": "x"}
    client.post(f"/t/{table.key}/act", form)
    where = f"/t/{table.key}/now"
    packed = client.get(where, headers={"Ferrovia-Board": shown[1], "Accept-Encoding": "gzip"})
    assert len(packed.content) < 20_000  # of the 40 kB that an update may have on its way
    answer = client.get(where, headers={"Ferrovia-Board": shown[1]}).content.decode()
    changed = re.search(r'<hx-partial hx-target="#changed"[^>]*><svg ?>(.*?)</svg></hx-partial>', answer, re.DOTALL)
    assert changed
    assert 'id="hex-' in changed[1]
    now = re.search(r'data-board="([^"]+)"', answer)
    assert now
    again = client.get(f"/t/{table.key}/now", headers={"Ferrovia-Board": now[1]}).content.decode()
    assert 'hx-target="#changed"' not in again
