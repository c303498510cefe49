"""What conservation must know of 1883: the pieces that rules take out of play, or put where others have none."""

from __future__ import annotations

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.facets.audit import Audit
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import OUT
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import CCFR, SEFTA, emilia, is_cooperative
from ferrovia.titles.t1883.settling import Settling
from ferrovia.titles.t1883.setup import STRENGTHEN_THE_WEAK


class EmilianAudit(Audit):
    """Where pieces of the box are that lie in none of the usual places."""

    def lost_tokens(self, game: Game, corporation: str) -> int:
        """SEFTA's tokens take the place of those of the two companies."""
        if emilia(game).merged:
            held = len(game.state.stations[corporation]) + game.state.tokens[corporation]
            return game.corporation(corporation).tokens - held
        if STRENGTHEN_THE_WEAK in game.settings.options:  # 1883-12.2
            return -len(components.company_table(corporation).get("variant_tokens", ()))
        return 0

    def may_be_crowded(self, game: Game, stop: StopId) -> bool:
        """11.2.3, R30: after raids, and where a home token came back to a full city."""
        homes = {stop_id(hex_id) for name in game.tokens_at(stop) for hex_id in game.corporation(name).homes}
        return emilia(game).raids_done or stop in homes

    def lost_tiles(self, game: Game, tile: str) -> int:
        """6.4.2: only yellow and green tiles that are replaced are used again (R26)."""
        return emilia(game).worn_out.count(tile)

    def money_elsewhere(self, game: Game) -> int:
        """11.2.9: what events took out of the bank."""
        return emilia(game).set_aside

    def certificate_places(self, game: Game, corporation: str) -> frozenset[str]:
        return frozenset({OFFER, POOL, OUT, *game.state.seats})

    def has_president(self, game: Game, corporation: str) -> bool:
        if corporation == CCFR and is_cooperative(game):
            return bool(emilia(game).ccfr_leader)
        return corporation != SEFTA or not (game.over or game.find(Settling))
