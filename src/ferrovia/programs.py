"""What a program may do with Ferrovia: start, read and save games, look at them, say them in words, and draw them."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Iterable
from pathlib import Path

from ferrovia.engine.board.routes import Runs
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.formats.save import Record, check_settings, open_game
from ferrovia.formats.save import save as write
from ferrovia.formats.sentences import sentence
from ferrovia.saying.catalogue import SOURCE
from ferrovia.saying.message import Said
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.sitting.law import ANYBODY, Law
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import FileStorage, MemoryStorage
from ferrovia.titles.registry import TITLES
from ferrovia.titles.registry import title as find

title = find


def title_names() -> tuple[str, ...]:
    """The names of the titles."""
    return tuple(TITLES)


def new(
    name: str,
    players: Iterable[str],
    *,
    seed: str | None = None,
    options: Iterable[str] = (),
    law: Law = ANYBODY,
) -> Sitting:
    """A new game of a title, kept in memory; without a seed one is drawn.

    Raises `SettingsTrouble`, which is a `ValueError`, or `Refusal` for settings that cannot be played.
    """
    drawn = secrets.token_hex(16)
    settings = Settings(name, tuple(players), seed or drawn, tuple(options), salt=secrets.token_hex(16))
    check_settings(settings)
    game = Game(find(name), settings)
    return Sitting(MemoryStorage(Record.of(game, [game.hash()])), law)


def read(path: str | Path, law: Law = ANYBODY) -> Sitting:
    """The game in a file, read into memory: whatever is played or taken back, the file stays as it is.

    `save` writes it, there or elsewhere. Raises `FileTrouble`.
    """
    record, _ = open_game(path)
    return Sitting(MemoryStorage(record), law)


def open_file(path: str | Path, law: Law = ANYBODY) -> Sitting:
    """The game in a file, to be played there: every move and every undo is written to it at once.

    Raises `FileTrouble`.
    """
    return Sitting(FileStorage(Path(path)), law)


def load(path: str | Path, law: Law = ANYBODY) -> Sitting:
    """What `open_file` was called before: it writes to the file, which its name does not say."""
    text = "ferrovia.load writes every move to its file: say ferrovia.open_file for that, or ferrovia.read to look."
    warnings.warn(text, DeprecationWarning, stacklevel=2)
    return open_file(path, law)


def save(sitting: Sitting, path: str | Path) -> None:
    """Write a game with its whole past to a file, in a single step; raises `FileTrouble`."""
    write(path, sitting.record)


def said(game: Game, what: Said | Choice, language: str = SOURCE) -> str:
    """An event, a refusal, a trouble or a choice of a game in a sentence, in English or in Italian.

    Raises `LanguageTrouble` for another language.
    """
    say = game.title.voice(language)
    return say(sentence(game, what)) if isinstance(what, Action | Range) else say(what)


def best_runs(game: Game, corporation: str, seconds: float | None = None) -> Runs:
    """The best runs of a corporation's trains as things stand: routes, revenue, and whether that is proven."""
    if corporation not in game.state.certificates:
        text = "There is no corporation {corporation} in this game of {title}."
        raise UnknownTrouble(text, corporation=corporation, title=game.title.name)
    return game.title.runs.best(game, corporation, seconds)


def draw(
    subject: Game | Title, what: str = "board", *, theme: str = "light", language: str = SOURCE, runs: str = ""
) -> str:
    """A picture as SVG, of a title or of a game as it stands.

    `what` is board, tiles, market, charters, cards, trains or charts; `runs` a corporation whose best runs are shown.
    """
    from ferrovia.drawing.edition import edition_of  # pictures take long to import, and few programs draw
    from ferrovia.drawing.palette import THEMES
    from ferrovia.drawing.pictures import Subject, drawn

    game = subject if isinstance(subject, Game) else None
    return drawn(what, Subject(edition_of(game.title if game else subject, language), THEMES[theme], game, runs))
