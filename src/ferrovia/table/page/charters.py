"""Charters: what is printed of each corporation, and how it stands."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.drawing.charters import Standing, charter_words, chartered, home_words, standing
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

    @property
    def is_closed(self) -> bool:
        return self.stands.closed


def charters(scene: Scene) -> tuple[CharterCard, ...]:
    """Those in play, the closed ones last."""
    printed = edition(scene)
    found = []
    for name in chartered(printed):
        stands = standing(scene.game, name)
        if stands is None:
            continue
        table = printed.companies[name]
        prices = table["tokens"] if isinstance(table.get("tokens"), list) else []
        count = len(prices) if prices else int(table.get("tokens") or 0)
        left = min(stands.tokens, count)
        found.append(
            CharterCard(
                name,
                table["name"],
                printed.word(table.get("kind") or "railway"),
                home_words(printed, table),
                charter_words(printed, table),
                (*(False,) * (count - left), *(True,) * left),
                ", ".join(map(str, prices)),
                stands,
                tuple(f"{train} {scene.face.train_reach(train)}".strip() for train in stands.trains),
            )
        )
    return tuple(sorted(found, key=lambda card: card.is_closed))
