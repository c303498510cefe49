"""What is otherwise on the board than a page shows it: the changed hexes, or all of it for a board unknown here."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.drawing.palette import THEMES
from ferrovia.drawing.position import position
from ferrovia.drawing.stage import Pieces, Stage, stage
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.files import FileTrouble
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

# Boards that pages have been given, by whose game it is and their names: also those whose moves were taken back since.
_shown: Memory[tuple[tuple[str, int], str], Pieces] = Memory(512)


@dataclass(frozen=True)
class BoardChanges:
    """What a page must put in place."""

    markup: str = ""
    is_whole: bool = False


def name_of(scene: Scene, drawn: Stage) -> str:
    """How a page names the board that it shows: after how many moves, and what was to be seen."""
    _shown[scene.whose, drawn.digest] = drawn.pieces
    return f"{scene.number}.{drawn.digest}"


def board_changes(scene: Scene, drawn: Stage, name: str) -> BoardChanges:
    """What a page that shows the board of this name must be given to show the one of the scene, which is drawn."""
    number, _, digest = name.partition(".")
    if digest == drawn.digest:
        return BoardChanges()
    pieces = _shown.get((scene.whose, digest)) or _pieces_then(scene, number, digest)
    if pieces is None:
        return BoardChanges(drawn.markup, is_whole=True)
    return BoardChanges(drawn.changes(pieces))


def _pieces_then(scene: Scene, number: str, digest: str) -> Pieces | None:
    """The board after so many moves, if it is the one that is meant: before a restart the name was given here too."""
    if not number.isdecimal() or len(number) > 6 or int(number) > scene.moment.number:
        return None
    try:
        game = scene.moment.at(int(number))
    except (LookupError, FileTrouble, Refusal):  # a sandbox does not know the moves before it
        return None
    then: Stage = stage(edition(scene), position(game), THEMES[scene.theme])
    return then.pieces if then.digest == digest else None
