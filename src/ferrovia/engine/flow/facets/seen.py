"""What is seen: words for what only the title knows, and what who may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from ferrovia.engine.flow.actions import Action

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class Seen:
    """What the title adds to what everybody sees."""

    def words(self, game: Game, action: Action) -> str | None:
        """A legal action of this moment in words, where only the title can tell what it means or costs."""
        return None

    def caution(self, game: Game, action: Action) -> str:
        """What a legal action of this moment sets off beyond what its words tell, as the end of a sentence."""
        return ""

    def warnings(self, game: Game, player: str) -> Iterable[str]:
        """What a player should know before choosing, because others could bring it about."""
        return ()

    def goals(self, game: Game, corporation: str) -> frozenset[str]:
        """The hexes a corporation is bound to reach, for players who plan its track."""
        return frozenset()

    def map_marks(self, game: Game) -> Iterable[tuple[str, str, str]]:
        """What lies on hexes besides tiles and station tokens: the hex, what it is, and whose."""
        return ()

    def concessions(self, game: Game) -> Mapping[str, str]:
        """Who owns each concession that lies open; nothing for one that waits for an owner."""
        return {}

    def own(self, game: Game, viewer: str | None) -> dict[str, Any]:
        """What only this title keeps, as a player sees it; None is a bystander. Hidden cards are left out here."""
        facts: dict[str, Any] = msgspec.to_builtins(msgspec.structs.asdict(game.state.own))
        return facts
