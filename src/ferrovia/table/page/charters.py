"""Charters: what is printed of each corporation, and how it stands."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.drawing.charters import Standing, charter_words, chartered, home_words, standing
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition


@dataclass(frozen=True)
class CharterCard:
    """The charter of one corporation."""

    name: str
    full_name: str
    kind: str
    home: str
    words: str  # what only this company may do
    tokens: tuple[bool, ...]  # those still on the charter, and spaces of those on the map
    token_prices: str
    stands: Standing
    trains: tuple[str, ...]  # with how far each comes, where its name does not tell it
    sheet: Inset | None  # what only the title tells of it

    @property
    def is_closed(self) -> bool:
        return self.stands.closed


def charters(scene: Scene) -> tuple[CharterCard, ...]:
    """Those in play, the closed ones last."""
    found = [charter_card(scene, name) for name in chartered(edition(scene))]
    return tuple(sorted((card for card in found if card is not None), key=lambda card: card.is_closed))


def printed_words(scene: Scene, name: str) -> str:
    """What is printed on a charter besides figures: what only this company may do."""
    printed = edition(scene)
    return charter_words(printed, printed.companies[name])


def charter_card(scene: Scene, name: str) -> CharterCard | None:
    """The charter of a corporation; None for one that has none, or no part in the game."""
    printed, stands = edition(scene), standing(scene.game, name)
    table = printed.companies.get(name)
    if stands is None or table is None:
        return None
    prices = table["tokens"] if isinstance(table.get("tokens"), list) else []
    count = len(prices) if prices else int(table.get("tokens") or 0)
    left = min(stands.tokens, count)
    return CharterCard(
        name,
        table["name"],
        printed.word(table.get("kind") or "railway"),
        home_words(printed, table),
        printed_words(scene, name),
        (*(False,) * (count - left), *(True,) * left),
        ", ".join(map(str, prices)),
        stands,
        tuple(scene.face.train_label(train) for train in stands.trains),
        scene.face.charter_sheet(scene, name),
    )
