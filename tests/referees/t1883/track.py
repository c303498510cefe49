"""Sections 6.4, 6.5 and 8.2: tiles, tokens, anchors and coaches."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.t1883 import components
from tests.referees.books import BANK
from tests.referees.on_foot import Ground
from tests.referees.referee import frame_of
from tests.referees.t1883.cooperative import Cooperative
from tests.referees.t1883.tables import CCFR, COLOURS, LEVEL, LINE, MERGING, SARSA, SEFTA, SHADES


class Track(Cooperative):
    """What comes to lie on the map."""

    # 6.4 Track

    def _lay(self, action: do.LayTile) -> None:
        books, now = self.books, self.now
        hex_id, corporation = action.hex, now.corporation
        table = components.hex_table(hex_id)
        before = Ground(self.title.box.board, now.before.layout.tiles)
        books.lay(hex_id, action.tile, action.rotation, "1883-6.4.1")
        after = Ground(self.title.box.board, books.tiles)
        self._judge_tile(hex_id, before, after)
        turn = frame_of(now.before, OperatingTurn)
        laid = turn.laid if turn is not None else ()
        is_first = before.colour(hex_id) == "blank"
        cost = self.title.box.board.hexes[hex_id].cost if is_first else 0
        is_high = table.get("height") in ("hill", "mountain")
        if self._is_frv_link(action, corporation):
            cost = 0
        elif corporation == CCFR and is_high and self._is_cooperative():
            cost = 0  # 6.4.5
        elif corporation == CCFR and is_high and is_first:
            # 8.1.3, R74: of two yellow tiles on heights the dearer is free
            earlier = [
                self.title.box.board.hexes[other].cost
                for other, note in laid
                if note.startswith("yellow") and components.hex_table(other)["height"] in ("hill", "mountain")
            ]
            cost = min(cost, *earlier) if earlier else 0
        books.pay(corporation, BANK, cost, "1883-6.4.1.2")
        self._solvent(corporation)
        self._judge_place(corporation, hex_id, table)
        self._judge_way(corporation, hex_id, before, after)

    def _is_frv_link(self, action: do.LayTile, corporation: str) -> bool:
        """R13: tile 58 on hex 34, joining Reggio Emilia and Sassuolo, once."""
        is_owner = self.books.privates.get("FRV") == corporation and "FRV" not in self.now.before.own.used_powers
        return is_owner and (action.hex, action.tile, action.rotation) == ("34", "58", 3)

    def _judge_tile(self, hex_id: str, before: Ground, after: Ground) -> None:
        old, new = before.colour(hex_id), after.colour(hex_id)
        is_next = old in SHADES and new in SHADES and SHADES.index(new) == SHADES.index(old) + 1
        self.check(is_next, "1883-6.4.2.1", f"On {hex_id} {new} follows {old}.")
        in_use = new in SHADES and SHADES.index(new) <= COLOURS[self.now.before.phase]
        self.check(in_use, "1883-4.0.8", f"{new} is laid in phase {self.now.before.phase}.")
        for one, other, _ in before.pieces(hex_id):
            kept = any(piece[:2] == (one, other) for piece in after.pieces(hex_id))
            self.check(kept, "1883-6.4.2.2", f"The tile on {hex_id} drops the track {one}-{other}.")
        kinds = [[stop.kind for stop in ground.shown(hex_id).stops] for ground in (before, after)]
        self.check(kinds[0] == kinds[1], "1883-6.4.1.3", f"On {hex_id} {kinds[1]} takes the place of {kinds[0]}.")
        labels = {ground.shown(hex_id).label for ground in (before, after)}
        self.check(len(labels) == 1, "1883-6.4.3.1", f"The letters on {hex_id} are {labels}.")
        self.check(not after.loose_ends(hex_id), "1883-6.4.1.1", f"Track of {hex_id} runs into nothing.")
        tile = self.books.tiles[hex_id][0]
        left = self.now.before.supply[tile]
        self.check(left > 0, "1883-6.4.2.4", f"There is no tile {tile} left.")
        # R26: what a grey tile replaces leaves play.
        old_tile = self.now.before.layout.tiles.get(hex_id)
        if old_tile is not None:
            due = self.now.before.supply[old_tile[0]] + (0 if new == "grey" else 1)
            found = self.now.after.supply[old_tile[0]]
            text = f"Of tile {old_tile[0]} {due} should be left and {found} are."
            self.check(found == due, "1883-R26", text)

    def _judge_place(self, corporation: str, hex_id: str, table: dict[str, object]) -> None:
        """Where nobody, or not this corporation, may build now; and how often."""
        is_flooded = "Flooding" in self.cards and bool(table.get("flood"))
        self.check(not is_flooded, "1883-11.1.2", f"A tile is laid on the flooded {hex_id}.")
        is_slid = "Landslide in the Apennine" in self.cards and table.get("height") in ("hill", "mountain")
        self.check(not is_slid, "1883-11.1.6", f"A tile is laid on {hex_id} in a landslide.")
        if corporation == CCFR and self._is_cooperative():
            self.check(table.get("side") != "north", "1883-6.4.5.2", f"CCFR builds on {hex_id}, north of the line.")
        self.laid += 1
        most = 2 if corporation == "FSF" and self.books.phase in ("1", "2", "3") else 1
        if corporation == CCFR:
            most = 3 if self._is_cooperative() else 2
        most += sum(self.books.privates.get(private) == corporation for private in ("FRV", "TMM"))
        self.check(self.laid <= most, "1883-6.4.1", f"{corporation} lays {self.laid} tiles in a turn.")

    def _judge_way(self, corporation: str, hex_id: str, before: Ground, after: Ground) -> None:
        starts = self.books.stations[corporation]
        reached = after.reach(starts, self._closed_to(corporation, after))
        added = {piece[:2] for piece in after.pieces(hex_id)} - {piece[:2] for piece in before.pieces(hex_id)}
        runs_on = any((hex_id, *piece) in reached.pieces for piece in added)
        dearer = any(
            stop in reached.stops and _worth_more(before, after, stop, LEVEL[self.now.before.phase])
            for stop in after.stops(hex_id)
        )
        own = any(stop.rpartition(".")[0] == hex_id for stop in starts)
        clause = "1883-6.4.3" if before.colour(hex_id) == "blank" else "1883-6.4.2.3"
        self.check(runs_on or dearer or own, clause, f"No route of {corporation} leads to the new track on {hex_id}.")

    def _closed_to(self, corporation: str, ground: Ground) -> set[str]:
        tokens = [stop for stops in self.books.stations.values() for stop in stops]
        own = self.books.stations[corporation]
        return {stop for stop in tokens if stop not in own and tokens.count(stop) >= ground.stop(stop).slots}

    # 6.5 Tokens

    def _token(self, corporation: str, stop: str) -> None:
        books = self.books
        ground = Ground(self.title.box.board, books.tiles)
        self.check(ground.stop(stop).kind == "city", "1883-6.5.1.1", f"{stop} is no city.")
        self.check(stop not in books.stations[corporation], "1883-6.5.2.2", f"{corporation} is on {stop} twice.")
        reached = ground.reach(books.stations[corporation], self._closed_to(corporation, ground)).stops
        self.check(stop in reached, "1883-6.5.1.1", f"No route of {corporation} leads to {stop}.")
        prices = list(components.company_table(corporation)["tokens"])
        if corporation == "FMV" and "strengthen_the_weak" in self.settings.options:
            prices.append(100)  # 12.2
        left = books.tokens[corporation]
        self.check(left > 0, "1883-6.5.3", f"{corporation} has no token left.")
        cost = prices[len(prices) - left] if 0 < left <= len(prices) else 0
        self.check(cost in (40, 100), "1883-6.5.3", f"The next token of {corporation} costs {cost}.")
        books.pay(corporation, BANK, cost, "1883-6.5.3")
        self._solvent(corporation)
        books.place_token(corporation, stop, "1883-6.5.2.3")
        here = sum(stop in stops for stops in books.stations.values())
        kept = [name for name in self._homes_at(stop) if not books.is_started(name) and name != corporation]
        kept = [name for name in kept if stop not in books.stations[name]]
        room = ground.stop(stop).slots - here - len(kept)
        self.check(room >= 0, "1883-6.5.2.1", f"There is no free space on {stop} for {corporation}.")
        if corporation == CCFR and self._is_cooperative():
            side = components.hex_table(stop.rpartition(".")[0]).get("side")
            self.check(side != "north", "1883-6.5.2.5", f"CCFR places a token on {stop}, north of the line.")

    def _homes_at(self, stop: str) -> list[str]:
        hex_id = stop.rpartition(".")[0]
        merged = self.merged
        names = [name for name, card in self.title.box.corporations.items() if hex_id in card.homes and name != SARSA]
        return [name for name in names if (name not in MERGING if merged else name != SEFTA)]

    def _anchor(self, corporation: str, hex_id: str) -> None:
        is_port = hex_id in components.sheet("map")["ports"]
        self.check(is_port, "1883-A1.1", f"{hex_id} is no port.")
        there = [port for port in self.books.own["port"] if port.startswith(f"{hex_id} ")]
        self.check(len(there) < 2, "1883-A1.1", f"{hex_id} has two anchors already.")
        self.check(f"{hex_id} {corporation}" not in there, "1883-A1.1", f"{corporation} anchors twice on {hex_id}.")
        self.books.enter("port", f"{hex_id} {corporation}", "there", "1883-3.2.13")

    # 8.2 Coaches

    def _coach(self, hex_id: str) -> None:
        books = self.books
        table = components.hex_table(hex_id)
        coaches = books.own["coach"]
        self.check(hex_id not in coaches, "1883-8.2.4", f"A second coach comes to {hex_id}.")
        self.check(table.get("side") != "north", "1883-8.2.15", f"A coach comes to {hex_id}, north of the line.")
        if table.get("height") == "plain":
            self.check(int(books.phase) >= 5, "1883-8.2.14", f"A coach comes to {hex_id} on the plain.")
        beside = [other[0] for other in self.title.box.board.neighbours[hex_id] if other is not None]
        self.check(any(other in coaches for other in beside), "1883-8.2.4", f"No coach stands beside {hex_id}.")
        books.pay(SARSA, BANK, self.title.box.board.hexes[hex_id].cost, "1883-8.2.5")
        self._solvent(SARSA, "1883-8.2.5")
        books.enter("coach", hex_id, "there", "1883-8.2.4")
        turn = frame_of(self.now.before, OperatingTurn)
        placed = [*(turn.laid if turn is not None else ()), (hex_id, "")]
        plains = [other for other, _ in placed if components.hex_table(other).get("height") == "plain"]
        if self.now.before.own.coaching:
            self.check(len(placed) <= (1 if plains else 2), "1883-8.2.14", f"SARSA places {len(placed)} coaches.")
        else:
            line = [train for train in LINE if train in books.train_list(BANK)]
            most = int(line[0].removesuffix("bis")) if line else 8
            self.check(len(placed) + 2 <= most, "1883-8.2.2", f"SARSA places {len(placed) + 2} coaches at first.")

    def _coach_run(self) -> int:
        """8.2.8 to 10: the best group of coaches that hang together."""
        books = self.books
        coaches = set(books.own["coach"])
        best = 0
        while coaches:
            group, trail = set(), [coaches.pop()]
            while trail:
                hex_id = trail.pop()
                group.add(hex_id)
                for beside in self.title.box.board.neighbours[hex_id]:
                    if beside is not None and beside[0] in coaches:
                        coaches.discard(beside[0])
                        trail.append(beside[0])
            best = max(best, sum(self._coach_value(hex_id) for hex_id in group))
        return best

    def _coach_value(self, hex_id: str) -> int:
        ground = Ground(self.title.box.board, self.books.tiles)
        stops = [ground.stop(stop) for stop in ground.stops(hex_id)]
        if not stops:
            return 0
        level = LEVEL[self.books.phase]
        shown = max(max(_at(stop.revenue, level), _at(stop.terminal, level)) for stop in stops)
        return shown or (20 if stops[0].kind == "city" else 10)


def _at(values: Sequence[int], level: int) -> int:
    return values[min(level, len(values) - 1)] if values else 0


def _worth_more(before: Ground, after: Ground, stop: str, level: int) -> bool:
    if int(stop.rpartition(".")[2]) >= len(before.shown(stop.rpartition(".")[0]).stops):
        return True
    old, new = before.stop(stop), after.stop(stop)
    return (_at(new.revenue, level), _at(new.terminal, level)) > (_at(old.revenue, level), _at(old.terminal, level))
