"""What the address asks about: `hex:H6`, `tile:57`, `tile:57:H6`, `corporation:AFG`, `train:4H`, `private:CNM`,
`step:track`, `word:rust`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ferrovia.table.page.asking.card import AskCard
from ferrovia.table.page.asking.map import hex_card, tile_card
from ferrovia.table.page.asking.papers import corporation_card, private_card, train_card
from ferrovia.table.page.asking.steps import step_card, word_card
from ferrovia.table.page.scene import ASK, Scene

_KINDS: Mapping[str, Callable[[Scene, str], AskCard | None]] = {
    "hex": hex_card,
    "tile": tile_card,
    "corporation": corporation_card,
    "train": train_card,
    "private": private_card,
    "step": step_card,
    "word": word_card,
}


def asked_card(scene: Scene) -> AskCard | None:
    """The card that the address asks for; None where it asks for none."""
    asked = scene.pick.get(ASK, "")
    if not asked:
        return None
    kind, _, name = asked.partition(":")
    card = _KINDS[kind](scene, name) if kind in _KINDS else None
    if card is not None:
        return card
    return AskCard("", scene.say("Nothing here is called '{name}'.", name=name or asked))
