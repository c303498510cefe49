"""Sections 3.2, 3.3 and 3.5.10: auctions, concessions, buying and selling, emergency sales."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.flow import actions as do
from ferrovia.titles.t18fb import actions as southern
from ferrovia.titles.t18fb.events import LotWon
from tests.referees.books import BANK, OFFER, POOL, PRESIDENT, SHARE
from tests.referees.t18fb.tables import BESIDE, CARDS, DEPOSIT, DEPOSITS, NATIONALS, PAPERS, PARS, REGIONALS
from tests.referees.t18fb.track import Track


class Stock(Track):
    """What players buy and sell."""

    def _action(self) -> None:
        """3.3: one action a turn."""
        self.check(not self.bought, "18FB-3.3.1", f"{self.now.player} takes two actions in a turn.")
        self.bought, self.acted = True, self.now.player

    def _paper_limit(self, player: str) -> None:
        count, limit = self.books.papers_of(player), PAPERS[len(self.books.seats)]
        self.check(count < limit, "18FB-2.3.2", f"{player} buys with {count} certificates, the limit is {limit}.")

    # 3.2 and 3.6.2 Auctions

    def _bid(self, action: do.Bid) -> None:
        cost = CARDS[self.lot][0] if self.lot in CARDS else REGIONALS[self.lot]
        least = self.bid + 5 if self.bidder else cost
        is_right = action.private == self.lot and action.price >= least and (action.price - cost) % 5 == 0
        self.check(is_right, "18FB-3.2.6", f"A bid for {self.lot} is {least} or more, not {action.price}.")
        cash = self.books.cash[self.now.player]
        self.check(action.price <= cash, "18FB-3.2.7", f"{self.now.player} has {cash} and bids {action.price}.")
        self.bidder, self.bid = self.now.player, action.price

    def _knocked_down(self, event: LotWon) -> None:
        player, lot, price = event.player, event.lot, event.price
        is_right = (player, lot, price) == (self.bidder, self.lot, self.bid)
        self.check(
            is_right, "18FB-3.2.2", f"{self.bidder} bid {self.bid} for {self.lot}; {player} gets {lot} for {price}."
        )
        if lot in REGIONALS:
            self.books.pay(player, lot, price, "18FB-3.6.2.4")
            self.books.hand(lot, 0, player, "18FB-3.6.2.2")
        else:
            cost, _, _, company = CARDS[lot]
            above = price - cost if company else 0
            self.books.pay(player, BANK, price - above, "18FB-3.2.2")
            if company:
                self.books.pay(player, company, above, "18FB-3.2.10")
            self.books.card(lot, player, "18FB-3.2.2")
            self._free_share(lot, player)
        self._solvent(player, "18FB-3.2.7")
        self.lot = ""

    def _free_share(self, card: str, player: str) -> None:
        """2.7.9: four cards bring a share of their company."""
        company = CARDS[card][3]
        if company and BESIDE in self.books.papers[company]:
            self.books.hand(company, self.books.papers[company].index(BESIDE), player, "18FB-2.7.9")
            if self.books.is_started(company):
                self.take_over(company, player)

    # 3.3 Stock rounds

    def _deposit(self, company: str, lower: int = 0) -> int:
        """3.3.2: by phase, or by the next discount; FST is free once LTF was ever taken."""
        if company == "FST" and "LTF" in self.taken:
            return 0
        values = (*DEPOSIT[company][:2], 0, 0)
        return int(values[max(self._age() - 2, 0) + lower])

    def _take(self, action: southern.TakeConcession) -> None:
        books, player, company = self.books, self.now.player, action.corporation
        self._action()
        owner, _ = self._concession(company)
        self.check(owner == "", "18FB-3.3.2.1", f"The concession of {company} belongs to {owner}.")
        is_new = company not in books.own["float"]
        card = next((card for card, facts in CARDS.items() if facts[3] == company), "")
        lower = int(is_new and bool(card) and books.privates.get(card) == player)  # R84: not when it is acquired again
        due = 0 if not is_new and self._line_state(company) == "definitive" else self._deposit(company, lower)
        if action.at_half:
            is_right = books.privates.get("Riseis") == player and not self.now.before.own.riseis_used
            self.check(is_right, "18FB-2.7.6", f"{player} halves a deposit without Riseis.")
            due //= 2
        self._grant(company, player, due)
        if is_new:
            self._judge_par(action.price)
            self._paper_limit(player)
            books.put(company, self._start_cell(action.price), "18FB-3.3.2.5")
            books.enter("par", company, action.price, "18FB-3.3.2.5")
            books.enter("float", company, books.phase, "18FB-3.3.2.7")
            books.pay(player, company, 2 * action.price, "18FB-3.3.2.6")
            books.hand(company, PRESIDENT, player, "18FB-3.3.2.6")
        self._solvent(player, "18FB-3.3.2.6")

    def _grant(self, company: str, player: str, due: int) -> None:
        books = self.books
        books.pay(player, DEPOSITS, due, "18FB-3.3.2.2")
        books.enter("concession", company, (player, due), "18FB-3.3.2.1")
        self.taken.add(company)
        if company in books.own["float"] and books.president(company) != player:
            self.exchange(company, player, (10, 10))  # R21

    def _judge_par(self, par: int) -> None:
        is_open = par in PARS and PARS[par] <= self._age()
        self.check(is_open, "18FB-2.1.4", f"{par} is no par value in {self.books.phase}.")

    def _start(self, action: do.Start) -> None:
        """3.6.9, R51: from PH5 the bank keeps the money until 60% is sold."""
        books, player, company = self.books, self.now.player, action.corporation
        self._action()
        self.check(self._age() >= 5, "18FB-3.3.4.4", f"{company} is started without its concession.")
        self._judge_par(action.price)
        self._paper_limit(player)
        books.put(company, self._start_cell(action.price), "18FB-3.3.2.5")
        books.enter("par", company, action.price, "18FB-3.3.2.5")
        books.pay(player, BANK, 2 * action.price, "18FB-R51")
        self._solvent(player, "18FB-3.3.2.6")
        books.hand(company, PRESIDENT, player, "18FB-3.3.2.6")
        self._may_float(company)

    def _may_float(self, company: str) -> None:
        books = self.books
        if self._age() < 5 or company in books.own["float"] or company in NATIONALS:
            return
        if 100 - books.percent(company, OFFER) - books.percent(company, BESIDE) < 60:
            return
        books.enter("float", company, books.phase, "18FB-3.6.9")
        books.pay(BANK, company, 10 * self._par(company), "18FB-3.6.10")
        for number in books.ordinary(company, OFFER):
            books.hand(company, number, POOL, "18FB-3.6.11")

    def _home(self, hex_id: str) -> None:
        """FP's choice of two, SFM's of all (3.3.2.19, 3.6.1.2)."""
        books, company = self.books, self.now.corporation
        if company == "FP":
            books.stations["FP"] = [stop for stop in books.stations["FP"] if stop.rpartition(".")[0] == hex_id]
            books.tokens["FP"] = self.title.box.corporations["FP"].tokens - len(books.stations["FP"])
            books.note("stations", "FP", "18FB-3.3.2.19")
        else:
            stop = next(iter(self.now.after.stations["SFM"]), f"{hex_id}.0")
            self.check(stop.rpartition(".")[0] == hex_id, "18FB-3.6.1.2", f"SFM's home is {stop}, not {hex_id}.")
            books.place_token("SFM", stop, "18FB-3.6.1.2")

    def _buy_share(self, action: do.BuyShare) -> None:
        company = action.corporation
        if self.now.step != "stock":
            self._invest(action)
            return
        player = self.now.player
        self._action()
        self._paper_limit(player)
        is_barred = (player, company) in self.sold
        self.check(not is_barred, "18FB-3.3.1.3", f"{player} sold {company} in this round and buys it.")
        self._purchase(player, company, action.source)

    def _invest(self, action: do.BuyShare) -> None:
        books, company, other = self.books, self.now.corporation, action.corporation
        state = self._state(company)
        self.check(state in ("provisional", "definitive"), "18FB-3.5.9.1", f"{company} is {state} and buys stock.")
        cell, own_cell = books.cell(other), books.cell(company)
        is_white = cell is not None and self._depth(cell) == 0
        self.check(is_white, "18FB-2.2.3.1", f"{company} buys {other}, which is not in the white zone.")
        is_dark = own_cell is not None and self._depth(own_cell) == 2
        self.check(not is_dark, "18FB-2.2.4.1", f"{company} is in dark blue and buys stock.")
        if other != company:
            has = bool(books.held(other, company))
            self.check(not has, "18FB-3.5.9.8", f"{company} buys a second certificate of {other}.")
        else:
            self.check(action.source == POOL, "18FB-3.5.9.3", f"{company} buys its own offer.")
        self._purchase(company, other, action.source)

    def _purchase(self, buyer: str, company: str, source: str) -> None:
        books = self.books
        is_player = buyer in books.seats
        if source == POOL:
            self.buy(buyer, company, POOL, books.price(company), BANK, limits=is_player)
        elif company in NATIONALS:
            self._buy_national(buyer, company)
        else:
            payee = company if company in books.own["float"] else BANK
            self.buy(buyer, company, OFFER, self._par(company), payee, limits=is_player)
        self._may_float(company)
        if is_player:
            self._seat(company)

    def _buy_national(self, buyer: str, national: str) -> None:
        """R62: what is left of a national's stock; the president's certificate first if nobody has it."""
        books = self.books
        left = books.held(national, national) or books.held(national, OFFER)
        self.check(bool(left), "18FB-3.7.1.19", f"{national} has no stock of its own left.")
        if not left:
            return
        number = left[0]
        size = books.sizes(national)[number]
        after = self.now.after.cash
        paid = self.now.before.cash[buyer] - after[buyer]
        allowed = {price * size // SHARE for price in (self._par(national), books.price(national))}
        self.check(paid in allowed, "18FB-R62", f"{buyer} pays {paid} for {size}% of {national}.")
        books.pay(buyer, national, paid, "18FB-R62")
        books.hand(national, number, buyer, "18FB-3.7.1.19")
        self.take_over(national, buyer)

    def _seat(self, national: str) -> None:
        """R59: the first who holds two shares takes the president's certificate for them."""
        books = self.books
        if national not in NATIONALS or books.president(national) in books.seats:
            return
        holder = books.president(national)
        heir = next((player for player in books.players() if books.percent(national, player) >= 20), None)
        if heir is not None:
            for number in books.ordinary(national, heir)[:2]:
                books.hand(national, number, holder, "18FB-R59")
            books.hand(national, PRESIDENT, heir, "18FB-R59")

    def take_over(self, corporation: str, player: str) -> None:
        if self.books.president(corporation) in self.books.seats:
            super().take_over(corporation, player)

    def president_changed(self, corporation: str, outgoing: str, heir: str) -> None:
        """3.3.3: a concessionaire who is president no more loses the concession and the deposit."""
        if self._age() < 5 and self._concession(corporation)[0] not in ("", heir):
            self._withdraw(corporation)

    def _withdraw(self, company: str) -> None:
        lost = self._concession(company)[1]
        self.books.enter("concession", company, ("", 0), "18FB-3.3.3.2")
        self.books.pay(DEPOSITS, BANK, lost, "18FB-3.3.3.2")

    def _buy_card(self, action: do.BuyPrivate) -> None:
        player, thing = self.now.player, action.private
        self._action()
        if thing in REGIONALS:
            self.check(action.price >= REGIONALS[thing], "18FB-3.6.2.3", f"{thing} is bought for {action.price}.")
            self._paper_limit(player)
            self.books.pay(player, thing, action.price, "18FB-3.6.2.3")
            self.books.hand(thing, 0, player, "18FB-3.6.2.3")
        else:
            self.check(self.books.privates.get(thing) == BANK, "18FB-3.3.6.1", f"{thing} is not in the pool.")
            self.books.pay(player, BANK, CARDS[thing][0], "18FB-3.3.6.1")
            self.books.card(thing, player, "18FB-3.3.6.1")
            self._free_share(thing, player)
        self._solvent(player, "18FB-3.3.6.1")

    # Sales

    def _sell(self, company: str, sizes: Sequence[int]) -> None:
        now = self.now
        if now.step == "stock":
            seller = now.player
            self.check(not self.bought, "18FB-3.3.1", f"{seller} sells after the action of the turn.")
            self.check(company not in self.sold_now, "18FB-3.3.1.6", f"{seller} splits a sale of {company}.")
            self.sold_now.append(company)
            self.sold.add((seller, company))
            self.acted = seller
            self.sell(seller, company, sizes)
        elif now.step == "finance":
            self._company_sells(now.corporation, company, sizes, self.books.price(company) * sum(sizes) // SHARE)
            self.judge_sale(now.corporation, company, ())
        else:
            self._emergency_sale(company, sizes)

    def _company_sells(self, seller: str, company: str, sizes: Sequence[int], amount: int) -> None:
        """2.2.5.2, 3.5.9.5: a company's sale moves no price."""
        books = self.books
        self.company_sold = True
        is_held = books.hand_sizes(company, seller, sizes, POOL, "18FB-3.5.9.5")
        self.check(is_held, "18FB-3.5.9.5", f"{seller} has no {list(sizes)} of {company}.")
        books.pay(BANK, seller, amount, "18FB-3.5.9.5")
        books.note("token", company, "18FB-2.2.5.2")

    def _emergency_sale(self, company: str, sizes: Sequence[int]) -> None:
        """3.5.10: the company's stock first, then the president's, all at half price; one sale of each company."""
        books, now = self.books, self.now
        operating, president = now.corporation, now.player
        shares = sum(sizes) // SHARE
        price = books.price(company)
        if books.ordinary(company, operating) and self._must_company_sell(operating):
            amount = self._half(operating, company, shares, price)
            self._company_sells(operating, company, sizes, amount)
            return
        self.check(not self._must_company_sell(operating), "18FB-3.5.10.2", f"{operating} still owns stock to sell.")
        before = books.president(operating)
        start, first, sold, paid = self.raised.get((president, company), (books.cell(company), price, 0, 0))
        assert start is not None
        amount = first * (sold + shares) // 2 - paid
        self.raised[president, company] = (start, first, sold + shares, paid + amount)
        for purse in (BANK, president):
            books.note("purse", purse, "18FB-R87")
        cell, market = books.cell(company), list(books.market)
        self.sell(president, company, sizes, amount)
        to = self.moved(start, "down", sold + shares)
        books.market = market  # where all shares sold for it together would have brought the token
        if to != cell:
            books.put(company, to, "18FB-R87")
        self.check(books.president(operating) == before, "18FB-3.5.10.7", f"The sale takes {operating} from {before}.")

    def _half(self, seller: str, company: str, shares: int, price: int) -> int:
        """R46, R87: half of all shares sold for it together, rounded down."""
        start, first, sold, paid = self.raised.get((seller, company), ((0, 0), price, 0, 0))
        amount = first * (sold + shares) // 2 - paid
        self.raised[seller, company] = (start, first, sold + shares, paid + amount)
        return amount

    def _must_company_sell(self, operating: str) -> bool:
        """Whether a company owns stock that may be sold now, however full the pool is (2.3.7)."""
        books = self.books
        return any(
            books.ordinary(other, operating) and self._has_operated(other)
            for other in books.papers
            if other not in REGIONALS
        )

    def _has_operated(self, company: str) -> bool:
        """R23: its earnings have been counted, in an earlier turn or in this one."""
        own = self.now.before.own
        return company in (*own.earned, own.earning)

    def may_be_sold(self, corporation: str) -> bool:
        return self._has_operated(corporation) and self._state(corporation) != "building"

    def judge_sale(self, seller: str, corporation: str, sizes: Sequence[int]) -> None:
        super().judge_sale(seller, corporation, sizes)
        self.check(
            self._has_operated(corporation), "18FB-3.3.1.7", f"{corporation} has not operated, and its stock is sold."
        )
        state = self._state(corporation)
        self.check(state != "building", "18FB-3.3.1.7", f"{corporation} is building, and its stock is sold.")

    def fall(self, corporation: str, shares: int) -> None:
        self.move(corporation, "down", self.clauses["sale.price"], shares)
