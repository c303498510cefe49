"""Section 6.4: tiles, with the lays of FSF and CCFR and the tiles of FRV and TMM."""

from __future__ import annotations

import msgspec

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.laying import Option, extends, raises_value
from ferrovia.engine.board.reach import Reach, reach
from ferrovia.engine.flow.actions import Action, LayTile
from ferrovia.engine.flow.facets.track import TrackRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.titles.t1883 import components, concessions
from ferrovia.titles.t1883.emilia import CCFR, FSF, emilia, is_cooperative, is_sold, keep
from ferrovia.titles.t1883.link import FRV, link_tile
from ferrovia.titles.t1883.privates import TMM

HEIGHTS = ("hill", "mountain")

Slots = tuple[str, ...]


class EmilianTrack(TrackRules):
    """Section 6.4, with what events and concessions have to do with it."""

    def hex_refusal(self, game: Game, corporation: str, hex_id: str) -> Refusal | None:
        """Hexes closed to everybody by an event, or to the co-operative."""
        table = components.hex_table(hex_id)
        events = emilia(game).in_force
        if "flooding" in events and table.get("flood"):
            return Refusal(
                "1883-11.1.2",
                "{hex} is flooded: no tile may be laid there in this operating round.",
                hex=components.place(hex_id),
            )
        if "landslide" in events and table.get("height") in HEIGHTS:
            text = "A landslide blocks {hex}: no tile may be laid there in this operating round."
            return Refusal("1883-11.1.6", text, hex=components.place(hex_id))
        if corporation == CCFR and is_cooperative(game) and table.get("side") == "north":
            return Refusal(
                "1883-6.4.5.2",
                "{hex} lies north of the FS line, where the co-operative may not build.",
                hex=components.place(hex_id),
            )
        return None

    def changed(self, game: Game) -> None:
        """5.6.1: what has been joined by it is a concession's end."""
        concessions.settle_joined(game)


class Lay(msgspec.Struct, frozen=True):
    """A tile laid in this turn, as far as the rules on several tiles ask: written into the turn and read back."""

    hex: str
    colour: str
    tile: str
    rotation: int
    bases: str  # the home hexes it was laid from, joined by "+"
    joined: bool  # whether the two homes were connected then

    def fills(self, slot: str) -> bool:
        kind, _, base = slot.partition(":")
        high = components.hex_table(self.hex)["height"] in HEIGHTS
        match kind:
            case "any":
                return True
            case "base":
                return base in self.bases.split("+")
            case "flood":
                return base in self.bases.split("+") and bool(components.hex_table(self.hex).get("flood"))
            case "high":
                return self.colour == "yellow" and high
            case "frv":
                return LayTile(self.hex, self.tile, self.rotation) == link_tile()
            case "tmm":
                return self.hex in components.company_table(TMM)["hexes"] and self.colour == "yellow"
        raise LookupError(slot)

    def note(self) -> tuple[str, str]:
        return self.hex, "/".join((self.colour, self.tile, str(self.rotation), self.bases, str(int(self.joined))))

    @classmethod
    def read(cls, note: tuple[str, str]) -> Lay:
        colour, tile, rotation, bases, joined = note[1].split("/")
        return cls(note[0], colour, tile, int(rotation), bases, joined == "1")


def slots(game: Game, corporation: str) -> list[Slots]:
    """What tiles a corporation may lay in a turn: alternatives, each a list of places for one tile."""
    extra = _private_slots(game, corporation)
    if corporation == FSF and _fsf_has_two(game):
        homes = game.corporation(FSF).homes
        return [("any", *extra), (*(f"flood:{home}" for home in homes), *extra)]  # 1883-6.4.4, R27
    if corporation == CCFR:
        if is_cooperative(game):
            return [(*(f"base:{home}" for home in game.corporation(CCFR).homes), "high", *extra)]  # 1883-6.4.5, R28
        return [("any", "high", *extra)]  # 1883-8.1.3.2
    return [("any", *extra)]


def _private_slots(game: Game, corporation: str) -> Slots:
    used = emilia(game).used_powers
    owned = [name for name in (FRV, TMM) if game.state.privates.get(name) == corporation and name not in used]
    return tuple(name.lower() for name in owned)


def _fsf_has_two(game: Game) -> bool:
    """6.4.4: FSF lays a tile from each of its bases until the train that its charter names."""
    return not is_sold(game, components.company_table(FSF)["extra_tile"]["until_train"])


def assign(lays: list[Lay], places: Slots) -> bool:
    """Whether each tile can have a place of its own."""
    if not lays:
        return True
    first, *rest = lays
    return any(
        first.fills(place) and assign(rest, (*places[:number], *places[number + 1 :]))
        for number, place in enumerate(places)
    )


