"""What is seen: words for what only the title knows, and what each may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.forms import Form
from ferrovia.saying.message import Message

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class OpenOffer(TypedDict):
    """What is offered to somebody and waits for an answer, as views show it."""

    thing: str  # "train", "private", "token", or a word of the title
    name: str
    buyer: str
    seller: str
    price: int


class Seen:
    """What the title adds to what everybody sees. What it keeps of its own is hidden, unless it says otherwise."""

    open: frozenset[str] = frozenset()  # what lies open of its own: the names of fields of its `own_type`
    forms: tuple[Form, ...] = ()  # how moves are written that only the title has, or that it has other words for

    def words(self, game: Game, action: Action) -> Message | None:
        """A legal action of this moment in words, where only the title can tell what it means or costs."""
        return None

    def caution(self, game: Game, action: Action) -> Message | None:
        """What a legal action of this moment sets off beyond what its words tell, as the end of a sentence."""
        return None

    def terms(self, game: Game, action: Action) -> Message | None:
        """What a legal action of this moment binds to or brings later, for those who do not see the card."""
        return None

    def common_terms(self, game: Game, action: Action) -> Message | None:
        """What holds for every choice of its kind alike: a sentence, said once for a list of them."""
        return None

    def warnings(self, game: Game, player: str) -> Iterable[Message]:
        """What a player should know before choosing, because others could bring it about."""
        return ()

    def goals(self, game: Game, corporation: str) -> frozenset[str]:
        """The hexes a corporation is bound to reach, for players who plan its track."""
        return frozenset()

    def line(self, game: Game, concession: str) -> tuple[str, ...]:
        """The hexes that whoever takes a concession is bound to join, in their order."""
        return ()

    def map_marks(self, game: Game) -> Iterable[tuple[str, str, str]]:
        """What lies on hexes besides tiles and station tokens: the hex, what it is, and whose."""
        return ()

    def concessions(self, game: Game) -> Mapping[str, str]:
        """Who owns each concession that lies open; nothing for one that waits for an owner."""
        return {}

    def queue(self, game: Game) -> tuple[str, ...]:
        """The corporations not yet started, where they can only be started in this order."""
        return ()

    def offers(self, game: Game) -> Iterable[OpenOffer]:
        """What only this title lets players offer, while it waits for an answer."""
        return ()

    def own(self, game: Game) -> dict[str, Any]:
        """What only this title keeps, as far as it lies open to everybody; a title may add what it works out."""
        own = game.state.own
        facts: dict[str, Any] = msgspec.to_builtins(
            {name: getattr(own, name) for name in own.__struct_fields__ if name in self.open}
        )
        return facts

    def known(self, game: Game, player: str) -> dict[str, Any]:
        """What a single player knows of that besides."""
        return {}

    def told(self, own: Mapping[str, Any]) -> Iterable[Message]:
        """What `own` holds, in sentences for people; what stands elsewhere on the page is left out.

        It works from the plain data, because a public copy of a game has nothing else.
        """
        return ()

    def belongings(self, own: Mapping[str, Any]) -> Iterable[tuple[str, Message]]:
        """What `own` holds of each player and corporation, in a few words for a table: the holder, and what."""
        return ()

    def redraw(self, game: Game, viewer: str | None) -> None:
        """Draw anew what the viewer cannot know, hands and decks, from the seed of a fork that is not the game's."""
