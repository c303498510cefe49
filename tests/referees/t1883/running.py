"""Sections 6.6 and 6.7: runs walked on foot, red lines, gravity trains, dividends."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.events import Ran
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.events import GravityRolled
from tests.referees.books import BANK, OFFER, POOL
from tests.referees.on_foot import Ground, Walked
from tests.referees.t1883.tables import BOXES, CCFR, HEIGHTS, LEVEL, RED_LINES, SARSA
from tests.referees.t1883.track import Track, _at


class Running(Track):
    """Routes, revenue and dividends."""

    def _run(self, action: do.RunTrains) -> None:
        corporation = self.now.corporation
        ground = Ground(self.title.box.board, self.books.tiles)
        trains = list(self.books.train_list(corporation))
        used: set[object] = set()
        slid: set[object] = set()
        rolls = [event.rolled for event in self.now.events if isinstance(event, GravityRolled)]
        total = 0
        for run in action.routes:
            self.check(run.train in trains, "1883-6.7.1.1", f"{corporation} runs a {run.train} it does not own.")
            if run.train in trains:
                trains.remove(run.train)
            gravity = run.train == "2G"
            taken = slid if gravity else used
            found = [
                (self._worth(corporation, run.train, way, line, ground), way, line)
                for way, line in self._ways(run.hexes, ground)
                if self._is_legal(corporation, run.train, way, line, ground) and not taken & _tracks(way, line)
            ]
            text = f"The {run.train} of {corporation} cannot run {'-'.join(run.hexes)}."
            self.check(bool(found), "1883-6.8.5.5" if gravity else "1883-6.7.1.3", text)
            if not found:
                continue
            worth, way, line = max(found, key=lambda item: item[0])
            taken |= _tracks(way, line)
            if gravity:
                rolled = rolls.pop(0) if rolls else 0
                worth = worth if 1 <= rolled <= 7 else 0
                if rolled == 10:
                    self.books.train("2G", corporation, BANK, "1883-6.8.5.9")
            total += worth
        self._earned(corporation, self._after_events(corporation, total), "1883-6.7.2.1")

    def _earned(self, corporation: str, revenue: int, clause: str) -> None:
        """The run is told; nothing earned moves the marker left."""
        self.revenue, self.ran = revenue, corporation
        shown = [event.revenue for event in self.now.events if isinstance(event, Ran)]
        self.check(revenue in shown, clause, f"The run of {corporation} is {revenue}, not {shown}.")
        if not revenue:
            self.move(corporation, "left", "1883-6.7.3")

    def _after_events(self, corporation: str, earned: int) -> int:
        effect = self.effects.get(corporation, "")
        if effect == "zero":
            return 0
        if effect == "half":
            earned = earned // 2 // 10 * 10
        if "Trains are on time" in self.cards and corporation != SARSA:
            earned += -(-earned // 20) * 10
        return earned

    def _ways(self, hexes: Sequence[str], ground: Ground) -> list[tuple[Walked, str]]:
        """Every way along the hexes, also by a red line from a T location to a box at one end."""
        found = [(way, "") for way in ground.along(hexes)]
        names = self.title.box.board.hexes
        for route in (tuple(hexes), tuple(reversed(hexes))):
            if len(route) < 2 or route[-1] not in names or route[-2] not in names:
                continue
            location, box = names[route[-2]].name, names[route[-1]].name
            if box not in RED_LINES.get(location, ()) or '"Red" Week (7-14 June 1914)' in self.cards:
                continue
            if len(route) == 2:
                starts = [Walked((stop,), (), frozenset(), frozenset()) for stop in ground.stops(route[0])]
            else:
                starts = list(ground.along(route[:-1]))
            line = f"{location}-{box}"
            found += [(way._replace(stops=(*way.stops, f"{route[-1]}.0")), line) for way in starts]
        return found

    def _is_legal(self, corporation: str, train: str, way: Walked, line: str, ground: Ground) -> bool:
        closed = self._closed_to(corporation, ground)
        kinds = [ground.stop(stop).kind for stop in way.stops]
        inner = list(zip(way.stops[1:-1], kinds[1:-1], strict=True))
        if line and len(way.stops) == 2:
            inner = [(way.stops[0], kinds[0])]  # 6.6.4: a train that takes the line passes through the T location
        if any(stop in closed or kind == "offboard" for stop, kind in inner):
            return False
        if line and kinds[:-1].count("offboard"):
            return False  # 6.6.5
        if len(way.stops) < 2 or not set(way.stops) & set(self.books.stations[corporation]):
            return False
        if train == "2G":
            heights = [self._height(stop) for stop in way.stops]
            return not line and len(way.stops) == 2 and None not in heights and heights[0] != heights[1]
        return len(way.stops) + bool(line) <= int(train.removesuffix("bis"))

    def _height(self, stop: str) -> int | None:
        table = components.hex_table(stop.rpartition(".")[0])
        name = table.get("height") or table.get("gravity")
        return HEIGHTS.index(name) if name else None

    def _worth(self, corporation: str, train: str, way: Walked, line: str, ground: Ground) -> int:
        level = LEVEL[self.books.phase]
        total = 0
        for number, stop in enumerate(way.stops):
            shown = ground.stop(stop)
            is_end = number in (0, len(way.stops) - 1)
            total += _at(shown.terminal, level) if is_end and shown.terminal else _at(shown.revenue, level)
            name = self.title.box.board.hexes[stop.rpartition(".")[0]].name
            total += sum(BOXES[card].get(name, 0) for card in self.cards if card in BOXES)
        if train == "2G":
            total = -(-total // 20) * 10
        hexes = {stop.rpartition(".")[0] for stop in way.stops}
        anchors = sum(f"{hex_id} {corporation}" in self.books.own["port"] for hex_id in hexes)
        return total + anchors * (20 if int(self.books.phase) < 4 else 10)  # R38: after the halving

    def _dividend(self, corporation: str, choice: str) -> None:
        books, revenue = self.books, self.revenue
        self.check(self.ran == corporation, "1883-6.7.1", f"{corporation} pays without a run.")
        cooperative = corporation == CCFR and self._is_cooperative()
        allowed = ("pay", "loot") if cooperative else ("pay", "withhold")
        self.check(choice in allowed, "1883-8.1.5.1" if cooperative else "1883-6.7.1", f"The run is not {choice}.")
        if choice == "loot":
            self._loot(revenue)
        elif choice == "pay":
            self.pay_out(corporation, revenue // 10, {POOL: corporation, OFFER: None})
            if revenue >= books.price(corporation):
                self.move(corporation, "right", "1883-6.7.2")
            else:
                books.note("token", corporation, "1883-6.7.2")
        else:
            books.pay(BANK, corporation, revenue, "1883-6.7.1")
            self.move(corporation, "left", "1883-6.7.1")


def _tracks(way: Walked, line: str) -> set[object]:
    """What no two trains may share."""
    return {*way.sides, line} if line else set(way.sides)
