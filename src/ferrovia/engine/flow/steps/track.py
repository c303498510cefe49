"""The track step: lay or upgrade one tile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ferrovia.engine.board.laying import Fault, Option, extends, fault, options, raises_value
from ferrovia.engine.board.track import COLOUR_ORDER, added_track
from ferrovia.engine.flow.actions import Action, LayTile
from ferrovia.engine.flow.events import TileLaid
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term

# Says why a tile that fits on a hex may not be laid there in a turn.
Hindrance = Callable[[Game, OperatingTurn, str, Option], Refusal]


class TrackStep(TurnStep):
    """One tile a turn, where the corporation's routes lead."""

    id = word = "track"
    label = term("track")
    asks = Prompt(term("Lay track for {corporation}"), term("{player} lays track for {corporation}"))
    station = term("Track")
    leaving = term("No track")
    actions = (LayTile,)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[LayTile]:
        for hex_id in self.hexes(game, turn):
            if game.title.track.hex_refusal(game, turn.corporation, hex_id) is not None:
                continue
            for option in self.options(game, hex_id):
                if self.hindrance(game, turn, hex_id, option) is None:
                    yield LayTile(hex_id, option.tile, option.rotation)

    def options(self, game: Game, hex_id: str) -> Sequence[Option]:
        """The tiles that may lie on a hex as it shows now, whoever lays them."""
        return options(game.layout, hex_id)

    def fault(self, game: Game, action: LayTile) -> Fault | None:
        """Why a tile cannot lie on a hex, whoever lays it."""
        return fault(game.layout, action.hex, action.tile, action.rotation)

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        return False  # a turn begins with a look at the map, even where nothing can be built

    def turn_refusal(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> Refusal | None:
        """Why a tile cannot be laid besides those already laid in this turn."""
        return None

    def hexes(self, game: Game, turn: OperatingTurn) -> Iterator[str]:
        """Hexes where the corporation might build: its routes lead there, or its token stands there."""
        reach = game.reach(turn.corporation)
        places = [*reach.hexes(), *(stop.rpartition(".")[0] for stop in reach.paths)]
        yield from sorted(dict.fromkeys(places))

    def leads_to(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> bool:
        """Whether the tile extends a route or raises the worth of a stop in reach.

        Routes start at own tokens, so the first tile under one extends a route whatever leads there.
        """
        reach, level = game.reach(turn.corporation), game.phase.revenue_level
        return extends(reach, game.layout, hex_id, option.added) or raises_value(
            reach, game.layout, hex_id, option.face, level
        )

    def cost(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> int:
        if not game.title.box.board.hexes[hex_id].cost:
            return 0
        gauges = [int(piece.gauge) for piece in option.added]
        return game.title.track.terrain_cost(game, turn.corporation, hex_id, gauges)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        assert isinstance(action, LayTile)
        board = game.title.box.board
        if action.hex not in board.hexes:
            return Refusal("malformed", "There is no hex {hex} on the map.", hex=action.hex)
        if action.tile not in board.tiles:
            return Refusal("malformed", "There is no tile {tile} in this game.", tile=action.tile)
        if not 0 <= action.rotation < 6:
            text = "A tile can be turned by 0 to 5 sixths, not by {rotation}."
            return Refusal("malformed", text, rotation=action.rotation)
        refusal = self._board_refusal(game, action) or game.title.track.hex_refusal(game, turn.corporation, action.hex)
        if refusal:
            return refusal
        option = self.option(game, action)
        hindered = self.hindrance(game, turn, action.hex, option)
        return hindered(game, turn, action.hex, option) if hindered else None

    def hindrance(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> Hindrance | None:
        """What keeps a tile that fits on a hex from being laid there now: whatever says so, asked only if it must.

        Tiles are listed and refused by this alone.
        """
        if option.face.colour not in game.phase.tiles:
            return self._phase_refusal
        if game.state.supply[option.tile] == 0:
            return self._supply_refusal
        if not self.leads_to(game, turn, hex_id, option):
            return self.way_refusal
        if self.turn_refusal(game, turn, hex_id, option) is not None:
            return self._turn_refusal
        if self.cost(game, turn, hex_id, option) > game.cash(turn.corporation):
            return self._cost_refusal
        return None

    def option(self, game: Game, action: LayTile) -> Option:
        """The tile of an action as it would lie, with the track that it adds."""
        face = game.title.box.board.tiles[action.tile].faces[action.rotation]
        return Option(action.tile, action.rotation, face, added_track(game.layout.face(action.hex), face) or ())

    def _phase_refusal(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> Refusal:
        text = "No {colour:term} tile may be laid in phase {phase}."
        return Refusal("track.phase", text, colour=option.face.colour, phase=game.state.phase)

    def _supply_refusal(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> Refusal:
        return Refusal("track.supply", "No tile {tile} is left.", tile=option.tile)

    def _turn_refusal(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> Refusal:
        found = self.turn_refusal(game, turn, hex_id, option)
        assert found is not None
        return found

    def _board_refusal(self, game: Game, action: LayTile) -> Refusal | None:
        found = self.fault(game, action)
        if found is None:
            return None
        rule = _FAULT_RULES[found]
        if found is Fault.NOT_EMPTY and action.hex not in game.layout.tiles:
            rule = "track.printed_yellow"
        new = game.title.box.board.tiles[action.tile].face.colour
        before = COLOUR_ORDER[COLOUR_ORDER.index(new) - 1]
        return Refusal(
            rule, found.value, hex=action.hex, tile=action.tile, rotation=action.rotation, before=before, new=new
        )

    def way_refusal(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> Refusal:
        """Why the corporation cannot build where its routes do not lead."""
        names = {
            "corporation": turn.corporation,
            "tile": option.tile,
            "rotation": option.rotation,
            "hex": hex_id,
        }
        if game.layout.face(hex_id).colour == "blank":
            text = "Tile {tile} turned by {rotation} on {hex:place} does not extend a route of {corporation}."
            if game.title.box.board.has_gauges:
                text = (
                    "Tile {tile} turned by {rotation} on {hex:place} does not extend a route of {corporation}:"
                    " new track must continue a route in its gauge."
                )
            return Refusal("track.extends", text, **names)
        return Refusal(
            "track.upgrade_reach",
            "Tile {tile} on {hex:place} neither extends a route of {corporation} nor raises the value of a stop it"
            " reaches.",
            **names,
        )

    def _cost_refusal(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> Refusal:
        return Refusal(
            "turn.no_credit",
            "Building on {hex:place} costs {cost:money}; {corporation} has {cash:money}.",
            hex=hex_id,
            cost=self.cost(game, turn, hex_id, option),
            corporation=turn.corporation,
            cash=game.cash(turn.corporation),
        )

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, LayTile)
        cost = self.cost(game, turn, action.hex, self.option(game, action))
        game.pay(turn.corporation, BANK, cost)
        game.place_tile(action.hex, action.tile, action.rotation)
        game.tell(TileLaid(corporation=turn.corporation, tile=action.tile, hex=action.hex, cost=cost))
        self.laid(game, turn, action)
        game.title.track.changed(game)

    def laid(self, game: Game, turn: OperatingTurn, action: LayTile) -> None:
        """A tile was laid: in most titles that is the step."""
        turn.next_step(game)


_FAULT_RULES = {
    Fault.FIXED_HEX: "track.fixed_hex",
    Fault.NOT_EMPTY: "track.not_empty",
    Fault.COLOUR_ORDER: "track.colours",
    Fault.LABEL: "track.label",
    Fault.STOPS: "track.stops",
    Fault.TRACK_KEPT: "track.kept",
    Fault.OFF_GRID: "track.off_grid",
    Fault.IMPASSABLE: "track.impassable",
    Fault.BLANK_SIDE: "track.blank_side",
}
