"""The token step: place one station token in a city that a route leads to."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.reach import reach
from ferrovia.engine.flow.actions import Action, PlaceToken
from ferrovia.engine.flow.events import TokenPlaced
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term


class TokenStep(TurnStep):
    """One token a turn, from the charter, on a vacant space."""

    id = word = "token"
    label = term("token")
    asks = Prompt(term("Place a token for {corporation}"), term("{player} places a token for {corporation}"))
    station = term("Token")
    leaving = term("Nothing here")
    actions = (PlaceToken,)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[PlaceToken]:
        if self._has_means(game, turn):
            for stop in sorted(self.stops(game, turn)):
                if self._space_refusal(game, turn.corporation, stop) is None:
                    hex_id, _, number = stop.rpartition(".")
                    yield PlaceToken(hex_id, int(number))

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        return not self._has_means(game, turn) or all(
            self._space_refusal(game, turn.corporation, stop) is not None for stop in self.stops(game, turn)
        )

    def _has_means(self, game: Game, turn: OperatingTurn) -> bool:
        """Whether the corporation has a token left and can pay for it."""
        return game.state.tokens[turn.corporation] > 0 and self._cost_refusal(game, turn.corporation) is None

    def stops(self, game: Game, turn: OperatingTurn) -> Iterator[StopId]:
        """The stops the corporation may think of."""
        yield from game.reach(turn.corporation).paths

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        assert isinstance(action, PlaceToken)
        corporation = turn.corporation
        hexes = game.title.box.board.hexes
        if action.hex not in hexes or not 0 <= action.city < len(game.layout.face(action.hex).stops):
            return Refusal("token.city", "There is no city on {hex:place} for a token.", hex=action.hex)
        if game.state.tokens[corporation] == 0:
            return Refusal("token.stock", "{corporation} has no station token left.", corporation=corporation)
        stop = stop_id(action.hex, action.city)
        return (
            self._space_refusal(game, corporation, stop)
            or self.way_refusal(game, turn, stop)
            or self._cost_refusal(game, corporation)
        )

    def _cost_refusal(self, game: Game, corporation: str) -> Refusal | None:
        cost, cash = game.title.tokens.cost(game, corporation), game.cash(corporation)
        if cost <= cash:
            return None
        text = "The next token costs {cost:money}; {corporation} has {cash:money}."
        return Refusal("turn.no_credit", text, corporation=corporation, cost=cost, cash=cash)

    def _space_refusal(self, game: Game, corporation: str, stop: StopId) -> Refusal | None:
        if game.layout.stop(stop).kind != "city":
            return Refusal("token.city", "Only cities hold tokens, and {hex:place} is not one.", hex=hex_of(stop))
        if self._is_there(game, corporation, stop):
            text = "{corporation} already has a token on {hex:place}."
            return Refusal("token.one_per_hex", text, corporation=corporation, hex=hex_of(stop))
        if game.vacant(stop, corporation) > 0:
            return None
        if game.layout.stop(stop).slots <= len(game.tokens_at(stop)):
            return Refusal("token.vacant", "{hex:place} has no free token space.", hex=hex_of(stop))
        text = "The last space on {hex:place} is reserved for {homes:and}."
        return Refusal("token.reserved", text, homes=game.title.tokens.reserved(game, stop), hex=hex_of(stop))

    def _is_there(self, game: Game, corporation: str, stop: StopId) -> bool:
        stations = game.state.stations[corporation]
        if game.title.tokens.one_per_hex:
            return hex_of(stop) in [hex_of(station) for station in stations]
        return stop in stations

    def way_refusal(self, game: Game, turn: OperatingTurn, stop: StopId) -> Refusal | None:
        """Why the corporation cannot place there for want of a way."""
        if stop in game.reach(turn.corporation).paths:
            return None
        names = {"corporation": turn.corporation, "hex": hex_of(stop)}
        stations = game.state.stations[turn.corporation]
        if stop in reach(game.layout, stations, frozenset()).paths:
            text = "{corporation} reaches {hex:place} only through cities full of other corporations' tokens."
            return Refusal("token.blocked", text, **names)
        return Refusal("token.route", "No route of {corporation} leads to {hex:place}.", **names)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, PlaceToken)
        cost = game.title.tokens.cost(game, turn.corporation)
        game.pay(turn.corporation, BANK, cost)
        game.place_token(turn.corporation, stop_id(action.hex, action.city))
        game.tell(TokenPlaced(turn.corporation, action.hex, cost))
        turn.next_step(game)
        game.title.track.changed(game)
