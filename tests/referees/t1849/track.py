"""Sections 10.3 and 10.4: tiles, what they cost, and station tokens."""

from __future__ import annotations

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.operating import OperatingTurn
from tests.referees.books import BANK
from tests.referees.on_foot import DUAL, NARROW, Ground
from tests.referees.referee import frame_of
from tests.referees.t1849.market import Market
from tests.referees.t1849.tables import COLOURS, HOMES, LEVEL, SHADES, TERRAIN


class Track(Market):
    """What may lie where, for how much."""

    # 10.3 Track

    def _lay(self, action: do.LayTile) -> None:
        books, now = self.books, self.now
        hex_id, corporation = action.hex, now.corporation
        hex = self.title.box.board.hexes[hex_id]
        before = Ground(self.title.box.board, now.before.layout.tiles)
        books.lay(hex_id, action.tile, action.rotation, "1849-10.3.4")
        after = Ground(self.title.box.board, books.tiles)
        old, new = set(before.pieces(hex_id)), set(after.pieces(hex_id))
        added = new - old
        self._judge_tile(hex_id, before, after)
        for one, other, gauge in old:
            kept = any(piece[:2] == (one, other) and piece[2] & gauge == gauge for piece in new)
            self.check(kept, "1849-10.3.13", f"The tile on {hex_id} drops the track {one}-{other}.")
        cost = TERRAIN[hex.terrain]
        gauges = {gauge for _, _, gauge in added}
        if gauges <= {NARROW}:
            cost //= 4
        elif DUAL not in gauges and books.privates.get("SIGI") == corporation:
            cost //= 2
        books.pay(
            corporation, BANK, cost, "1849-10.3.1.6" if books.privates.get("SIGI") == corporation else "1849-10.3.1.2"
        )
        self._solvent(corporation)
        turn = frame_of(now.before, OperatingTurn)
        if turn is not None and turn.power == "SMS":
            name = hex.name
            is_coastal = name not in ("Caltanissetta", "Ragusa") and hex.face.stops and hex.face.stops[0].kind == "city"
            self.check(bool(is_coastal), "1849-7.1.9", f"SMS builds on {name}.")
        else:
            self._judge_way(corporation, hex_id, {piece[:2] for piece in added}, before, after)

    def _judge_tile(self, hex_id: str, before: Ground, after: Ground) -> None:
        board, now = self.title.box.board, self.now
        old, new = before.colour(hex_id), after.colour(hex_id)
        is_next = old in SHADES and new in SHADES and SHADES.index(new) == SHADES.index(old) + 1
        self.check(is_next, "1849-10.3.13", f"On {hex_id} {new} follows {old}.")
        if new in SHADES:
            in_use = SHADES.index(new) <= COLOURS[now.before.phase]
            self.check(in_use, "1849-6.0.1", f"{new} is laid in phase {now.before.phase}.")
        tile = self.books.tiles[hex_id][0]
        laid = sum(placed[0] == tile for placed in self.books.tiles.values())
        self.check(laid <= board.tiles[tile].count, "1849-10.3.16", f"There are {laid} tiles {tile} on the map.")
        kinds = [[stop.kind for stop in ground.shown(hex_id).stops] for ground in (before, after)]
        self.check(kinds[0] == kinds[1], "1849-10.3.12", f"On {hex_id} {kinds[1]} takes the place of {kinds[0]}.")
        labels = {ground.shown(hex_id).label for ground in (before, after)}
        self.check(len(labels) == 1 or old == "blank", "1849-10.3.14", f"The letters on {hex_id} are {labels}.")
        self.check(not after.loose_ends(hex_id), "1849-10.3.8", f"Track of {hex_id} runs into nothing.")
        if board.hexes[hex_id].name == "Acireale":
            owner = self.books.privates.get("SCE", "")
            is_free = not owner or owner in self.books.papers
            self.check(is_free, "1849-7.1.2", "Acireale is built on while SCE blocks it.")

    def _judge_way(
        self, corporation: str, hex_id: str, added: set[tuple[int, int]], before: Ground, after: Ground
    ) -> None:
        """10.3.6, 10.3.15: new track that a route runs onto, or a dearer stop in reach."""
        starts = self.books.stations[corporation]
        reached = after.reach(starts, self._closed_to(corporation, after))
        runs_on = any((hex_id, *piece) in reached.pieces for piece in added)
        level = LEVEL[self.now.before.phase]
        dearer = any(
            stop in reached.stops and _value(after, stop, level) > _value(before, stop, level)
            for stop in after.stops(hex_id)
        )
        own = any(stop.rpartition(".")[0] == hex_id for stop in starts) and before.colour(hex_id) == "blank"
        clause = "1849-10.3.6" if before.colour(hex_id) == "blank" else "1849-10.3.15"
        self.check(runs_on or dearer or own, clause, f"No route of {corporation} leads to the new track on {hex_id}.")

    def _closed_to(self, corporation: str, ground: Ground) -> set[str]:
        tokens = [stop for stops in self.books.stations.values() for stop in stops]
        own = self.books.stations[corporation]
        return {stop for stop in tokens if stop not in own and tokens.count(stop) >= ground.stop(stop).slots}

    # 10.4 Tokens

    def _room(self, corporation: str, stop: str) -> int:
        """Vacant spaces of a city, less one for a corporation not in operation that has its home there."""
        ground = Ground(self.title.box.board, self.books.tiles)
        here = sum(stop in stops for stops in self.books.stations.values())
        name = self.title.box.board.hexes[stop.rpartition(".")[0]].name
        kept = [
            other
            for other, home in HOMES.items()
            if home == name and other != corporation and other in self.books.papers and not self.books.is_started(other)
        ]
        return ground.stop(stop).slots - here - len(kept)

    def _vacant(self, corporation: str, stop: str, clause: str) -> None:
        """After a token was placed: no space is taken twice, and none that is kept for a home."""
        self.check(self._room(corporation, stop) >= 0, clause, f"There is no vacant space on {stop} for {corporation}.")

    def _token(self, corporation: str, stop: str) -> None:
        books = self.books
        ground = Ground(self.title.box.board, books.tiles)
        self.check(ground.stop(stop).kind == "city", "1849-10.4.2", f"{stop} is no city.")
        hexes = [other.rpartition(".")[0] for other in books.stations[corporation]]
        self.check(stop.rpartition(".")[0] not in hexes, "1849-10.4.6", f"{corporation} has two tokens on {stop}.")
        turn = frame_of(self.now.before, OperatingTurn)
        if turn is None or turn.power != "SMS":
            reached = ground.reach(books.stations[corporation], self._closed_to(corporation, ground)).stops
            self.check(stop in reached, "1849-10.4.2", f"No route of {corporation} leads to {stop}.")
        books.place_token(corporation, stop, "1849-10.4.1")
        self.check(books.tokens[corporation] >= 0, "1849-10.4.1", f"{corporation} has no token left.")
        self._vacant(corporation, stop, "1849-10.4.4")


def _value(ground: Ground, stop: str, level: int) -> int:
    revenue = ground.stop(stop).revenue
    return revenue[min(level, len(revenue) - 1)]
