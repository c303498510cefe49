"""What is asked at the table, of whoever must choose or of others; and choices in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ferrovia.engine.flow.actions import LayTile
from ferrovia.engine.flow.decision import Choice
from ferrovia.formats.hexes import leads
from ferrovia.formats.prompts import deed, prompt
from ferrovia.formats.sentences import sentence, unturned_sentence
from ferrovia.table.page.scene import Scene


def asked(scene: Scene) -> str:
    """The question, for whoever must choose; what they do, for the others."""
    return scene.say(prompt(scene.game) if scene.is_mine else deed(scene.game))


def in_words(scene: Scene, choice: Choice) -> str:
    """A choice in words; of a tile where its track leads, and not by how many sixths it is turned."""
    if not isinstance(choice, LayTile):
        return scene.say(sentence(scene.game, choice))
    face = scene.title.box.board.tiles[choice.tile].faces[choice.rotation]
    words, ways = laid_in_words(scene, choice), [scene.say(way) for way in leads(scene.game, choice.hex, face)]
    return scene.say("{words}: {ways:;}", words=words, ways=ways) if ways else words


def told_once(scene: Scene, choices: Iterable[tuple[int, Choice]]) -> Iterator[tuple[int, str]]:
    """Choices in words with their numbers; a tile that lies the same turned by half is told once."""
    laid: set[str] = set()
    for number, choice in choices:
        words = in_words(scene, choice)
        if words not in laid:
            yield number, words
        if isinstance(choice, LayTile):
            laid.add(words)


def laid_in_words(scene: Scene, lay: LayTile) -> str:
    """A tile that is laid, where the map shows it."""
    return scene.say(unturned_sentence(scene.game, lay))
