"""Sections 6, 10.2, 10.6, 10.8, 12 and 14: trains and phases, deals, stock that a corporation issues."""

from __future__ import annotations

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.t1849.sicily import Sicily
from tests.referees.books import BANK, OUT, POOL, SHARE
from tests.referees.on_foot import Ground
from tests.referees.referee import frame_of
from tests.referees.t1849.running import Running
from tests.referees.t1849.tables import ELIMINATES, FACES, HOMES, INTEREST, LIMIT, LINE, PHASES, TRAINS


class Trains(Running):
    """What corporations buy and sell."""

    def _fail(self) -> None:
        """10.7 B: all the money of the president is gone, and the corporation closes."""
        books, player = self.books, self.now.player
        turn = frame_of(self.now.before, OperatingTurn)
        assert turn is not None
        could = self.sellable(player)
        self.check(not could, "1849-10.7.8", f"{player} fails and could still sell {could}.")
        books.pay(player, turn.corporation, books.cash[player], "1849-10.7.8")
        self._close(turn.corporation, "1849-11.0.1")
        self._asked_for_loan(player)

    def _asked_for_loan(self, player: str) -> None:
        has_stock = any(player in holders for holders in self.books.papers.values())
        steps = [frame.__struct_config__.tag for frame in self.now.after.agenda]
        is_asked = "loan_or_leave" in steps
        waits = "bond_due" in steps
        is_right = is_asked != has_stock or waits
        self.check(
            is_right,
            "1849-10.7.9",
            f"{player}, {'with' if has_stock else 'without'} stock, is {'' if is_asked else 'not '}asked.",
        )

    def _leave(self, player: str) -> None:
        books = self.books
        for private, owner in list(books.privates.items()):
            if owner == player:
                books.close_card(private, "1849-R27")
        books.gone.append(player)
        books.note("gone", "", "1849-10.7.9")

    # 10.6 Trains

    def _on_sale(self) -> list[str]:
        left = self.books.train_list(BANK)
        line = [train for train in LINE if train in left][:1]
        beside = [train for train in ("R6H",) if train in left and self.books.phase == "16"]
        electric = ["E"] if "E" in left and self.books.phase in ("12", "16") else []
        return [*line, *beside, *electric]

    def _on_sale_prices(self, corporation: str) -> list[int]:
        may_own_e = corporation in self.now.before.own.e_tokens
        trains = [*self._on_sale(), *self.books.train_list(POOL)]
        return [TRAINS[train] for train in trains if train != "E" or may_own_e]

    def _buy_train(self, action: do.BuyTrain) -> None:
        books, buyer = self.books, self.now.corporation
        limit = LIMIT[books.phase]
        owned = len(books.train_list(buyer))
        self.check(owned < limit, "1849-6.0.8", f"{buyer} buys a train beyond the limit of {limit}.")
        if action.train == "E":
            self.check(buyer in self.now.before.own.e_tokens, "1849-14.3.5", f"{buyer} has no E token.")
        if action.source not in (BANK, POOL):
            self.check(action.price >= 1, "1849-10.6.5", f"A train is sold for {action.price}.")
            if self._decides(action.source) == self.now.player:
                self._train_deal(action.train, buyer, action.source, action.price)
            return
        on_sale = self._on_sale() if action.source == BANK else books.train_list(POOL)
        self.check(action.train in on_sale, "1849-10.6.2", f"No {action.train} is on sale in the {action.source}.")
        cost = TRAINS[action.train]
        short = cost - books.cash[buyer]
        if short > 0:
            self.check(owned == 0, "1849-10.7.1", f"{buyer} owns trains and is helped to one more.")
            is_cheapest = cost == min(self._on_sale_prices(buyer))
            self.check(is_cheapest, "1849-10.7.7", f"With the president's money {buyer} buys a {action.train}.")
            self.check(self._has_route(buyer), "1849-10.6.1", f"{buyer} has no route and is helped to a train.")
            books.pay(self.now.player, buyer, short, "1849-10.7.2")
            self._solvent(self.now.player, "1849-10.7.2")
        books.pay(buyer, BANK, cost, "1849-10.6.4")
        books.train(action.train, action.source, buyer, "1849-10.6.3")
        self._first_train(buyer)
        if action.source == BANK and action.train in LINE:
            self._new_phase(action.train.removesuffix("H"))

    def _first_train(self, buyer: str) -> None:
        """8.1: RSA goes with the first train of its corporation."""
        if buyer == self.rsa:
            self.rsa = ""
            self.books.close_card("RSA", "1849-8.1.5")

    def _new_phase(self, phase: str) -> None:
        books = self.books
        if PHASES.index(phase) <= PHASES.index(books.phase):
            return
        books.phase = phase
        books.note("phase", "", "1849-6.0.4")
        for owner in list(books.trains):
            for train in [train for train in books.trains[owner] if train == ELIMINATES.get(phase)]:
                if owner != OUT:
                    books.train(train, owner, OUT, "1849-6.0.6")
        if phase == "12":
            for private in list(books.privates):
                books.close_card(private, "1849-6.0.11")
            self._earthquake()

    def _earthquake(self) -> None:
        """12: the tile and all tokens on Messina are gone; Garibaldi may close."""
        books = self.books
        messina = self._hex_named("Messina")
        books.tiles.pop(messina, None)
        books.note("tile", messina, "1849-12.0.1")
        struck = [name for name, stops in books.stations.items() if f"{messina}.0" in stops]
        for name in struck:
            books.stations[name].remove(f"{messina}.0")
            books.note("stations", name, "1849-12.0.2")
        if "AFG" in struck and not books.stations["AFG"]:
            self._close("AFG", "1849-12.0.3")

    def _decides(self, owner: str) -> str:
        return owner if owner in self.books.seats else self.books.president(owner)

    def _train_deal(self, train: str, buyer: str, seller: str, price: int) -> None:
        self.books.pay(buyer, seller, price, "1849-10.6.5")
        self._solvent(buyer, "1849-10.6.5")
        self.books.train(train, seller, buyer, "1849-10.6.5")
        self._first_train(buyer)

    def _has_route(self, corporation: str) -> bool:
        """10.6, taken loosely: track joins a token to another city or town."""
        ground = Ground(self.title.box.board, self.books.tiles)
        for station in self.books.stations[corporation]:
            reached = ground.reach([station], self._closed_to(corporation, ground)).stops
            if any(ground.stop(stop).kind != "port" for stop in reached - {station}):
                return True
        return False

    # 10.2, 14.1: deals

    def _private_offer(self, private: str, price: int) -> None:
        owner = self.books.privates.get(private, "")
        is_right = self.books.phase in ("6", "8", "10") and private != "RSA" and owner in self.books.seats
        self.check(is_right, "1849-10.2.1", f"{private} of {owner} is bought in phase {self.books.phase}.")
        self.check(1 <= price <= 2 * FACES[private], "1849-7.1.13", f"{private} is bought for {price}.")
        if owner == self.now.player:
            self._private_deal(private, self.now.corporation, owner, price)

    def _private_deal(self, private: str, buyer: str, seller: str, price: int) -> None:
        self.books.pay(buyer, seller, price, "1849-10.2.1")
        self._solvent(buyer)
        self.books.card(private, buyer, "1849-10.2.1")

    def _token_offer(self, buyer: str, hex_id: str, seller: str, price: int) -> None:
        self._from_phase("6", "1849-14.1.1")
        self.check(price >= 1, "1849-14.1.1", f"A token's space is sold for {price}.")
        name = self.title.box.board.hexes[hex_id].name
        self.check(HOMES.get(seller) != name, "1849-14.1.3", f"The home token of {seller} is sold.")
        if self._decides(seller) == self.now.player:
            self._token_deal(hex_id, buyer, seller, price)

    def _token_deal(self, hex_id: str, buyer: str, seller: str, price: int) -> None:
        books = self.books
        books.pay(buyer, seller, price, "1849-14.1.1")
        self._solvent(buyer, "1849-R37")
        stop = next((stop for stop in books.stations[seller] if stop.rpartition(".")[0] == hex_id), "")
        if stop:
            books.stations[seller].remove(stop)
            books.tokens[seller] += 1
            books.note("stations", seller, "1849-14.1.2")
        books.place_token(buyer, stop, "1849-14.1.2")
        self.check(books.tokens[buyer] >= 0, "1849-R37", f"{buyer} has no token left.")

    def _deal(self) -> None:
        offer = frame_of(self.now.before, Offer)
        assert offer is not None
        match offer.thing:
            case "train":
                self._train_deal(offer.name, offer.buyer, offer.seller, offer.price)
            case "private":
                self._private_deal(offer.name, offer.buyer, offer.seller, offer.price)
            case "token":
                self._token_deal(offer.name, offer.buyer, offer.seller, offer.price)

    def _e_token(self, corporation: str) -> None:
        own: Sicily = self.now.before.own
        first = own.e_tokens_sold == 0
        price = {"12": (1100, 800), "16": (800, 550)}.get(self.books.phase, (0, 0))[0 if first else 1]
        self.check(bool(price), "1849-14.3.2", "E tokens are not for sale yet.")
        self.check(corporation not in own.e_tokens, "1849-14.3.4", f"{corporation} buys a second E token.")
        self.check(own.e_tokens_sold < 6, "1849-14.3.2", "There is no E token left.")
        self.books.pay(corporation, BANK, price, "1849-14.3.2")
        self._solvent(corporation, "1849-14.3.3")

    # 10.8 Financial activities

    def _issue(self, corporation: str, count: int) -> None:
        books = self.books
        sizes = books.sizes(corporation)
        treasury = sorted(books.ordinary(corporation, corporation), key=lambda number: (sizes[number], number))
        percent = sum(sizes[number] for number in treasury[:count])
        self.check(corporation in self.now.before.operated, "1849-10.8.2", f"{corporation} issues in its first turn.")
        for number in treasury[:count]:
            books.hand(corporation, number, POOL, "1849-10.8.1")
        pool = books.percent(corporation, POOL)
        self.check(pool <= 50, "1849-10.8.2", f"{pool}% of {corporation} is in the pool.")
        books.pay(BANK, corporation, percent // SHARE * books.price(corporation), "1849-10.8.1")
        self.move(corporation, "down", "1849-10.8.1", percent // SHARE)

    def _interest(self, corporation: str) -> None:
        """14.2: from the treasury, then the president."""
        books = self.books
        if corporation not in self.now.before.own.bonds:
            self.check(False, "1849-14.2.2", f"{corporation} pays interest on no bond.")
        short = INTEREST - books.cash[corporation]
        if short > 0:
            books.pay(books.president(corporation), corporation, short, "1849-14.2.3")
        books.pay(corporation, BANK, INTEREST, "1849-14.2.2")
        self._solvent(corporation, "1849-14.2.3")

    def _ended_turn(self) -> str:
        """The corporation whose turn this moment has ended."""
        turn, still = frame_of(self.now.before, OperatingTurn), frame_of(self.now.after, OperatingTurn)
        if turn is None or (still is not None and still.corporation == turn.corporation):
            return ""
        return turn.corporation

    def _duty(self) -> None:
        """10.6.1: one that has a route owns a train when its turn is over, if there is one to be had."""
        books, corporation = self.books, self._ended_turn()
        if not corporation or not books.is_started(corporation) or books.train_list(corporation):
            return
        if self._on_sale_prices(corporation):
            can = self._can_run(corporation, ("16H", "R6H"))
            self.check(not can, "1849-10.6.1", f"{corporation} has a route and ends its turn without a train.")
