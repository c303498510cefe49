"""Section 10.5: runs walked on foot, and what is done with the money."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.t1849.sicily import Sicily
from tests.referees.books import BANK, POOL
from tests.referees.on_foot import DUAL, NARROW, STANDARD, Ground, Side, Walked
from tests.referees.referee import frame_of
from tests.referees.t1849.tables import LEVEL, MAJOR
from tests.referees.t1849.track import Track, _value

# How much is tried to find a better run than the one shown.
FEW_STOPS, FEW_WAYS, FEW_CHOICES = 9, 60, 4000


class Running(Track):
    """Routes, revenue and dividends."""

    def _run(self, action: do.RunTrains) -> None:
        corporation = self.now.corporation
        ground = Ground(self.title.box.board, self.books.tiles)
        trains = list(self.books.train_list(corporation))
        ways: list[Walked] = []
        total = 0
        for run in action.routes:
            self.check(run.train in trains, "1849-10.5.1", f"{corporation} runs a {run.train} it does not own.")
            if run.train in trains:
                trains.remove(run.train)
            found = [way for way in ground.along(run.hexes) if self._is_legal(corporation, run.train, way, ground)]
            found = [way for way in found if not any(way.sides & other.sides for other in ways)]
            text = f"The {run.train} of {corporation} cannot run {'-'.join(run.hexes)}."
            self.check(bool(found), "1849-10.5.1.1", text)
            if found:
                best = max(found, key=lambda way: self._worth(corporation, run.train, way, ground))
                ways.append(best)
                total += self._worth(corporation, run.train, best, ground)
        self.revenue, self.ran = total, corporation
        turn = frame_of(self.now.after, OperatingTurn)
        shown = turn.revenue if turn is not None else None
        self.check(shown == total, "1849-10.5.2.1", f"The routes of {corporation} earn {total}, not {shown}.")
        best_of_all = self._best(corporation, ground)
        if best_of_all is not None:
            text = f"{corporation} could run for {best_of_all}, not {total}."
            self.check(total == best_of_all, "1849-10.5.2.3", text)

    def _best(self, corporation: str, ground: Ground) -> int | None:
        """The most that all trains together can earn, where there are few enough ways to try them all."""
        reached = ground.reach(self.books.stations[corporation], self._closed_to(corporation, ground)).stops
        ways = ground.every_way(reached, FEW_WAYS) if len(reached) <= FEW_STOPS else None
        if ways is None:
            return None
        tables = []
        for train in self.books.train_list(corporation):
            legal = [way for way in ways if self._is_legal(corporation, train, way, ground)]
            tables.append([(self._worth(corporation, train, way, ground), way.sides) for way in legal])
        if prod(len(table) + 1 for table in tables) > FEW_CHOICES:
            return None

        def most(number: int, used: frozenset[Side]) -> int:
            if number == len(tables):
                return 0
            runs = [worth + most(number + 1, used | sides) for worth, sides in tables[number] if not sides & used]
            return max((most(number + 1, used), *runs))

        return most(0, frozenset())

    def _is_legal(self, corporation: str, train: str, way: Walked, ground: Ground) -> bool:
        """10.1, 10.5.1: length, ends, two stations, an own token, and no way through a full city."""
        closed = self._closed_to(corporation, ground)
        kinds = [ground.stop(stop).kind for stop in way.stops]
        through = zip(way.stops[1:-1], kinds[1:-1], strict=True)
        if any(stop in closed or kind in ("port", "offboard") for stop, kind in through):
            return False
        stations = [kind for kind in kinds if kind != "port"]
        cities = [kind for kind in stations if kind != "town"]
        if len(stations) < 2 or not cities or not set(way.stops) & set(self.books.stations[corporation]):
            return False
        if train == "E":
            return all(gauge & STANDARD for gauge, _ in way.stretches)
        each = {STANDARD: 2, NARROW: 1, DUAL: 1} if train == "R6H" else {STANDARD: 1, NARROW: 2, DUAL: 1}
        length = sum(each[gauge] * edges for gauge, edges in way.stretches)
        return length <= int(train.strip("RH"))

    def _worth(self, corporation: str, train: str, way: Walked, ground: Ground) -> int:
        own: Sicily = self.now.before.own
        total = 0
        for stop in way.stops:
            hex_id = stop.rpartition(".")[0]
            value = _value(ground, stop, LEVEL[self.books.phase])
            if own.port == hex_id and own.port_owner == corporation:
                value += 20
            if train == "E" and self.title.box.board.hexes[hex_id].name in MAJOR:
                value *= 2
            total += value
        return total

    def _dividend(self, corporation: str, choice: str) -> None:
        books, revenue = self.books, self.revenue
        self.check(self.ran == corporation, "1849-10.5.1", f"{corporation} pays without a run.")
        self.check(choice in ("pay", "withhold"), "1849-10.5.3.1", f"A run is not {choice}.")
        if choice == "pay":
            self.pay_out(corporation, revenue // 10, {POOL: None})
            if revenue >= books.price(corporation):
                self.move(corporation, "right", "1849-10.5.3.4")
            else:
                books.note("token", corporation, "1849-10.5.3.6")
        else:
            books.pay(BANK, corporation, revenue, "1849-10.5.3.7")
            self.move(corporation, "left", "1849-10.5.3.7")
        earned = self.now.after.earnings.get(corporation)
        if books.is_started(corporation):
            self.check(earned == revenue, "1849-4.0.2", f"The last run of {corporation} was {revenue}, not {earned}.")

    def _no_run(self, corporation: str) -> None:
        """10.5: without a run the token moves left; one that could run must."""
        if not self.books.is_started(corporation):
            return
        if self.books.train_list(corporation):
            can = self._can_run(corporation, self.books.train_list(corporation))
            self.check(not can, "1849-10.5.1", f"{corporation} has trains and a route, and does not run.")
        self.move(corporation, "left", "1849-10.5.2")

    def _can_run(self, corporation: str, trains: Sequence[str]) -> bool:
        """Whether a train joins an own token to a next stop: the shortest way along each stretch."""
        ground = Ground(self.title.box.board, self.books.tiles)
        for station in self.books.stations[corporation]:
            for hexes in ground.stretches(station):
                for way in ground.along(hexes):
                    for train in trains:
                        if self._is_legal(corporation, train, way, ground):
                            return True
        return False
