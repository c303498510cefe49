"""Section 3.5.1: tiles, and the routes along which they are laid."""

from __future__ import annotations

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.t18fb import components
from tests.referees.books import BANK
from tests.referees.on_foot import Ground
from tests.referees.referee import frame_of
from tests.referees.t18fb.south import Kingdom
from tests.referees.t18fb.tables import COLOURS, NAPOLI, NATIONALS, REGIONALS, SHADES, STEPS


class Track(Kingdom):
    """What may lie where."""

    def _lay(self, action: do.LayTile) -> None:
        books, now = self.books, self.now
        hex_id, company = action.hex, now.corporation
        before = Ground(self.title.box.board, now.before.layout.tiles)
        books.lay(hex_id, action.tile, action.rotation, "18FB-3.5.1.2")
        after = Ground(self.title.box.board, books.tiles)
        self._judge_tile(hex_id, before, after)
        turn = frame_of(now.before, OperatingTurn)
        laid = [other for other, what in (turn.laid if turn is not None else ()) if what == "tile"]
        waits = company in now.before.own.waiting
        self.check(hex_id not in laid or waits, "18FB-R39", f"{company} works on {hex_id} twice in a turn.")
        if company in REGIONALS:
            self.check(len(laid) < 2, "18FB-3.6.3.6", f"{company} lays a third tile.")
            if laid:
                books.pay(company, BANK, 30, "18FB-3.6.3.6")
                self._solvent(company, "18FB-3.6.3.6")
            self._regional_marker(company, hex_id, before, after)
        else:
            steps = self._tile_steps(company)
            self.check(len(laid) < steps, "18FB-3.5.1.1", f"{company} lays more than {steps} tiles.")
        if self._state(company) == "frozen":
            is_upgrade = before.colour(hex_id) != "blank"
            self.check(is_upgrade, "18FB-3.4.15", f"The frozen {company} lays a new tile.")
        last = len(after.stops(hex_id)) - 1
        for name, stops in books.stations.items():  # 3.5.1.18: tokens stay, where printed stops became one too
            for number, stop in enumerate(stops):
                at, _, city = stop.rpartition(".")
                if at == hex_id and int(city) > last:
                    stops[number] = f"{hex_id}.{last}"
                    books.note("stations", name, "18FB-3.5.1.18")
        self._judge_way(company, hex_id, before, after)

    def _tile_steps(self, company: str) -> int:
        if company in NATIONALS:
            return 4
        return STEPS[int(str(self.books.own["float"][company]).removeprefix("PH"))]

    def _regional_marker(self, company: str, hex_id: str, before: Ground, after: Ground) -> None:
        """3.6.3.9 to 11: a marker when the value of a town is stepped up."""
        stops = after.shown(hex_id).stops
        if not stops or stops[0].kind != "town":
            return
        old, new = before.colour(hex_id), after.colour(hex_id)
        double = sum(stop.size for stop in stops) > 1
        steps_up = (old, new) in (("blank", "yellow"), ("green", "brown")) or (
            double and (old, new) == ("yellow", "green")
        )
        if steps_up:
            self._mark(company, 1, "18FB-3.6.3.9")

    def _judge_tile(self, hex_id: str, before: Ground, after: Ground) -> None:
        now = self.now
        old, new = before.colour(hex_id), after.colour(hex_id)
        in_shades = old in SHADES and new in SHADES
        step = SHADES.index(new) - SHADES.index(old) if in_shades else 9
        is_competitive = step == 0 and hex_id in now.before.layout.tiles
        self.check(step == 1 or is_competitive, "18FB-3.5.1.3", f"On {hex_id} {new} follows {old}.")
        if in_shades:
            self.check(SHADES.index(new) <= COLOURS[self._age()], "18FB-2.1.3", f"{new} is laid in {now.before.phase}.")
        kinds = [_kind(ground, hex_id) for ground in (before, after)]
        self.check(kinds[0] == kinds[1], "18FB-3.5.1.21", f"On {hex_id} {kinds[1]} takes the place of {kinds[0]}.")
        joined = before.joined(hex_id)
        edges = {end for piece in after.pieces(hex_id) for end in piece[:2] if end >= 0}
        self.check(joined <= edges, "18FB-3.5.1.16", f"The tile on {hex_id} cuts the track at {joined - edges}.")
        for one in joined:
            for other in joined:
                kept = not _connects(before, hex_id, one, other) or _connects(after, hex_id, one, other)
                self.check(kept, "18FB-3.5.1.16", f"The tile on {hex_id} parts the track {one}-{other}.")
        self.check(not after.loose_ends(hex_id), "18FB-3.5.1.20", f"Track of {hex_id} runs into nothing.")
        tile = self.books.tiles[hex_id][0]
        count = self.title.box.board.tiles[tile].count
        laid = sum(placed[0] == tile for placed in self.books.tiles.values())
        self.check(count < 0 or laid <= count, "18FB-6.1", f"There are {laid} tiles {tile} on the map.")

    def _judge_way(self, company: str, hex_id: str, before: Ground, after: Ground) -> None:
        """3.5.1.5, 3.5.1.13: new track extends a route; a city or town without new track is in reach."""
        reached = after.reach(self._starts(company, after), self._closed_to(company, after))
        added = {piece[:2] for piece in after.pieces(hex_id)} - {piece[:2] for piece in before.pieces(hex_id)}
        if added:
            is_right = any((hex_id, *piece) in reached.pieces for piece in added)
        else:
            is_right = any(stop in reached.stops for stop in after.stops(hex_id))
        own = any(stop.rpartition(".")[0] == hex_id for stop in self.books.stations[company])
        clause = "18FB-3.5.1.5" if before.colour(hex_id) == "blank" else "18FB-3.5.1.13"
        self.check(is_right or own, clause, f"No route of {company} leads to the new track on {hex_id}.")

    def _starts(self, company: str, ground: Ground) -> list[str]:
        """Own tokens, in an area of several hexes all of them; the home of a regional whose token waits."""
        if company in self.now.before.own.waiting:
            home = components.company_table(company)["home"]
            return ground.stops(home)
        starts: list[str] = []
        for stop in self.books.stations[company]:
            place = components.place(stop)
            starts += components.stops_of(place) if components.offboard_table(place) else (stop,)
        return starts

    def _closed_to(self, company: str, ground: Ground) -> set[str]:
        """R72: cities in which every slot holds a token of others; Napoli is one city but for regionals."""
        tokens: dict[str, set[str]] = {}
        for name, stops in self.books.stations.items():
            for stop in stops:
                tokens.setdefault(stop, set()).add(name)
        full = {
            stop for stop, names in tokens.items() if company not in names and len(names) >= self._slots(stop, ground)
        }
        halves = {stop for stop in full if components.place(stop) == NAPOLI}
        if halves and company not in REGIONALS and self._napoli_joined(ground):
            own = any(components.place(stop) == NAPOLI for stop in self.books.stations[company])
            if len(halves) < 2 or own:
                full -= halves
        return full

    def _slots(self, stop: str, ground: Ground) -> int:
        hex_id, _, number = stop.rpartition(".")
        tables = components.hex_table(hex_id).get("stops", ())
        here = tables if hex_id in ground.tiles else tables[int(number) : int(number) + 1]
        given_up = self.now.before.own.given_up
        kept = [name for table in here for name in (*table.get("home", ()), *table.get("reserved", ()))]
        kept = [name for name in kept if (name, components.place(stop)) not in given_up]
        bourbon = [number for table in here for number in table.get("bourbon", ())]
        return ground.stop(stop).slots + len(kept) + len(bourbon)

    def _napoli_joined(self, ground: Ground) -> bool:
        return any(0 in piece[:2] for piece in ground.pieces("NC10")) and any(
            3 in piece[:2] for piece in ground.pieces("NC8")
        )


def _kind(ground: Ground, hex_id: str) -> str:
    """3.5.1.21: city, town, double town or plain."""
    stops = ground.shown(hex_id).stops
    if not stops:
        return "plain"
    if stops[0].kind != "town":
        return str(stops[0].kind)
    return "double town" if sum(stop.size for stop in stops) > 1 else "town"


def _connects(ground: Ground, hex_id: str, one: int, other: int) -> bool:
    """Whether track leads from one edge to another within a hex, straight or over one stop."""
    pieces = [set(piece[:2]) for piece in ground.pieces(hex_id)]
    if {one, other} in pieces:
        return True
    stops = {end for piece in pieces for end in piece if end < 0}
    return any({one, stop} in pieces and {other, stop} in pieces for stop in stops)