class EmilianTrackStep(TrackStep):
    """6.4: one tile a turn, and the exceptions."""

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        if not turn.laid:
            return False
        most = max(len(places) for places in slots(game, turn.corporation))
        return len(turn.laid) >= most or next(self.choices(game, turn), None) is None

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        found = super().refusal(game, turn, action)
        if found and found.rule == "track.kept" and isinstance(action, LayTile):
            if game.layout.face(action.hex).colour == "blank":
                return found.cited("1883-6.7.3.2")  # Vignola
        return found

    def turn_refusal(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> Refusal | None:
        lay = self._lay(game, turn, hex_id, option)
        before = [Lay.read(note) for note in turn.laid]
        names = {"corporation": turn.corporation, "hex": components.place(hex_id)}
        if any(other.hex == hex_id for other in before):
            clause = _twice_clause(game, turn.corporation, lay.joined)
            if clause:
                return Refusal(clause, "{corporation} may not lay two tiles on {hex} in one turn.", **names)
        if not any(assign([*before, lay], places) for places in slots(game, turn.corporation)):
            clause = _quota_clause(game, turn.corporation, [*before, lay])
            text = "{corporation} may not lay this tile on {hex} in this turn."
            if before:
                text = "After what it has laid in this turn, {corporation} may not lay this tile on {hex}."
            return Refusal(clause, text, **names)
        return None

    def _lay(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> Lay:
        homes = game.corporation(turn.corporation).homes if turn.corporation in (FSF, CCFR) else ()
        from_home = {home: self._reach_from(game, turn.corporation, home) for home in homes}
        bases = [home for home, reached in from_home.items() if self._leads_from(game, reached, home, hex_id, option)]
        joined = len(homes) > 1 and stop_id(homes[1]) in from_home[homes[0]].paths
        if joined and bases:
            bases = list(homes)
        return Lay(hex_id, option.face.colour, option.tile, option.rotation, "+".join(bases), joined)

    def _reach_from(self, game: Game, corporation: str, home: str) -> Reach:
        return reach(game.layout, (stop_id(home),), game.closed_to(corporation))

    def _leads_from(self, game: Game, reached: Reach, home: str, hex_id: str, option: Option) -> bool:
        layout = game.layout
        if layout.face(hex_id).colour == "blank" and hex_id == home:
            return True
        return extends(reached, layout, hex_id, option.added) or (
            layout.face(hex_id).colour != "blank"
            and raises_value(reached, layout, hex_id, option.face, game.phase.revenue_level)
        )

    def cost(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> int:
        """6.4.1: terrain is paid with the first tile only; CCFR and FRV have their freedoms."""
        cost = game.title.box.board.hexes[hex_id].cost
        if not cost or game.layout.face(hex_id).colour != "blank":
            return 0
        high = components.hex_table(hex_id)["height"] in HEIGHTS
        lay = Lay(hex_id, option.face.colour, option.tile, option.rotation, "", False)
        if lay.fills("frv") and "frv" in _private_slots(game, turn.corporation):
            return 0
        if turn.corporation == CCFR and high:
            before = [Lay.read(note) for note in turn.laid]
            earlier = [game.title.box.board.hexes[lay.hex].cost for lay in before if lay.fills("high")]
            if is_cooperative(game) or not earlier:
                return 0  # 1883-6.4.5.5, 8.1.3.2
            return min(cost, *earlier)  # R74: of two such tiles the dearer is the free one
        return cost

    def laid(self, game: Game, turn: OperatingTurn, action: LayTile) -> None:
        """Keep the note that `play` has made, and what private power was spent."""

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, LayTile)
        option = self.option(game, action)
        lay = self._lay(game, turn, action.hex, option)
        replaced = game.layout.tiles.get(action.hex)
        super().play(game, turn, action)
        if replaced and option.face.colour == "grey":
            _wear_out(game, replaced[0])
        for private in _private_slots(game, turn.corporation):
            if lay.fills(private):
                keep(game, used_powers=(*emilia(game).used_powers, private.upper()))
                return  # the private's tile is besides all others
        now = game.find(OperatingTurn)
        if now is not None and now.corporation == turn.corporation:
            game.change(msgspec.structs.replace(now, laid=(*turn.laid, lay.note())))


def _wear_out(game: Game, tile: str) -> None:
    """6.4.2, R26: a brown tile that is replaced is not used again."""
    game.lose_tile(tile)
    keep(game, worn_out=(*emilia(game).worn_out, tile))


def _quota_clause(game: Game, corporation: str, lays: list[Lay]) -> str:
    if corporation == CCFR:
        return "1883-6.4.5.1" if is_cooperative(game) else "1883-8.1.3.2"
    if corporation == FSF:
        all_on_flood_hexes = all(components.hex_table(lay.hex).get("flood") for lay in lays)
        return "1883-6.4.4.1" if _fsf_has_two(game) and all_on_flood_hexes else "1883-6.4.4.3"
    return "1883-6.4.1"


def _twice_clause(game: Game, corporation: str, joined: bool) -> str:
    """Which clause bars a second tile on a hex in a turn; "" where two are allowed, or one tile is all anyway."""
    if corporation == CCFR and not is_cooperative(game):
        return "1883-8.1.3.2"
    if joined:
        return ""
    if corporation == FSF and _fsf_has_two(game):
        return "1883-6.4.4.2"
    return "1883-6.4.5.3" if corporation == CCFR else ""
