"""What conservation must know of 1849: trains taken out at set-up, tokens that the earthquake buried."""

from __future__ import annotations

from ferrovia.engine.flow.facets.audit import Audit
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.sicily import sicily


class SicilianAudit(Audit):
    """What has left the game besides the usual: trains taken out at set-up (2), tokens under Messina (12)."""

    def train_roster(self, game: Game) -> tuple[str, ...]:
        return components.train_roster(len(sicily(game).order), game.settings.options)

    def lost_tokens(self, game: Game, corporation: str) -> int:
        return sicily(game).lost_tokens.count(corporation)
