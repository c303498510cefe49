"""What players of 1883 see: what lies open, its marks on the map, the goals of its corporations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.flow.actions import (
    Action,
)
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.facets.seen import Seen
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles.t1883 import affairs, components, words
from ferrovia.titles.t1883.emilia import SARSA, emilia, keep
from ferrovia.titles.t1883.forms import FORMS


class EmilianSeen(Seen):
    """What is on the table besides tiles and tokens, and what choices mean."""

    open = frozenset(
        {
            "support", "concessions", "limit_players", "launched", "waiting", "concession_buyers",
            "anchors", "ports", "worn_out", "used_powers",
            "first_round_over", "in_force", "strike_breaker", "hot_autumn", "effects", "raids_done", "set_aside",
            "tax_shield_used",
            "ccfr", "ccfr_leader", "ccfr_passed_on", "coaches", "coaching",
            "merged", "no_merger", "must_merge", "operated_before", "operated_last", "bankrupt",
        }
    )  # fmt: skip
    forms = FORMS

    def words(self, game: Game, action: Action) -> Message | None:
        return words.words(game, action)

    def terms(self, game: Game, action: Action) -> Message | None:
        return words.terms(game, action)

    def goals(self, game: Game, corporation: str) -> frozenset[str]:
        """The places of its concessions that a corporation does not reach yet."""
        places = {hex_id for name, one in emilia(game).concessions.items() if one.owner == corporation
                  for hex_id in components.concession_table(name)["stops"]}  # fmt: skip
        return frozenset(places - {hex_of(stop) for stop in game.reach(corporation).paths} if places else ())

    def line(self, game: Game, concession: str) -> tuple[str, ...]:
        return tuple(components.concession_table(concession)["stops"])

    def concessions(self, game: Game) -> Mapping[str, str]:
        return {name: concession.owner for name, concession in emilia(game).concessions.items()}

    def redraw(self, game: Game, viewer: str | None) -> None:
        """7.0: everybody knows which events are left, and nobody in which order."""
        keep(game, deck=tuple(Chance(game.settings.seed).apart("deck").mixed(sorted(emilia(game).deck))))

    def map_marks(self, game: Game) -> Iterable[tuple[str, str, str]]:
        """SARSA's coaches, and the anchors in the ports."""
        own = emilia(game)
        yield from ((hex_id, "coach", SARSA) for hex_id in own.coaches)
        yield from ((hex_id, "token", corporation) for hex_id, corporation in own.ports)

    def own(self, game: Game) -> dict[str, Any]:
        """The events to come lie face down: only their number is seen."""
        return {**super().own(game), "deck": len(emilia(game).deck)}

    def told(self, own: Mapping[str, Any]) -> Iterable[Message]:
        return affairs.told(own)

    def belongings(self, own: Mapping[str, Any]) -> Iterable[tuple[str, Message]]:
        return affairs.belongings(own)
