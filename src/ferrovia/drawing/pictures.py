"""The pictures by name: of a title before a game begins, or of a game as it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.drawing import cards, tile_chart
from ferrovia.drawing.board import board
from ferrovia.drawing.booklet import booklet, reference
from ferrovia.drawing.charters import charters, standing
from ferrovia.drawing.charts import charts
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.history import HistoryTrouble, history
from ferrovia.drawing.market import market
from ferrovia.drawing.palette import LIGHT, PRINT, Palette
from ferrovia.drawing.pieces import Piece, beside, flowing, headed, picture, scaled, stacked
from ferrovia.drawing.position import position
from ferrovia.drawing.printed import printed_of
from ferrovia.drawing.routes import runs_of
from ferrovia.drawing.sheets import A4, PER_UNIT, Paper, as_piece
from ferrovia.drawing.trains import phases, roster
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.formats.save import Record, recorded

_WIDE: Final = 373.0  # millimetres, of a picture with several things in it: two charters abreast


@dataclass(frozen=True)
class Subject:
    """What is drawn, and how."""

    edition: Edition
    palette: Palette
    game: Game | None = None
    runs: str = ""  # the corporation whose best runs are shown on the board
    numbered: bool = False  # whether the tiles on the board show their numbers
    record: Record | None = None  # how the game came there, for its charts; otherwise it is played again

    @property
    def label(self) -> str:
        return self.edition.full_name


def board_picture(subject: Subject) -> str:
    game = subject.game
    if game is None:
        return board(subject.edition, palette=subject.palette)
    routes = game.title.runs.best(game, subject.runs).routes if subject.runs else ()
    runs = runs_of(printed_of(subject.edition), game.layout, routes)
    return board(subject.edition, position(game), palette=subject.palette, runs=runs, numbered=subject.numbered)


def _board(subject: Subject) -> Piece:
    return as_piece(board_picture(subject))


def _tiles(subject: Subject) -> Piece:
    edition, palette = subject.edition, subject.palette
    left = subject.game.state.supply if subject.game else None
    chart = scaled(tile_chart.chart(edition, left, palette=palette, prefix="supply-"), PER_UNIT)
    tree = scaled(tile_chart.tree(edition, palette=palette), PER_UNIT)
    return stacked(
        [headed(edition.word("tile_counts"), chart, palette, 11), headed(edition.word("upgrades"), tree, palette, 11)],
        8,
    )


def _market(subject: Subject) -> Piece:
    return market(subject.edition, subject.palette, subject.game.state.market if subject.game else ())


def _charters(subject: Subject) -> Piece:
    return charters(subject.edition, subject.palette, subject.game)


def _trains(subject: Subject) -> Piece:
    edition, palette, game = subject.edition, subject.palette, subject.game
    if game is None:
        return reference(edition, palette)
    left = Counter(dict.fromkeys(game.title.audit.train_roster(game), 0))  # those of variants that are in the game too
    left.update(game.trains(BANK))
    return stacked(
        [
            headed(edition.word("phases"), phases(edition, palette, game.state.phase), palette),
            headed(edition.word("roster"), roster(edition, palette, left, game.title.trains.on_sale(game)), palette),
        ],
        7,
    )


def _cards(subject: Subject) -> Piece:
    """Every kind of card under its heading, each card once; of a game, with its owner."""
    edition, palette = subject.edition, subject.palette
    owners = _owners(subject.game) if subject.game else {}
    blocks = []
    for kind, found in cards.sections(edition).items():
        pieces = [cards.drawn(card, edition, palette, owner=owners.get(card.id, "")) for card in found]
        blocks.append(headed(edition.word(kind), flowing(pieces, _WIDE, 3), palette))
    return stacked(blocks, 8)


def _owners(game: Game) -> dict[str, str]:
    """Who has each card that lies open: private companies, concessions, companies of one owner."""
    owners = {name: owner for name, owner in game.state.privates.items() if owner != BANK}
    owners |= {f"concession-{name}": owner for name, owner in game.title.seen.concessions(game).items()}
    for name in game.state.certificates:
        stands = standing(game, name)
        owners[f"regional-{name}"] = stands.president if stands else ""
    return owners


def _charts(subject: Subject) -> Piece:
    if subject.game is None:
        raise HistoryTrouble("Charts are drawn of a game, not of a title.")
    return charts(subject.edition, history(subject.record or _played_again(subject.game)), subject.palette)


def _played_again(game: Game) -> Record:
    try:
        return recorded(game)
    except Refusal as refusal:
        raise HistoryTrouble("There can be no charts of this game: {why}", why=refusal.message) from refusal


PIECES: Final[Mapping[str, Callable[[Subject], Piece]]] = {
    "board": _board,
    "tiles": _tiles,
    "market": _market,
    "charters": _charters,
    "cards": _cards,
    "trains": _trains,
    "charts": _charts,
}


def drawn(what: str, subject: Subject) -> str:
    """One picture; `all` is everything in one."""
    if what == "board":
        return board_picture(subject)
    if what != "all":
        return picture(PIECES[what](subject), subject.palette, f"{subject.label}: {subject.edition.word(what)}")
    pieces = [PIECES[each](subject) for each in _everything(subject)]
    return picture(_poster(pieces), subject.palette, subject.label)


def _poster(pieces: Sequence[Piece]) -> Piece:
    """Pieces in three columns, each put where there is most room."""
    columns: list[list[Piece]] = [[], [], []]
    for piece in pieces:
        lowest = min(columns, key=lambda column: sum(each.height for each in column))
        lowest.append(scaled(piece, min(1.0, _WIDE / piece.width)))
    return beside([stacked(column, 12) for column in columns], 12)


def pages(what: str, subject: Subject, paper: Paper = A4) -> list[str]:
    """The same as pages: everything of a title is its booklet, everything of a game a page for each picture."""
    if what != "all":
        return [drawn(what, subject)]
    if subject.game is None:
        return booklet(subject.edition, PRINT if subject.palette is LIGHT else subject.palette, paper)
    return [drawn(each, subject) for each in _everything(subject)]


def _everything(subject: Subject) -> list[str]:
    return [what for what in PIECES if what != "charts" or subject.game is not None]
