"""Section 10.3: what track of three gauges costs, which hexes are closed to it for a while, and the step of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ferrovia.engine.board.laying import Option
from ferrovia.engine.board.track import Gauge
from ferrovia.engine.flow.actions import Action, LayTile
from ferrovia.engine.flow.facets.track import TrackRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.corporations import watch_garibaldi
from ferrovia.titles.t1849.privates import COASTAL_CITIES, not_coastal
from ferrovia.titles.t1849.sicily import MESSINA, SCE, SIGI, SMS, sicily

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


class SicilianTrackStep(TrackStep):
    """10.3; with SMS, one tile on a coastal city without a route to it."""

    def hexes(self, game: Game, turn: OperatingTurn) -> Iterator[str]:
        if turn.power == SMS:
            yield from COASTAL_CITIES
        else:
            yield from super().hexes(game, turn)

    def leads_to(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> bool:
        if turn.power == SMS:
            return hex_id in COASTAL_CITIES
        return super().leads_to(game, turn, hex_id, option)

    def way_refusal(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> Refusal:
        return not_coastal(hex_id) if turn.power == SMS else super().way_refusal(game, turn, hex_id, option)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, LayTile)
        super().play(game, turn.note(game, hex=action.hex), action)
