"""Sections 3.5.8 to 3.5.11 and 3.6: trains, Unification, bankruptcy, and what companies own of each other."""

from __future__ import annotations

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.events import StockSold
from ferrovia.engine.flow.operating import OperatingTurn
from tests.referees.books import BANK, OFFER, OUT, POOL, PRESIDENT, SHARE
from tests.referees.referee import frame_of
from tests.referees.t18fb.building import Building
from tests.referees.t18fb.tables import BESIDE, CARDS, DEPOSITS, ENDLESS, MAJORS, NATIONALS, REGIONALS, SCRAPPED


class Trains(Building):
    """What companies buy and sell."""

    # 3.5.8 to 3.5.11 Trains

    def _on_sale(self, regional: bool) -> list[str]:
        left = list(dict.fromkeys(self.books.train_list(BANK)))
        names = [train for train in left if train.endswith("R") == regional]
        names.sort()
        if regional and self._age() < 6:
            names = [train for train in names if train not in ENDLESS]
        if regional and self._age() < 5:
            names = []
        return names[:1]

    def _buy_train(self, action: do.BuyTrain) -> None:
        books, buyer = self.books, self.now.corporation
        regional = buyer in REGIONALS
        self.check(action.train.endswith("R") == regional, "18FB-2.6.2", f"{buyer} buys a {action.train}.")
        self.check(self._state(buyer) != "frozen", "18FB-3.4.18", f"The frozen {buyer} buys a train.")
        self.check(buyer not in books.own["lease"], "18FB-R63", f"{buyer} leases a train and buys another.")
        cost = self.title.box.trains[action.train].cost
        if action.source not in (BANK, POOL):
            self.check(action.price >= 1, "18FB-3.5.8.3", f"A train is sold for {action.price}.")
            if buyer in NATIONALS or action.source in NATIONALS:
                self.check(action.price == cost, "18FB-3.7.1.32", f"A national trades a train for {action.price}.")
            if self._president(action.source) == self.now.player:
                self._train_deal(action.train, buyer, action.source, action.price)
            return
        on_sale = self._on_sale(regional) if action.source == BANK else books.train_list(POOL)
        self.check(action.train in on_sale, "18FB-2.6.4", f"No {action.train} is on sale in the {action.source}.")
        short = cost - books.cash[buyer]
        if short > 0:
            self._help(buyer, action.train, cost, short)
        books.pay(buyer, BANK, cost, "18FB-3.5.8.2")
        books.train(action.train, action.source, buyer, "18FB-3.5.8.1")
        self._replenish()
        if action.source == BANK and not regional:
            self._new_phase(int(action.train.removeprefix("PH")), buyer)

    def _help(self, buyer: str, train: str, cost: int, short: int) -> None:
        """3.5.10.3, 3.6.3.20: the president's cash for the cheapest train, if it owns none."""
        books, president = self.books, self.now.player
        self.check(not books.train_list(buyer), "18FB-3.5.10.1", f"{buyer} owns trains and is helped to one more.")
        if buyer not in REGIONALS:
            pool = [name for name in books.train_list(POOL) if not name.endswith("R")]
            prices = [self.title.box.trains[name].cost for name in (*self._on_sale(regional=False), *pool)]
            self.check(cost == min(prices), "18FB-R47", f"{buyer} is helped to a {train}.")
            self.check(not self._must_company_sell(buyer), "18FB-3.5.10.2", f"{buyer} still owns stock to sell.")
        books.pay(president, buyer, short, "18FB-3.5.10.3")
        self._solvent(president, "18FB-3.5.10.3")

    def _train_deal(self, train: str, buyer: str, seller: str, price: int) -> None:
        self.books.pay(buyer, seller, price, "18FB-3.5.8.3")
        self._solvent(buyer, "18FB-3.5.8.3")
        self.books.train(train, seller, buyer, "18FB-3.5.8.3")

    def _new_phase(self, age: int, buyer: str) -> None:
        books = self.books
        if age <= self._age():
            return
        books.phase = f"PH{age}"
        books.note("phase", "", "18FB-2.1.2")
        for owner in list(books.trains):
            for train in [train for train in books.trains[owner] if train == SCRAPPED.get(age) and owner != OUT]:
                books.train(train, owner, OUT, "18FB-2.1.5")
        if age == 5:
            self._unification()
        if age == 6:
            first = self._president(buyer)
            self.exchange_order = [first, *books.from_left(first)]
            self.answers = {}

    def _unification(self) -> None:
        """3.6: Garibaldi's authority, then cards and concessions go."""
        books = self.books
        owned = [self._concession(name)[0] for name in books.own["concession"]]
        for company in books.in_order():
            old = books.president(company)
            order = [*books.from_left(old), old]
            most = max(books.percent(company, player) for player in order)
            tied = [player for player in order if books.percent(company, player) == most]
            concessionaire = self._concession(company)[0]
            tied = [player for player in tied if player != concessionaire] or tied
            fewest = min(owned.count(player) for player in tied)
            heir = next(player for player in tied if owned.count(player) == fewest)
            if heir != old:
                for number in books.ordinary(company, heir)[:2]:
                    books.hand(company, number, old, "18FB-3.6.2")
                books.hand(company, PRESIDENT, heir, "18FB-3.6.2")
        for card in list(books.privates):
            company = CARDS[card][3]
            if company and BESIDE in books.papers[company]:
                books.hand(company, books.papers[company].index(BESIDE), OFFER, "18FB-R07")
            books.close_card(card, "18FB-3.6.6")
        for company in list(books.own["concession"]):
            books.pay(DEPOSITS, BANK, self._concession(company)[1], "18FB-3.6.7")
            books.enter("concession", company, None, "18FB-3.6.7")
        self.regional_round = "due"

    def _bankrupt(self) -> None:
        """3.5.11, R48: the player is out; his money stays with the company he was buying for."""
        books, player = self.books, self.now.player
        company = self.now.corporation
        could = self.sellable(player)
        self.check(not could, "18FB-3.5.11.1", f"{player} is bankrupt and could still sell {could}.")
        trains = self._trains_at_hand(company, player)
        self.check(not trains, "18FB-R94", f"{player} is bankrupt though {company} can have {trains}.")
        books.pay(player, company, books.cash[player], "18FB-3.5.11.6")
        presided = [name for name in books.papers if name not in REGIONALS and self._president(name) == player]
        heirs = books.from_left(player)
        for name, holders in books.papers.items():
            for number, holder in enumerate(holders):
                if holder == player and (number != PRESIDENT or name in REGIONALS):
                    books.hand(name, number, POOL, "18FB-3.5.11.2")
        for card, owner in list(books.privates.items()):
            if owner == player:
                books.card(card, BANK, "18FB-R48")
        books.gone.append(player)
        books.note("gone", "", "18FB-3.5.11.3")
        for name in list(books.own["concession"]):
            if self._concession(name)[0] == player:
                self._withdraw(name)
        for name in presided:
            largest = max((books.percent(name, heir) for heir in heirs), default=0)
            heir = next((heir for heir in heirs if books.percent(name, heir) == largest), None)
            if heir is None or largest < 20:
                self._close(name)
                continue
            for number in books.ordinary(name, heir)[:2]:
                books.hand(name, number, POOL, "18FB-3.5.11.5")
            books.hand(name, PRESIDENT, heir, "18FB-3.5.11.5")

    def _trains_at_hand(self, company: str, player: str) -> list[str]:
        """R94: what other companies of the player could sell to a company for what it has."""
        books, cash = self.books, self.books.cash[company]
        sellers = [name for name in books.own["float"] if name != company and self._president(name) == player]
        free = [name for name in sellers if self._state(name) != "frozen" and name not in books.own["lease"]]
        national = [name for name in (company, *sellers) if name in NATIONALS]
        return [
            train
            for name in free
            for train in books.train_list(name)
            if not train.endswith("R")
            and cash >= (self.title.box.trains[train].cost if company in national or name in national else 1)
        ]

    def _close(self, company: str) -> None:
        books = self.books
        books.pay(company, BANK, books.cash[company], "18FB-3.5.11.8")
        for train in list(books.train_list(company)):
            books.train(train, company, POOL, "18FB-3.5.11.9")
        for other, holders in books.papers.items():
            for number, holder in enumerate(holders):
                if holder == company and other != company:
                    books.hand(other, number, POOL, "18FB-3.5.11.8")
        self._retire(company, "18FB-3.5.11.8")
        if company in books.own["concession"]:
            books.pay(DEPOSITS, BANK, self._concession(company)[1], "18FB-R48")
            books.enter("concession", company, None, "18FB-R48")
        books.enter("lease", company, None, "18FB-3.5.11.8")

    def _retire(self, company: str, clause: str) -> None:
        books = self.books
        books.off_market(company, clause)
        for number in range(len(books.papers[company])):
            books.hand(company, number, OUT, clause)
        books.stations[company], books.tokens[company] = [], 0
        books.note("stations", company, clause)
        for table in ("par", "float", "marker"):
            books.enter(table, company, None, clause)

    # 3.5.9 Finance

    def _forced_sale(self, event: StockSold) -> None:
        """2.2.3.2, 2.2.4.2, R61: what a company may not keep, at the market value, whatever the limits."""
        books, company, other = self.books, event.seller, event.corporation
        if company in books.seats:
            return
        if isinstance(self.now.action, do.SellShares) and event is self._first_company_sale():
            if self.now.step != "stock" and self.company_sold:
                return  # the action itself
        shares = event.percent // SHARE
        cell, own_cell = books.cell(other), books.cell(company)
        is_banned = cell is None or self._depth(cell) > 0 or (own_cell is not None and self._depth(own_cell) == 2)
        held = len(books.ordinary(other, company))
        due = held if is_banned else max(0, held - 1) if other != company else 0
        self.check(shares == due, "18FB-2.2.3.2", f"{company} must sell {due} shares of {other}, not {shares}.")
        self._company_sells(company, other, (10,) * shares, shares * books.price(other))

    def _first_company_sale(self) -> StockSold | None:
        sales = (event for event in self.now.events if isinstance(event, StockSold))
        return next((sale for sale in sales if sale.seller not in self.books.seats), None)

    def _ended_turn(self) -> str:
        """The company whose turn this moment has ended."""
        turn, still = frame_of(self.now.before, OperatingTurn), frame_of(self.now.after, OperatingTurn)
        if turn is None or (still is not None and still.corporation == turn.corporation):
            return ""
        return turn.corporation

    def _holdings(self) -> None:
        """2.2.3, 2.2.4, 3.5.9.8: what a company may not own at the end of its turn."""
        books, company = self.books, self._ended_turn()
        if not company or company in REGIONALS or not books.is_started(company) or self.now.after.over:
            return
        own_cell = books.cell(company)
        assert own_cell is not None
        for other in (*MAJORS, *NATIONALS):
            held = books.ordinary(other, company)
            cell = books.cell(other)
            if not held or cell is None or (other == company and other in NATIONALS):
                continue
            is_banned = self._depth(cell) > 0 or self._depth(own_cell) == 2
            self.check(not is_banned, "18FB-2.2.3.2", f"{company} keeps {len(held)} shares of {other}.")
            if other != company:
                self.check(len(held) == 1, "18FB-3.5.9.8", f"{company} owns {len(held)} certificates of {other}.")

    def _duty(self) -> None:
        """3.5.8.5: a company that operates must own a train at the end of the turn."""
        books, company = self.books, self._ended_turn()
        if not company or company in REGIONALS or company not in books.own["float"] or self.now.after.over:
            return
        if self._state(company) in ("provisional", "definitive") and company in self.done:
            has = bool(books.train_list(company))
            self.check(has, "18FB-3.5.8.5", f"{company} ends its turn without a train.")
