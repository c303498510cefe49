"""Sections 4, 6.8 and 6.9: trains, phases, and shares that a corporation issues."""

from __future__ import annotations

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.operating import OperatingTurn
from tests.referees.books import BANK, OFFER, OUT, POOL
from tests.referees.on_foot import Ground
from tests.referees.referee import frame_of
from tests.referees.t1883.running import Running
from tests.referees.t1883.tables import (
    CCFR,
    LIMIT,
    LINE,
    MERGING,
    PARTNERS,
    RED_LINES,
    SARSA,
    SCRAPPED,
    SEFTA,
    STARTED_BY,
)


class Trains(Running):
    """What corporations buy and sell."""

    # 6.8 Trains

    def _on_sale(self) -> list[str]:
        left = self.books.train_list(BANK)
        line = [train for train in LINE if train in left][:1]
        gravity = ["2G"] if "2G" in left and self.books.phase in ("1", "2", "3") else []
        return [*line, *gravity, *self.books.train_list(POOL)]

    def _counted(self, corporation: str) -> int:
        return sum(train != "2G" for train in self.books.train_list(corporation))

    def _buy_train(self, action: do.BuyTrain) -> None:
        books, buyer = self.books, self.now.corporation
        self.check(buyer != SARSA, "1883-8.2.19", "SARSA buys a train.")
        if action.train != "2G":
            owned, limit = self._counted(buyer), LIMIT[books.phase]
            self.check(owned < limit, "1883-6.8.3.1", f"{buyer} buys a train beyond the limit of {limit}.")
        if action.source not in (BANK, POOL):
            self.check(action.price >= 1, "1883-6.8.2.1", f"A train is sold for {action.price}.")
            is_barred = self._is_cooperative() and CCFR in (buyer, action.source)
            self.check(not is_barred, "1883-A2.1", "The co-operative trades trains.")
            if self._president(action.source) == self.now.player:
                self._train_deal(action.train, buyer, action.source, action.price)
            return
        is_there = action.train in (self._on_sale() if action.source == BANK else books.train_list(POOL))
        self.check(is_there, "1883-6.8.1.1", f"No {action.train} is on sale in the {action.source}.")
        cost = self.title.box.trains[action.train].cost
        short = cost - books.cash[buyer]
        if short > 0:
            least = self.title.box.trains[self._cheapest()].cost
            self.check(self._counted(buyer) == 0, "1883-6.8.6.1", f"{buyer} owns trains and is helped to one more.")
            self.check(cost == least, "1883-6.8.6.3", f"{buyer} is helped to a {action.train}.")
            text = f"{buyer} is helped to a {action.train} that has no route."
            self.check(self._has_route(buyer, action.train), "1883-R32", text)
            books.pay(self.now.player, buyer, short, "1883-6.8.6.1")
            self._solvent(self.now.player, "1883-6.8.6.1")
        books.pay(buyer, BANK, cost, "1883-6.8.2")
        books.train(action.train, action.source, buyer, "1883-6.8.2")
        self._judge_gravity(buyer)
        self.sales_in_emergency = 0
        if action.source == BANK:
            self._new_phase(action.train)
        self._surplus_gravity()

    def _judge_gravity(self, corporation: str) -> None:
        trains = self.books.train_list(corporation)
        partners = sum(train in PARTNERS for train in trains)
        text = f"{corporation} owns {trains.count('2G')} 2G for {partners} others."
        self.check(trains.count("2G") <= partners or "2G" not in trains, "1883-6.8.5.1", text)

    def _surplus_gravity(self) -> None:
        """R37: 2G trains without a partner go back to their box."""
        for corporation in self.books.papers:
            trains = self.books.train_list(corporation)
            while trains.count("2G") > sum(train in PARTNERS for train in trains):
                self.books.train("2G", corporation, BANK, "1883-R37")

    def _train_deal(self, train: str, buyer: str, seller: str, price: int) -> None:
        self.books.pay(buyer, seller, price, "1883-6.8.2.1")
        self._solvent(buyer, "1883-6.8.2.1")
        self.books.train(train, seller, buyer, "1883-6.8.2.1")
        self._judge_gravity(buyer)
        self._surplus_gravity()

    def _new_phase(self, train: str) -> None:
        books = self.books
        phase = STARTED_BY.get(train, "0")
        if int(phase) <= int(books.phase):
            return
        books.phase = phase
        books.note("phase", "", "1883-4.0.1")
        for owner in list(books.trains):
            for old in [old for old in books.trains[owner] if old in SCRAPPED.get(phase, ()) and owner != OUT]:
                books.train(old, owner, OUT, "1883-4.0.14")
        match phase:
            case "2":
                self._gift("3")
            case "4":
                self._gift("4")
            case "5":
                self._close_privates()
                self._fifth()
            case "8":
                for name, item in list(books.own["concession"].items()):
                    if item == ("", 0):
                        books.enter("concession", name, None, "1883-5.6.3.1")
        if books.own["cooperative"]["state"] == "frozen":
            self._frozen_surplus()
        self._surplus_gravity()

    def _fifth(self) -> None:
        """8.1.8; with 12.1 the merger comes first, when the turn is over."""
        merged = self.merged
        if "mandatory_merging" not in self.settings.options or merged:
            self._capitalise()
        elif all(self.books.is_started(name) for name in MERGING):
            self.must_merge = True
        else:
            self._never_merges()
            self._capitalise()

    def _never_merges(self) -> None:
        for number in range(len(self.books.papers[SEFTA])):
            self.books.hand(SEFTA, number, OUT, "1883-12.1.4")

    # 6.9 Issue

    def _issue(self, corporation: str, count: int) -> None:
        books = self.books
        for number in books.ordinary(corporation, OFFER)[:count]:
            books.hand(corporation, number, POOL, "1883-6.9.1")
        pool = books.percent(corporation, POOL)
        self.check(pool <= 50, "1883-6.9.1", f"{pool}% of {corporation} is in the pool.")
        self.move(corporation, "down", "1883-6.9.2", count)
        if books.is_started(corporation):
            books.pay(BANK, corporation, books.price(corporation) * count, "1883-6.9.2")

    def _duty(self) -> None:
        """6.8.1: a railway with a route for the cheapest train to be had owns one when its turn is over."""
        turn, still = frame_of(self.now.before, OperatingTurn), frame_of(self.now.after, OperatingTurn)
        if turn is None or (still is not None and still.corporation == turn.corporation):
            return
        books, corporation = self.books, turn.corporation
        is_open = books.is_started(corporation) and any(marker[0] == corporation for marker in self.now.after.market)
        is_free = not is_open or not self._is_railway(corporation) or bool(self.merging)
        cheapest = self._cheapest()
        if is_free or self._counted(corporation) or not cheapest:
            return
        text = f"{corporation} has a route for a {cheapest} and ends its turn without a train."
        self.check(not self._has_route(corporation, cheapest), "1883-6.8.1", text)

    def _bankrupt(self) -> None:
        """R32: nobody goes bankrupt for a train that could not run."""
        turn, cheapest = frame_of(self.now.before, OperatingTurn), self._cheapest()
        if self.now.step == "trains" and turn is not None:
            text = f"{self.now.player} is bankrupt for a {cheapest} that {turn.corporation} could not run."
            self.check(self._has_route(turn.corporation, cheapest), "1883-R32", text)
        super()._bankrupt()

    def _cheapest(self) -> str:
        """The cheapest train in bank and pool that does the duty to own one."""
        on_sale = [train for train in self._on_sale() if train != "2G"]
        return min(on_sale, key=lambda train: self.title.box.trains[train].cost, default="")

    def _has_route(self, corporation: str, train: str) -> bool:
        """R32: two stops by a stretch of track, or by a red line, which costs one more."""
        ground = Ground(self.title.box.board, self.books.tiles)
        stations = self.books.stations[corporation]
        ways = [(way, "") for station in stations for hexes in ground.stretches(station) for way in ground.along(hexes)]
        hexes = self.title.box.board.hexes
        boxes = {name: hex_id for hex_id, shown in hexes.items() for name in [shown.name]}
        for station in stations:
            location = station.rpartition(".")[0]
            for box in RED_LINES.get(hexes[location].name, ()):
                ways += self._ways((location, boxes[box]), ground)
        return any(self._is_legal(corporation, train, way, line, ground) for way, line in ways)
