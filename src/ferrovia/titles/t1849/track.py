"""Section 10.3: what track of three gauges costs, and which hexes are closed to it for a while."""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.engine.board.track import Gauge
from ferrovia.engine.flow.facets.track import TrackRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.sicily import MESSINA, SCE, SIGI, sicily
from ferrovia.titles.t1849.starting import watch_garibaldi

TERRAIN = components.sheet("game")["terrain_cost"]
KEPT_BY_SCE = frozenset(components.private(SCE)["blocks_hexes"])


class SicilianTrack(TrackRules):
    """Section 10.3, with what SCE (7.1) and the earthquake (12) close."""

    upgrades_cost = True

    def terrain_cost(self, game: Game, corporation: str, hex_id: str, gauges: Iterable[int]) -> int:
        """Full price for standard or dual track, a quarter if all that is new is narrow (1849-10.3.1.1)."""
        new = set(gauges)
        terrain = TERRAIN[game.title.box.board.hexes[hex_id].terrain]
        if new <= {Gauge.NARROW}:
            return int(terrain["narrow"])
        full = int(terrain["standard"])
        if Gauge.DUAL not in new and game.state.privates.get(SIGI) == corporation:
            return full // 2  # 1849-7.1.4; dual track pays in full (R20)
        return full

    def hex_refusal(self, game: Game, corporation: str, hex_id: str) -> Refusal | None:
        """SCE keeps everybody off Acireale while no corporation owns it; Messina lies in ruins for a while."""
        if hex_id in KEPT_BY_SCE and game.state.privates.get(SCE, "") not in ("", *game.title.box.corporations):
            text = "Nobody may lay track on {hex} until a corporation owns SCE."
            return Refusal("1849-7.1.2", text, hex=hex_id)
        if hex_id == MESSINA and sicily(game).messina_in_ruins:
            return Refusal("1849-12.0.4", "Messina cannot be rebuilt before the next stock round is over.")
        return None

    def changed(self, game: Game) -> None:
        watch_garibaldi(game)
