"""Section 10.4: station tokens, and the step of a turn that places them."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.facets.tokens import TokenRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.steps.token import TokenStep
from ferrovia.titles.t1849.privates import COASTAL_CITIES, not_coastal, sms_refusal
from ferrovia.titles.t1849.sicily import SMS


class SicilianTokens(TokenRules):
    """Section 10.4: tokens are paid for all at once, when a corporation starts."""

    def bought(self, game: Game, corporation: str) -> None:
        turn = game.find(OperatingTurn)
        assert turn is not None
        turn.next_step(game)  # 1849-R37: one a turn


class SicilianTokenStep(TokenStep):
    """10.4; with SMS, one token on the chosen coastal city without a route to it."""

    def stops(self, game: Game, turn: OperatingTurn) -> Iterator[StopId]:
        if turn.power == SMS:
            yield from (stop_id(hex_id) for hex_id in ((turn.hex,) if turn.hex else COASTAL_CITIES))
        else:
            yield from super().stops(game, turn)

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        return sms_refusal(game, turn) is not None and super().is_idle(game, turn)  # 1849-R44

    def way_refusal(self, game: Game, turn: OperatingTurn, stop: StopId) -> Refusal | None:
        if turn.power != SMS:
            return super().way_refusal(game, turn, stop)
        hex_id = hex_of(stop)
        if hex_id not in COASTAL_CITIES:
            return not_coastal(hex_id)
        if turn.hex and hex_id != turn.hex:
            return Refusal("1849-7.1.10", "SMS was used on {hex}: the token must go there too.", hex=turn.hex)
        return None
