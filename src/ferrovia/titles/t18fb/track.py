"""3.5.1: the tile steps of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.laying import Fault, Option, extends
from ferrovia.engine.board.reach import Reach
from ferrovia.engine.flow.actions import Action, LayTile
from ferrovia.engine.flow.facets.track import TrackRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.titles.t18fb import components, places, regionals
from ferrovia.titles.t18fb.laying import binding_letter, fault, joined_edges, kind, new_track, options
from ferrovia.titles.t18fb.south import is_bourbon_age, is_national, is_regional, south
from ferrovia.titles.t18fb.states import CompanyState, state_of

TILE = "tile"  # how a turn notes a hex that was worked on


def tile_steps(game: Game, company: str) -> int:
    """3.5.1.1: by the phase in which the company floated."""
    table = components.sheet("game")["tile_steps"]
    if is_regional(company):
        return int(table["regional"]["free"]) + int(table["regional"]["extra"])
    return int(table["national"] if is_national(company) else table[game.state.floated[company]])


def hexes_laid(turn: OperatingTurn) -> list[str]:
    return [hex_id for hex_id, what in turn.laid if what == TILE]


class SouthernTrack(TrackRules):
    """3.5.1: tiles are free, but see `SouthernTrackStep`; from PH5 regionals wait for slots and connections."""

    def changed(self, game: Game) -> None:
        if not is_bourbon_age(game):
            regionals.place_waiting(game)
            regionals.pay_bonuses(game)


class SouthernTrackStep(TrackStep):
    """Two, three or four tiles a turn, each on another hex; free for majors and nationals."""

    def options(self, game: Game, hex_id: str) -> Sequence[Option]:
        return options(game.layout, hex_id)

    def fault(self, game: Game, action: LayTile) -> Fault | None:
        return fault(game.layout, action.hex, action.tile, action.rotation, joined_edges(game.layout, action.hex))

    def option(self, game: Game, action: LayTile) -> Option:
        found = super().option(game, action)
        return found._replace(added=new_track(game.layout.face(action.hex), found.face))

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[LayTile]:
        if self._count_refusal(game, turn) is None:
            yield from super().choices(game, turn)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        refusal = self._count_refusal(game, turn) or super().refusal(game, turn, action)
        assert isinstance(action, LayTile)
        return refusal.cited(_narrowed(game, action, refusal.rule)) if refusal else None

    def _count_refusal(self, game: Game, turn: OperatingTurn) -> Refusal | None:
        """3.6.3.6: the second tile of a regional costs money."""
        if not is_regional(turn.corporation) or not hexes_laid(turn):
            return None
        cost, cash = regionals.second_tile_cost(), game.cash(turn.corporation)
        if cash >= cost:
            return None
        text = "A second tile costs {cost:money}; {company} has {cash:money}."
        return Refusal("18FB-3.6.3.6", text, cost=cost, company=turn.corporation, cash=cash)

    def cost(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> int:
        """Tiles are free, but the second of a regional."""
        return regionals.second_tile_cost() if is_regional(turn.corporation) and hexes_laid(turn) else 0

    def leads_to(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> bool:
        """3.5.1.5, 3.5.1.13, R40: a route runs onto the new track; where there is none, the hex lies on a route."""
        reach, old = game.reach(turn.corporation), game.layout.face(hex_id)
        is_reached = any(stop_id(hex_id, number) in reach.paths for number in range(len(old.stops)))
        if old.colour == "blank" or not option.added:
            return is_reached or extends(reach, game.layout, hex_id, option.face.pieces)
        match kind(old):
            case "plain":
                return extends(reach, game.layout, hex_id, option.added)
            case "city":
                goes_on = is_reached and _lets_pass(game, turn.corporation, hex_id, option)
                return goes_on or any(reach.comes_to(hex_id, piece.b, piece.gauge, 0) for piece in option.added)
        return _runs_through_town(game, reach, hex_id, option)

    def way_refusal(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> Refusal:
        refusal = super().way_refusal(game, turn, hex_id, option)
        if game.layout.face(hex_id).colour == "blank":
            return refusal
        text = "No route of {company} reaches the new track of tile {tile}, turned by {rotation}, on {hex}."
        if not option.added:
            text = "No route of {company} reaches {hex}."
        return Refusal(
            refusal.rule, text, company=turn.corporation, tile=option.tile, rotation=option.rotation, hex=hex_id
        )

    def turn_refusal(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> Refusal | None:
        old = game.layout.face(hex_id)
        if hex_id in hexes_laid(turn) and not self._frees_slot(game, turn.corporation, hex_id):
            text = "{company} has already laid a tile on {hex} in this turn."
            return Refusal("18FB-R39", text, company=turn.corporation, hex=hex_id)
        if old == option.face:
            text = "Tile {tile}, turned by {rotation}, would change nothing on {hex}."
            return Refusal("18FB-R79", text, tile=option.tile, rotation=option.rotation, hex=hex_id)
        if not _holds_tokens(game, hex_id, option):
            text = "Tile {tile} has no room for all the tokens on {hex}."
            return Refusal("18FB-R78", text, tile=option.tile, hex=hex_id)
        if old.colour == "blank" and state_of(game, turn.corporation) is CompanyState.FROZEN:
            text = "{company} is frozen: it may upgrade tiles but not lay new ones."
            return Refusal("18FB-3.4.15", text, company=turn.corporation)
        return regionals.duty_refusal(game, turn.corporation, hex_id, option.face)

    def _frees_slot(self, game: Game, company: str, hex_id: str) -> bool:
        """R55: a waiting regional may go on to brown on its home in the same turn."""
        return company in south(game).waiting and hex_id == components.company_table(company)["home"]

    def pass_refusal(self, game: Game, turn: OperatingTurn) -> Refusal | None:
        company = turn.corporation
        if is_regional(company) and regionals.has_duty(game, company) and self._count_refusal(game, turn) is None:
            return Refusal(
                "18FB-3.6.3.7", "{company} must upgrade its home: its token is still waiting.", company=company
            )
        return None

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, LayTile)
        before = game.layout.face(action.hex)
        super().play(game, turn, action)
        regionals.tile_laid(game, turn.corporation, before, game.layout.face(action.hex))

    def laid(self, game: Game, turn: OperatingTurn, action: LayTile) -> None:
        bring_tokens_together(game, action.hex)
        now = turn.note(game, laid=(*turn.laid, (action.hex, TILE)))
        if len(hexes_laid(now)) >= tile_steps(game, turn.corporation):
            now.next_step(game)


def _runs_through_town(game: Game, reach: Reach, hex_id: str, option: Option) -> bool:
    """Whether a route comes along new track of a town, or comes to that town and goes on along it."""
    sides = game.layout.board.sides[hex_id]
    for piece in option.added:
        for edge, gauge in option.face.exits[piece.a]:
            if reach.comes_to(hex_id, edge, gauge, 0 if edge == piece.b else sides[piece.b]):
                return True
    return False


def _lets_pass(game: Game, company: str, hex_id: str, option: Option) -> bool:
    """Whether a city lets a route of the company go on once the tile, with its slots, lies there."""
    stop, reach = stop_id(hex_id), game.reach(company)
    more = option.face.stops[0].slots - sum(old.slots for old in game.layout.face(hex_id).stops)
    if more >= 0 and stop in reach.paths and reach.can_leave(stop):
        return True
    if hex_id in (places.NORTH, places.SOUTH):
        after = game.fork()
        after.place_tile(hex_id, option.tile, option.rotation)
        bring_tokens_together(after, hex_id)
        return after.reach(company).can_leave(stop)
    if stop in game.title.tokens.route_starts(game, company):
        return True
    return len(places.companies_at(game, stop)) < places.all_slots(game, stop) + more


def _narrowed(game: Game, action: LayTile, word: str) -> str:
    """Where several clauses stand behind a word of the engine, the one of this hex or letter."""
    citations, board = game.title.citations, game.title.box.board
    if word == "track.fixed_hex":
        word = f"{word}.{board.hexes[action.hex].face.colour}"
    elif word == "track.label":
        tile = board.tiles[action.tile].face
        word = f"{word}.{binding_letter(board.hexes[action.hex].face.label, tile.colour) or tile.label}"
    return citations.get(word, citations.get(word.rpartition(".")[0], word))


def _holds_tokens(game: Game, hex_id: str, option: Option) -> bool:
    """R78: tokens stay where they are, so a tile needs room for those in open slots."""
    old = game.layout.face(hex_id).stops
    if not old or old[0].kind != "city" or option.face.stops[0].slots >= sum(stop.slots for stop in old):
        return True
    stop = stop_id(hex_id)
    lost = old[0].slots - option.face.stops[0].slots
    return len(places.in_open_slots(game, stop)) <= places.open_slots(game, stop) - lost


def bring_tokens_together(game: Game, hex_id: str) -> None:
    """3.5.1.18: tokens stay on a replaced tile; where several printed stops became one, they stand on that."""
    last = len(game.layout.face(hex_id).stops) - 1
    for name, stops in game.state.stations.items():
        moved = tuple(_on_tile(stop, hex_id, last) for stop in stops)
        if moved != stops:
            game.set_stations(name, moved, game.state.tokens[name])


def _on_tile(stop: StopId, hex_id: str, last: int) -> StopId:
    at, _, number = stop.rpartition(".")
    return stop_id(hex_id, last) if at == hex_id and int(number) > last else stop
