"""Section 6.5: station tokens, what they cost, and where they may stand."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.facets.tokens import TokenRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.steps.token import TokenStep
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import CCFR, MERGING, SEFTA, emilia, is_cooperative
from ferrovia.titles.t1883.setup import STRENGTHEN_THE_WEAK


class EmilianTokens(TokenRules):
    """Section 6.5."""

    one_per_hex = False

    def prices(self, game: Game, corporation: str) -> tuple[int, ...]:
        """6.5.3: as printed on the charter, to which a variant adds (12.2)."""
        prices = super().prices(game, corporation)
        if STRENGTHEN_THE_WEAK in game.settings.options:
            return (*prices, *components.company_table(corporation).get("variant_tokens", ()))
        return prices

    def reserved(self, game: Game, stop: StopId) -> tuple[str, ...]:
        """6.5.2: a space stays free in every home of a corporation that is not operating (R30)."""
        homes = game.title.box.board.stops[stop].reserved
        if emilia(game).merged:
            homes = tuple(dict.fromkeys(SEFTA if name in MERGING else name for name in homes))
        here = game.tokens_at(stop)  # the frozen co-operative's tokens stay
        return tuple(name for name in homes if not game.is_started(name) and name not in here)


class EmilianTokenStep(TokenStep):
    """6.5: tokens at the price of the charter; the co-operative keeps to the south."""

    def stops(self, game: Game, turn: OperatingTurn) -> Iterator[StopId]:
        for stop in super().stops(game, turn):
            if self._north_refusal(game, turn, stop) is None:
                yield stop

    def way_refusal(self, game: Game, turn: OperatingTurn, stop: StopId) -> Refusal | None:
        return super().way_refusal(game, turn, stop) or self._north_refusal(game, turn, stop)

    def _north_refusal(self, game: Game, turn: OperatingTurn, stop: StopId) -> Refusal | None:
        if turn.corporation != CCFR or not is_cooperative(game):
            return None
        if components.hex_table(hex_of(stop)).get("side") != "north":
            return None
        return Refusal("1883-6.5.2.5", "{hex} lies north of the FS line, where the co-operative places no tokens.",
                       hex=components.place(hex_of(stop)))  # fmt: skip
