"""Sections 3, 5.8, 6.8.6 and 8.1: private companies, closings, bankruptcies and the co-operative."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.operating import OperatingTurn
from tests.referees.books import BANK, OFFER, POOL, PRESIDENT, SHARE, Cell
from tests.referees.referee import frame_of
from tests.referees.t1883.region import Region
from tests.referees.t1883.tables import CCFR, FACES, LIMIT, LINE, PERMANENT, SARSA, SV


class Cooperative(Region):
    """CCFR, and what closes."""

    # 3 Private companies

    def _private_sold(self, private: str) -> None:
        """3.2: what comes with a private company."""
        player = self.books.privates[private]
        share = {"TMM": "FMV", "FCV": "FBV"}.get(private)
        if share:
            number = self.books.ordinary(share, OFFER)[0]
            self.books.hand(share, number, player, "1883-3.2.8" if share == "FMV" else "1883-3.2.10")
        if private == "FSF-P":
            self.books.close_card(private, "1883-3.2.11")

    def _private_offer(self, private: str, price: int) -> None:
        books, buyer = self.books, self.now.corporation
        owner = books.privates.get(private, "")
        face = FACES[private]
        early = books.phase == "1"
        self.check(owner in books.seats and self._is_railway(buyer), "1883-3.4.1", f"{buyer} buys {private}.")
        self.check(not early or private == "FRV", "1883-6.10.1", f"{private} is bought in phase 1.")
        most = face if early else 2 * face
        self.check(face // 2 <= price <= most, "1883-3.4.2", f"{private} is bought for {price}.")
        if owner == self.now.player:
            self._private_deal(private, buyer, owner, price)

    def _private_deal(self, private: str, buyer: str, seller: str, price: int) -> None:
        self.books.pay(buyer, seller, price, "1883-3.4.2")
        self._solvent(buyer)
        self.books.card(private, buyer, "1883-3.4.1")

    def _swap(self) -> None:
        """3.2.4, R10: CNP for a share of SV."""
        books = self.books
        player = books.privates.get("CNP", "")
        place = OFFER if books.ordinary(SV, OFFER) else POOL
        numbers = books.ordinary(SV, place)
        self.check(bool(numbers) and player in books.seats, "1883-R10", "There is no share of SV to swap for.")
        if not numbers:
            return
        books.hand(SV, numbers[0], player, "1883-3.2.4")
        self.check(books.percent(SV, player) <= 60, "1883-5.3.6.1", f"{player} holds more than 60% of SV.")
        if books.is_started(SV):
            if place == OFFER:
                books.pay(BANK, SV, self._par(SV), "1883-R10")
            self.take_over(SV, player)
        books.close_card("CNP", "1883-3.2.4")

    def _close_privates(self) -> None:
        """3.5: all close; an unswapped CNP sends a share of SV to the pool."""
        books = self.books
        if "CNP" in books.privates:
            self._cnp_closes("")
        for private in list(books.privates):
            books.close_card(private, "1883-3.5.1")

    def _cnp_closes(self, closing: str) -> None:
        books = self.books
        numbers = books.ordinary(SV, OFFER)
        fits = books.percent(SV, POOL) + SHARE <= 50
        if closing != SV and books.is_started(SV) and numbers and fits:
            books.hand(SV, numbers[0], POOL, "1883-3.2.7")
            books.pay(BANK, SV, self._par(SV), "1883-3.2.7")

    def entered(self, corporation: str, cell: Cell) -> None:
        if self.title.box.market.rows[cell[0]][cell[1]] == 0:
            self._close(corporation)

    # 5.8, 6.8.6 Closings

    def _close(self, corporation: str) -> None:
        books = self.books
        if corporation == CCFR and self._is_cooperative():
            self._freeze(to_offers=True)
            return
        books.pay(corporation, BANK, books.cash[corporation], "1883-5.8.2")
        for train in list(books.train_list(corporation)):
            books.train(train, corporation, BANK if train == "2G" else POOL, "1883-5.8.2")
        for private, owner in list(books.privates.items()):
            if owner == corporation:
                books.close_card(private, "1883-5.8.3")
                if private == "CNP":
                    self._cnp_closes(corporation)
        books.off_market(corporation, "1883-5.8.1")
        for number in range(len(books.papers[corporation])):
            books.hand(corporation, number, OFFER, "1883-5.8.1")
        books.tokens[corporation] += len(books.stations[corporation])
        books.stations[corporation] = []
        books.note("stations", corporation, "1883-5.8.2")
        for name, item in list(books.own["concession"].items()):
            assert isinstance(item, tuple)
            if item[0] == corporation:
                books.enter("concession", name, None if books.phase == "8" else ("", 0), "1883-5.8.2")
        for port in [port for port in books.own["port"] if port.endswith(f" {corporation}")]:
            books.enter("port", port, None, "1883-5.8.3")
        books.enter("par", corporation, None, "1883-5.8.5")
        if corporation == SARSA:
            for hex_id in list(books.own["coach"]):
                books.enter("coach", hex_id, None, "1883-5.8.2")

    def _bankrupt(self) -> None:
        """6.8.6.4 to 6, R34: the player is out, his paper in the pool, his presidencies pass on or close."""
        books, player = self.books, self.now.player
        self.check(not self.sales_in_emergency, "1883-6.8.6.4", f"{player} sold shares and is bankrupt after all.")
        debt, turn = frame_of(self.now.before, Debt), frame_of(self.now.before, OperatingTurn)
        owing = debt.corporation if self.now.step == "debt" and debt is not None else turn.corporation if turn else ""
        presided = [name for name in books.papers if books.president(name) == player]
        heirs = books.from_left(player)
        for name, holders in books.papers.items():
            for number, holder in enumerate(holders):
                if holder == player and number != PRESIDENT:
                    books.hand(name, number, POOL, "1883-6.8.6.5")
        books.pay(player, BANK, books.cash[player], "1883-R34")
        books.enter("support", player, 0, "1883-R34")
        owned = [private for private, owner in books.privates.items() if owner == player]
        for private in owned:
            books.close_card(private, "1883-R34")
        books.gone.append(player)
        books.note("gone", "", "1883-6.8.6.4")
        self.debts = [debt for debt in self.debts if debt[0] != player]
        self._follow_leader(player, heirs)
        for name in presided:
            if name != owing:
                self._inherit(name, player, heirs)
        if owing and books.is_started(owing):
            self._close(owing)
        if "CNP" in owned:
            self._cnp_closes("")

    def _inherit(self, corporation: str, gone: str, heirs: Sequence[str]) -> None:
        books = self.books
        largest = max((books.percent(corporation, player) for player in heirs), default=0)
        heir = next((player for player in heirs if books.percent(corporation, player) == largest), None)
        if heir is None or largest < 20:
            self._close(corporation)
            return
        for number in books.ordinary(corporation, heir)[:2]:
            books.hand(corporation, number, POOL, "1883-6.8.6.6")
        books.hand(corporation, PRESIDENT, heir, "1883-6.8.6.6")

    # 8.1 The co-operative

    def _members(self) -> list[str]:
        return [player for player in self.books.players() if player in self.books.papers[CCFR]]

    def _freeze(self, to_offers: bool = False) -> None:
        books = self.books
        books.enter("cooperative", "state", "frozen", "1883-8.1.6.1")
        books.enter("cooperative", "leader", "", "1883-8.1.6.1")
        if to_offers:  # R44
            for number in range(len(books.papers[CCFR])):
                books.hand(CCFR, number, OFFER, "1883-R44")
            books.put(
                CCFR, next(start.cell for start in self.title.box.market.starts if start.price == 100), "1883-R44"
            )

    def _follow_leader(self, player: str, heirs: Sequence[str]) -> None:
        """8.1.2.3, R34: a bankrupt leader's follower leads."""
        if self.books.own["cooperative"]["state"] != "cooperative":
            return
        left = [heir for heir in heirs if heir in self._members()]
        if not left:
            self._freeze()
        elif self.books.own["cooperative"]["leader"] == player:
            self.books.enter("cooperative", "leader", left[0], "1883-8.1.2.3")
            self.led_on = CCFR in self.done

    def _first_leader(self) -> None:
        """8.1.2: most railway presidencies, certificates, cash; a die among equals."""
        books = self.books
        rank: list[Callable[[str], int]] = [
            lambda player: -sum(books.president(name) == player for name in books.papers if name not in (SARSA, CCFR)),
            lambda player: -books.papers_of(player) - sum(owner == player for owner in books.privates.values()),
            lambda player: -books.cash[player],
        ]
        leader = str(self.now.after.own.ccfr_leader)
        self._one_of(self._first(self._members(), rank), leader, "1883-8.1.2.1")
        books.enter("cooperative", "leader", leader, "1883-8.1.2.1")

    def _first(self, players: Sequence[str], rank: Sequence[Callable[[str], int]]) -> list[str]:
        left = list(players)
        for question in rank:
            lowest = min(question(player) for player in left)
            left = [player for player in left if question(player) == lowest]
        return left

    def _one_of(self, entitled: Sequence[str], chosen: str, clause: str) -> None:
        self.check(chosen in entitled, clause, f"It should be {' or '.join(entitled)}, not {chosen}.")

    def _rotate(self) -> None:
        own = self.books.own["cooperative"]
        if self.led_on:
            self.led_on = False
        elif own["state"] == "cooperative" and own["leader"]:
            following = [player for player in self.books.from_left(str(own["leader"])) if player in self._members()]
            if following:
                self.books.enter("cooperative", "leader", following[0], "1883-8.1.2.3")

    def _gift(self, train: str) -> None:
        """8.1.4: what CCFR gets for nothing, and gives up."""
        books = self.books
        if books.own["cooperative"]["state"] == "frozen" and train != "5":
            return
        given_up = {"3": "2", "5": "4"}.get(train, "")
        if given_up in books.train_list(CCFR):
            books.train(given_up, CCFR, POOL, f"1883-8.1.4.{LINE.index(train) + 1 if train == '3' else 4}")
        if train in books.train_list(BANK):
            books.train(train, BANK, CCFR, "1883-8.1.4.2")

    def _loot(self, revenue: int) -> None:
        books = self.books
        looter = str(books.own["cooperative"]["leader"])
        self.move(CCFR, "left", "1883-8.1.5.2")
        books.pay(BANK, looter, revenue, "1883-8.1.5.3")
        if books.own["cooperative"]["state"] == "cooperative":
            for number in books.held(CCFR, looter):
                books.hand(CCFR, number, POOL, "1883-8.1.5.4")
                books.pay(BANK, looter, -(-books.price(CCFR) // 2), "1883-8.1.5.4")
            if not self._members():
                self._freeze()

    def _capitalise(self) -> None:
        """8.1.8: a 5 train, money, its stock to the pool, and a president."""
        books = self.books
        frozen = books.own["cooperative"]["state"] == "frozen" or not self._members()
        books.enter("cooperative", "state", "capitalist", "1883-8.1.8.1")
        books.enter("cooperative", "leader", "", "1883-8.1.8.1")
        self._gift("5")
        books.pay(BANK, CCFR, 100, "1883-8.1.8.1")
        for train in [train for train in books.train_list(CCFR) if train == "2G"]:
            books.train(train, CCFR, BANK, "1883-R37")
        if frozen:
            for number in range(len(books.papers[CCFR])):
                books.hand(CCFR, number, OFFER, "1883-8.1.8.10")
            books.off_market(CCFR, "1883-8.1.8.10")
            self._frozen_surplus()
            return
        for number in books.held(CCFR, OFFER):
            books.hand(CCFR, number, POOL, "1883-8.1.8.2")
        president = self.now.after.certificates[CCFR][PRESIDENT]
        self._one_of(self._first(self._members(), self._capitalist_rank()), president, "1883-8.1.8.4")
        if president in books.seats:
            for number in books.held(CCFR, president)[:1]:
                books.hand(CCFR, number, POOL, "1883-R42")
            books.hand(CCFR, PRESIDENT, president, "1883-8.1.8.3")
        books.enter("par", CCFR, books.price(CCFR), "1883-8.1.8.1")

    def _capitalist_rank(self) -> list[Callable[[str], int]]:
        books = self.books

        def railways(player: str) -> list[str]:
            return [name for name in books.papers if name not in (SARSA, CCFR) and books.president(name) == player]

        def trains(player: str) -> list[str]:
            return [train for name in railways(player) for train in books.train_list(name)]

        return [
            lambda player: sum(books.president(name) == player for name in books.papers),
            lambda player: len(railways(player)),
            lambda player: sum(train in PERMANENT for train in trains(player)),
            lambda player: len(trains(player)),
            lambda player: books.papers_of(player) + sum(owner == player for owner in books.privates.values()),
            lambda player: books.cash[player],
        ]

    def _frozen_surplus(self) -> None:
        """R72: a frozen CCFR above a new limit gives up its cheapest trains."""
        books = self.books
        while len([train for train in books.train_list(CCFR) if train != "2G"]) > LIMIT[books.phase]:
            counted = [train for train in books.train_list(CCFR) if train != "2G"]
            train = min(counted, key=lambda name: self.title.box.trains[name].cost)
            books.train(train, CCFR, POOL, "1883-R72")
