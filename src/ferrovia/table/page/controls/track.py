"""Laying track: legal hexes, the tiles of one, how a tile may be turned."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from ferrovia.drawing.palette import THEMES
from ferrovia.drawing.stage import lone_tile
from ferrovia.engine.board.laying import options
from ferrovia.engine.flow.actions import LayTile
from ferrovia.engine.flow.game import Game
from ferrovia.saying.names import in_order
from ferrovia.table.page.choosing import chosen
from ferrovia.table.page.control import Control, ControlMarks
from ferrovia.table.page.forks import after
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.passing import passing
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition, hex_mark
from ferrovia.table.page.wording import asked, laid_in_words

_SECONDS = 0.25  # for a best run that is only shown


@dataclass(frozen=True)
class TileCard:
    """A tile that fits the chosen hex, in its first or its chosen rotation."""

    tile: str
    picture: str
    left: int
    turn: int
    ways: int  # how many different ways it fits
    is_chosen: bool
    gain: int | None  # by how much the best run grows; None where it is not known

    @property
    def gain_lost(self) -> int:
        return -(self.gain or 0)

    @property
    def next_turn(self) -> int:
        return (self.turn + 1) % self.ways


@dataclass(frozen=True)
class TrackParts:
    """The tiles of a hex."""

    hex: str  # the chosen one; empty for none
    place: str
    hexes: list[tuple[str, str, int]]  # each hex where a tile may be laid, its name, how many tiles fit
    cards: list[TileCard]
    note: Inset | None = None  # what the title says of this turn's track
    others: int = 0  # tiles that fit the chosen hex as it lies and may not be laid now


def track(scene: Scene) -> Control[TrackParts] | None:
    """The control, where a tile may be laid."""
    decision = scene.decision
    if decision is None:
        return None
    by_hex: dict[str, list[LayTile]] = defaultdict(list)
    for choice in decision.choices:
        if isinstance(choice, LayTile):
            by_hex[choice.hex].append(choice)
    if not by_hex:
        return None
    hex_id = scene.pick.get("hex", "") if len(by_hex) > 1 else next(iter(by_hex))
    here = by_hex.get(hex_id, [])
    laid = _picked(scene, here)
    return Control(
        template="table/controls/track.html",
        question=asked(scene),
        chosen=chosen(scene, laid, text=laid_in_words(scene, laid)) if laid else None,
        passing=passing(scene),
        parts=TrackParts(
            hex=hex_id if here else "",
            place=scene.place(hex_id) if here else "",
            hexes=sorted(
                ((each, scene.place(each), len({lay.tile for lay in lays})) for each, lays in by_hex.items()),
                key=lambda each: in_order(each[1]),
            ),
            cards=_cards(scene, here, laid),
            note=scene.face.track_note(scene),
            others=len({fits.tile for fits in options(scene.game.layout, hex_id)} - {lay.tile for lay in here})
            if here
            else 0,
        ),
        marks=ControlMarks(
            hexes=[
                hex_mark(
                    scene,
                    each,
                    scene.picked(only=True, hex=each),
                    is_chosen=each == hex_id,
                    laid=laid if each == hex_id else None,
                )
                for each in by_hex
            ]
        ),
    )


def _picked(scene: Scene, here: list[LayTile]) -> LayTile | None:
    """The lay that is picked on the chosen hex."""
    tile = scene.pick.get("tile", "")
    tiles = {lay.tile for lay in here}
    if tile not in tiles and len(tiles) == 1:
        tile = here[0].tile
    fitting = [lay for lay in here if lay.tile == tile]
    turn = scene.pick.get("turn", "0")
    return fitting[int(turn) % len(fitting)] if fitting and turn.isdecimal() else None


def _cards(scene: Scene, here: list[LayTile], laid: LayTile | None) -> list[TileCard]:
    by_tile: dict[str, list[LayTile]] = defaultdict(list)
    for lay in here:
        by_tile[lay.tile].append(lay)
    corporation = scene.game.top.corporation_of(scene.game)
    is_told = scene.law.best_run != "hidden"
    now = _best(scene.game, corporation) if here and is_told else None
    cards = []
    for tile, lays in by_tile.items():
        shown = laid if laid is not None and laid.tile == tile else lays[0]
        then = after(scene, shown)
        best = _best(then, corporation) if then is not None and now is not None else None
        cards.append(
            TileCard(
                tile,
                lone_tile(edition(scene), tile, shown.rotation, THEMES[scene.theme]),
                scene.game.state.supply[tile],
                lays.index(shown),
                len(lays),
                shown is laid,
                best - now if best is not None and now is not None else None,
            )
        )
    return cards


def _best(game: Game, corporation: str) -> int | None:
    """What the best run would bring; None for a corporation whose trains have no runs."""
    if not corporation or not game.trains(corporation):
        return None
    try:
        return game.title.runs.best(game, corporation, _SECONDS).revenue
    except LookupError:
        return None
