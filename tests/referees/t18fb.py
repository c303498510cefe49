"""The referee of 18FB, by the tables and sections of its rulebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.state import State
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.concessions import Rescue
from ferrovia.titles.t18fb.nationals import Formation
from ferrovia.titles.t18fb.political import CardOffer
from ferrovia.titles.t18fb.south import South
from ferrovia.titles.t18fb.stock import SouthernStockRound
from tests.referees.books import BANK, OFFER, OUT, POOL, PRESIDENT, SHARE, Cell
from tests.referees.dealing import Dealer
from tests.referees.on_foot import Ground, Side, Walked
from tests.referees.referee import frame_of

DEPOSITS, BESIDE = "deposits", "card"
MAJORS = ("NN", "FSC", "LdA", "FC", "FB", "LTF", "SFTF", "FS", "FP", "FST", "SFM")  # 2.4
NATIONALS = ("RM", "RA")
CANDIDATES = {"RM": ("LdA", "NN", "FC", "FSC"), "RA": ("LTF", "FS", "SFTF", "SFM")}  # 3.7
REGIONALS = {"FA": 100, "FAS": 110, "FdC": 120, "FAL": 120, "FG": 130, "SEPSA": 160, "SFSM": 160}  # 3.6.2, in order
CAPITAL = {3: 1000, 4: 750, 5: 600, 6: 500}  # 3.1
PAPERS = {3: 26, 4: 20, 5: 16, 6: 13}  # 2.3
CARDS = {  # 2.7: cost, revenues, the company whose share comes with it
    "Melisurgo": (50, 10, 10, ""),
    "Riseis": (75, 15, 15, ""),
    "Falcon": (75, 15, 15, ""),
    "Delahante": (100, 20, 20, ""),
    "Valadous": (125, 25, 10, "LdA"),
    "L'Ala": (150, 25, 10, "FB"),
    "Bayard": (175, 25, 10, "NN"),
    "Albano": (200, 25, 10, "FP"),
}
DEPOSIT = {  # 3.3.2: deposits and band
    "NN": (100, 50, "A"),
    "FSC": (200, 100, "D"),
    "LdA": (150, 80, "C"),
    "FC": (200, 100, "D"),
    "FB": (150, 80, "A"),
    "LTF": (100, 50, "C"),
    "SFTF": (100, 50, "C"),
    "FS": (200, 100, "B"),
    "FP": (400, 200, "B"),
    "FST": (240, 120, "C"),
}
BANDS = {"A": 5, "B": 10, "C": 15, "D": 20, "E": 25}  # 3.5.4
PARS = {60: 1, 70: 1, 80: 1, 90: 1, 100: 1, 110: 2, 120: 2, 130: 2, 140: 5, 150: 5}  # 2.1
SCRAPPED = {3: "PH1", 5: "PH2", 6: "PH3"}
LEVEL = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2}
COLOURS = {1: 1, 2: 2, 3: 2, 4: 2, 5: 3, 6: 3}
STEPS = {1: 2, 2: 2, 3: 3, 4: 3, 5: 4, 6: 4}  # 3.5.1
SHADES = ("blank", "yellow", "green", "brown")
ENDLESS = ("PH6", "PH6R")
MARKERS = {("single", "yellow"): 1, ("single", "green"): 1, ("single", "brown"): 2,
           ("double", "yellow"): 1, ("double", "green"): 2, ("double", "brown"): 3}  # 3.5.2  # fmt: skip
OBSTACLES = {"plain": 10, "river": 40, "mountain": 60}  # 3.5.2
BENEVENTO, PONTECORVO = "I30", "F35"
NAPOLI = "Napoli"

CLAUSES = {
    "sale.started": "18FB-3.3.1.7",
    "sale.money": "18FB-3.3.1.5",
    "sale.paper": "18FB-3.3.1.5",
    "sale.price": "18FB-2.2.5.1",
    "sale.president": "18FB-3.3.1.2",
    "sale.pool": "18FB-3.3.1.1",
    "presidency": "18FB-3.3.5.3",
    "buy.paper": "18FB-3.3.4.1",
    "buy.pool": "18FB-3.3.4.3",
    "buy.offer": "18FB-3.3.4.2",
    "buy.cash": "18FB-3.3.4.1",
    "buy.most": "18FB-2.3.4",
    "dividend": "18FB-3.5.6.2",
}


class Referee18FB(Dealer):
    """The south's referee."""

    clauses = CLAUSES

    def begin(self, state: State) -> None:
        self.priority, self.acted = state.priority, ""
        self.sold: set[tuple[str, str]] = set()
        self.sold_now: list[str] = []
        self.bought = False
        self.done: list[str] = []
        self.of, self.round = 2, 0
        self.lot, self.bidder, self.bid = "", "", 0
        self.taken: set[str] = set()  # concessions that a player has ever acquired
        self.revenue, self.ran = 0, ""
        self.raised: dict[tuple[str, str], tuple[Cell, int, int, int]] = {}  # emergency sales of a company's turn
        self.answers: dict[str, str] = {}  # what presidents said to the merger
        self.exchange_order: list[str] = []
        self.regional_round = ""
        self.second = False
        players = len(state.seats)
        for player in state.seats:
            cash = state.cash[player]
            self.check(cash == CAPITAL[players], "18FB-3.1.9", f"{player} begins with {cash}.")
        self.check(state.cash[BANK] == 12000 - 3000, "18FB-R04", f"The bank begins with {state.cash[BANK]}.")

    def own_tables(self, state: State) -> dict[str, dict[str, object]]:
        own: South = state.own
        return {
            "concession": {name: (item.owner, item.deposit) for name, item in own.concessions.items()},
            "marker": {name: count for name, count in own.markers.items() if count},
            "par": dict(own.pars),
            "float": dict(own.floated),
            "lease": dict(own.leases),
            "bourbon": dict(own.bourbon),
            "table": {"seats": tuple(state.seats)},
        }

    @property
    def margin(self) -> int:  # type: ignore[override]
        """3.3.5: a concessionaire must be exceeded by 20%."""
        return 20 if self._age() < 5 else 1

    def _age(self) -> int:
        return int(self.books.phase.removeprefix("PH"))

    def judge(self) -> None:
        self.company_sold = False
        self._direct()
        self._afterwards()
        self._leases()
        self._standing()

    # What an action does

    def _direct(self) -> None:
        now, books = self.now, self.books
        player, action = now.player, now.action
        if now.step == "stock":
            turn = frame_of(now.before, SouthernStockRound)
            if turn is not None and not turn.acted:
                self.bought, self.sold_now = False, []
        match action:
            case do.PutUp(lot=lot):
                self.lot, self.bidder, self.bid = lot, "", 0
            case do.Bid():
                self._bid(action)
            case do.TakeConcession():
                self._take(action)
            case do.Start():
                self._start(action)
            case do.ChooseHome():
                self._home(action.hex)
            case do.BuyShare():
                self._buy_share(action)
            case do.SellShares(corporation=company, certificates=sizes):
                self._sell(company, sizes)
            case do.BuyPrivate():
                self._buy_card(action)
            case do.Exchange(certificates=given):
                frame = frame_of(now.before, PresidentExchange)
                assert frame is not None
                self.exchange(frame.corporation, frame.heir, given)
            case do.LayTile():
                self._lay(action)
            case do.BuildLine():
                self._build(action)
            case do.Dividend(choice=choice):
                self._dividend(now.corporation, choice)
            case do.BuyTrain():
                self._buy_train(action)
            case do.Acquire(company=regional):
                self._acquire(now.corporation, regional)
            case do.Accept():
                self._deal()
            case do.Bankrupt():
                self._bankrupt()
            case do.Answer(choice=choice):
                self._answer(choice)
            case do.Pass() if now.step == "stock":
                count, limit = books.papers_of(player), PAPERS[len(books.seats)]
                if not self.sold_now:
                    self.judge_pass(player, count, limit, "18FB-R26")
            case do.Pass() | do.Decline() | do.OfferPrivate() | do.UsePrivate():
                pass
            case _:
                self.check(False, "18FB-3.5.9", f"There is no {action} in 18FB.")

    def _solvent(self, purse: str, clause: str) -> None:
        self.check(self.books.cash[purse] >= 0, clause, f"{purse} spends more than it has.")

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

    def _knocked_down(self, event: Event) -> None:
        player, lot, price = str(event.values["player"]), str(event.values["lot"]), int(event.values["price"])
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

    def _take(self, action: do.TakeConcession) -> None:
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

    def _concession(self, company: str) -> tuple[str, int]:
        found = self.books.own["concession"].get(company, ("", 0))
        assert isinstance(found, tuple)
        return found

    def _judge_par(self, par: int) -> None:
        is_open = par in PARS and PARS[par] <= self._age()
        self.check(is_open, "18FB-2.1.4", f"{par} is no par value in {self.books.phase}.")

    def _start_cell(self, par: int) -> Cell:
        return next((start.cell for start in self.title.market.starts if start.price == par), (0, 0))

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

    def _par(self, company: str) -> int:
        par = self.books.own["par"][company]
        assert isinstance(par, int)
        return par

    def _home(self, hex_id: str) -> None:
        """FP's choice of two, SFM's of all (3.3.2.19, 3.6.1.2)."""
        books, company = self.books, self.now.corporation
        if company == "FP":
            books.stations["FP"] = [stop for stop in books.stations["FP"] if stop.rpartition(".")[0] == hex_id]
            books.tokens["FP"] = self.title.corporations["FP"].tokens - len(books.stations["FP"])
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
        """Whether a company owns stock that may be sold now."""
        books = self.books
        return any(
            books.ordinary(other, operating)
            and other in self.now.before.own.earned
            and books.percent(other, POOL) + SHARE <= 50
            for other in books.papers
            if other not in REGIONALS
        )

    def may_be_sold(self, corporation: str) -> bool:
        return corporation in self.now.before.own.earned and self._state(corporation) != "building"

    def judge_sale(self, seller: str, corporation: str, sizes: Sequence[int]) -> None:
        super().judge_sale(seller, corporation, sizes)
        has_operated = corporation in self.now.before.own.earned
        self.check(has_operated, "18FB-3.3.1.7", f"{corporation} has not operated, and its stock is sold.")
        state = self._state(corporation)
        self.check(state != "building", "18FB-3.3.1.7", f"{corporation} is building, and its stock is sold.")

    def fall(self, corporation: str, shares: int) -> None:
        self.move(corporation, "down", self.clauses["sale.price"], shares)

    # 2.2 The market

    def _space(self, cell: Cell) -> bool:
        row, col = cell
        rows = self.title.market.rows
        return 0 <= row < len(rows) and 0 <= col < len(rows[row]) and rows[row][col] > 0

    def _depth(self, cell: Cell) -> int:
        """0 white, 1 light blue, 2 dark blue, as the board prints it."""
        return "WLD".index(components.sheet("market")["zone_map"][cell[0]][cell[1]])

    def moved(self, cell: Cell, how: str, times: int) -> Cell:
        row, col = cell
        if how == "left":
            return (row, col - 1) if self._space((row, col - 1)) else self._fallen(cell, 1)
        if how == "down":
            return self._fallen(cell, times)
        right = (row, col + 1)
        if how == "right" and self._space(right) and self._depth(right) <= self._depth(cell):
            return right
        return (row - 1, col) if self._space((row - 1, col)) else cell  # also R28: right at an edge

    def _fallen(self, cell: Cell, rows: int) -> Cell:
        """R27: a drop that would end in the first row below a ledge stops on it; else it goes on to the bottom."""
        row, col = cell
        landing = (row + rows, col)
        above = (row + rows - 1, col)
        if self._space(landing) and self._depth(landing) > self._depth(above):
            return above
        while not self._space(landing) and landing != cell:
            landing = (landing[0] - 1, col)
        return landing

    # 3.4 States

    def _state(self, company: str) -> str:
        books = self.books
        if company in REGIONALS:
            return "definitive"
        if company not in books.own["float"]:
            return "unfloated"
        if self._age() >= 5:
            return "definitive"
        return self._line_state(company) if self._concession(company)[0] in books.players() else "frozen"

    def _line_state(self, company: str) -> str:
        intermediate, final = self._reached(company)
        return "building" if not intermediate else "definitive" if final else "provisional"

    def _reached(self, company: str) -> tuple[bool, bool]:
        if company not in DEPOSIT:
            return False, False
        places = {components.place(stop) for stop in self.books.stations[company]}
        lines = components.concession_table(company)["routes"]
        if company == "FP":
            home = self.now.before.own.fp_home
            lines = [line for line in lines if line["home"] == home]
        middle = any(components.place_of_name(line["intermediate"]) in places for line in lines)
        final = any(components.place_of_name(line["final"]) in places for line in lines)
        return middle, final

    # 3.5.1 Tiles

    def _lay(self, action: do.LayTile) -> None:
        books, now = self.books, self.now
        hex_id, company = action.hex, now.corporation
        before = Ground(self.title.board, now.before.layout.tiles)
        books.lay(hex_id, action.tile, action.rotation, "18FB-3.5.1.2")
        after = Ground(self.title.board, books.tiles)
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

    def _mark(self, company: str, count: int, clause: str) -> None:
        held = self.books.own["marker"].get(company, 0)
        assert isinstance(held, int)
        if held + count:
            self.books.enter("marker", company, held + count, clause)

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
        count = self.title.board.tiles[tile].count
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

    # 3.5.2 Tokens

    def _build(self, action: do.BuildLine) -> None:
        books, now = self.books, self.now
        turn = frame_of(now.before, OperatingTurn)
        assert turn is not None
        company = turn.corporation
        ground = Ground(self.title.board, books.tiles)
        ways = [way for way in ground.along(action.route) if self._is_line(company, way, ground)]
        self.check(bool(ways), "18FB-3.5.2.2", f"{company} has no line {'-'.join(action.route)}.")
        if not ways:
            return
        costs = {self._crossing(way.sides) for way in ways}
        self.check(None not in costs, "18FB-2.5.2.2", f"The line {'-'.join(action.route)} crosses a closed pass.")
        cost = min(cost for cost in (*costs, 10**6) if cost is not None)
        books.pay(company, BANK, cost, "18FB-3.5.2.7")
        self._solvent(company, "18FB-3.5.2.8")
        markers = {self._towns(way, ground) for way in ways}
        gained = self.own_tables(now.after)["marker"].get(company, 0)
        held = books.own["marker"].get(company, 0)
        assert isinstance(gained, int) and isinstance(held, int)
        text = f"The line brings {sorted(markers)} markers, not {gained - held}."
        self.check(gained - held in markers, "18FB-3.5.2.11", text)
        self._mark(company, gained - held if gained - held in markers else max(markers), "18FB-3.5.2.11")
        stop = ways[0].stops[-1]
        placed = sum(what == "token" for _, what in turn.laid)
        most = 2 if company in NATIONALS else 1
        self.check(placed < most, "18FB-3.5.2.1", f"{company} places token {placed + 1} of a turn.")
        self.check(self._state(company) != "frozen", "18FB-3.4.15", f"The frozen {company} places a token.")
        if action.card:
            number = str(components.card_table(action.card)["token"])
            self.check(books.own["bourbon"][number] == "", "18FB-2.7.12", f"Bourbon token {number} stands no more.")
            books.enter("bourbon", number, company, "18FB-2.7.12")
            if CARDS[action.card][3]:
                books.close_card(action.card, "18FB-2.7.12")
        self._token(company, stop)

    def _is_line(self, company: str, way: Walked, ground: Ground) -> bool:
        """3.5.2.2, R80: from an own token over towns to a city without one; through Napoli's halves at either end."""
        own = {components.place(stop) for stop in self.books.stations[company]}
        places = [components.place(stop) for stop in way.stops]
        if way.stops[0] not in self._starts(company, ground) or places[-1] in own:
            return False
        if ground.stop(way.stops[-1]).kind == "town":
            return False
        inner = list(way.stops[1:-1])
        if inner and components.place(inner[0]) == NAPOLI == places[0]:
            inner.pop(0)
        if inner and components.place(inner[-1]) == NAPOLI == places[-1]:
            inner.pop()
        return all(ground.stop(stop).kind == "town" for stop in inner)

    def _crossing(self, sides: frozenset[Side]) -> int | None:
        """3.5.2.7, R42: every border crossed; rivers and mountains add up, else it is plain; None at a closed pass."""
        total = 0
        for side in sides:
            (one, edge), (other, entry) = sorted(side)
            link = next(
                (
                    link
                    for link in components.sheet("map")["link"]
                    if {(link["outer_hex"], link["outer_edge"]), (link["inner_hex"], link["inner_edge"])} == set(side)
                ),
                None,
            )
            here = [table for table in components.hex_table(one).get("borders", ()) if table["edge"] == edge]
            there = [table for table in components.hex_table(other).get("borders", ()) if table["edge"] == entry]
            kinds = [link["kind"]] if link is not None else [table["kind"] for table in here or there] or ["plain"]
            opens = [table["opens"] for table in (*here, *there) if "opens" in table]
            if any(self._age() < int(phase.removeprefix("PH")) for phase in opens):
                return None
            total += sum(OBSTACLES[kind] for kind in kinds)
        return total

    def _towns(self, way: Walked, ground: Ground) -> int:
        """3.5.2.11, R43: each town tile gives its number once."""
        hexes = dict.fromkeys(stop.rpartition(".")[0] for stop in way.stops[1:-1] if ground.stop(stop).kind == "town")
        total = 0
        for hex_id in hexes:
            face = ground.shown(hex_id)
            size = "double" if sum(stop.size for stop in face.stops) > 1 else "single"
            total += MARKERS[size, face.colour]
        return total

    def _token(self, company: str, stop: str) -> None:
        """3.5.3: state first, then refund and bonus."""
        books = self.books
        before = self._reached(company)
        place = components.place(stop)
        here = [
            name for name, stops in books.stations.items() if any(components.place(other) == place for other in stops)
        ]
        ground = Ground(self.title.board, books.tiles)
        self.check(company not in here, "18FB-3.5.2.5", f"{company} has two tokens in {place}.")
        is_pioneer = company == "SFM" and not here and ground.colour(stop.rpartition(".")[0]) == "yellow"
        books.place_token(company, stop, "18FB-3.5.2.2")
        self.check(books.tokens[company] >= 0, "18FB-3.5.2.5", f"{company} has no token left.")
        now = self._reached(company)
        owner, deposit = self._concession(company)
        if now != before and now[0] and owner:
            back = deposit if now[1] else deposit // 2 // 5 * 5
            books.pay(DEPOSITS, owner, back, "18FB-3.3.2.4" if now[1] else "18FB-3.3.2.3")
            books.enter("concession", company, (owner, deposit - back), "18FB-3.5.3.1")
        is_bonus = place in self._charter(company) and self._state(company) in ("provisional", "definitive")
        if is_bonus or is_pioneer:
            self.move(company, "up", "18FB-3.5.3.2")
        else:
            books.note("token", company, "18FB-3.5.3.2")

    def _charter(self, company: str) -> list[str]:
        """The historical destinations, without one that the choice of FS or FP took off the map (R86)."""
        table = components.company_table(company)
        places = [components.place_of_name(line["place"]) for line in table.get("historical", ())]
        if company not in DEPOSIT:
            return places
        routes = components.concession_table(company)["routes"]
        middles = {components.place_of_name(route["intermediate"]) for route in routes}
        lost = {name for name in middles if (company, name) in self.now.before.own.given_up} if len(middles) > 1 else ()
        return [place for place in places if place not in lost]

    # 3.5.4 to 3.5.7 Interest, earnings, dividends

    def _interest(self, company: str) -> None:
        self.check(self._state(company) == "building", "18FB-3.5.4.2", f"{company} is {self._state(company)}.")
        turn = frame_of(self.now.before, OperatingTurn)
        laid = sum(what == "tile" for _, what in turn.laid) if turn is not None else 0
        laid += isinstance(self.now.action, do.LayTile)
        all_used = laid >= self._tile_steps(company)
        self.check(all_used, "18FB-3.5.4.3", f"{company} laid {laid} tiles and is paid interest.")
        band = "ABCDE".index(str(DEPOSIT[company][2]))
        band = min(band + (2 if self.now.before.own.melisurgo == company else 0), 4)
        for holder in dict.fromkeys(self.books.papers[company]):
            if holder not in (OFFER, POOL, BESIDE):
                amount = BANDS["ABCDE"[band]] * self.books.percent(company, holder) // SHARE
                self.books.pay(BANK, holder, amount, "18FB-3.5.4.1")

    def _no_interest(self, company: str) -> None:
        turn = frame_of(self.now.before, OperatingTurn)
        laid = sum(what == "tile" for _, what in turn.laid) if turn is not None else 0
        laid += isinstance(self.now.action, do.LayTile)
        self.check(laid < self._tile_steps(company), "18FB-3.5.4.3", f"{company} laid {laid} tiles and gets nothing.")
        self.move(company, "left", "18FB-3.5.4.4")

    def _earnings(self, company: str) -> int:
        """3.5.5: the best stations with own tokens up to all X, and markers up to all Y."""
        books = self.books
        ground = Ground(self.title.board, books.tiles)
        trains = [
            next(t for t in components.sheet("trains")["train"] if t["name"] == name)
            for name in books.train_list(company)
        ]
        cities, towns = sum(train["cities"] for train in trains), sum(train["towns"] for train in trains)
        own: South = self.now.before.own
        values = sorted((self._station(company, stop, ground) for stop in books.stations[company]), reverse=True)
        held = books.own["marker"].get(company, 0)
        assert isinstance(held, int)
        served = min(held, towns)
        was_there = company in own.papal or (
            isinstance(self.now.action, do.BuildLine) and PONTECORVO in self.now.action.route
        )
        papal = 10 if own.falcon == company and was_there and served else 0  # R13
        return sum(values[:cities]) + 10 * served + papal

    def _station(self, company: str, stop: str, ground: Ground) -> int:
        level = LEVEL[self._age()]
        revenue = ground.stop(stop).revenue
        value = revenue[min(level, len(revenue) - 1)]
        if company in REGIONALS:
            return 0 if ground.stop(stop).kind == "offboard" else value
        place = components.place(stop)
        for hex_id in dict.fromkeys(other.rpartition(".")[0] for other in components.stops_of(place)):
            for port in components.hex_table(hex_id).get("ports", ()):
                value += port["revenue"][min(level, len(port["revenue"]) - 1)]
        if self.now.before.own.falcon == company and stop.rpartition(".")[0] == BENEVENTO:
            value += 30
        return value

    def _earns(self, event: Event) -> None:
        company, told = str(event.values["company"]), int(event.values["revenue"])
        revenue = self._earnings(company)
        self.check(told == revenue, "18FB-3.5.5.9", f"The trains of {company} earn {revenue}, not {told}.")
        self.revenue, self.ran = revenue, company
        state = self._state(company)
        self.check(state != "building", "18FB-3.4.6", f"{company} is building, and its trains run.")
        if company in REGIONALS or state == "frozen":
            self._pay(company, "half" if revenue else "withhold")
        elif company in self.books.own["lease"] or not revenue:
            self._pay(company, "withhold")

    def _dividend(self, company: str, choice: str) -> None:
        self.check(self.ran == company, "18FB-3.5.6.1", f"{company} pays without earnings.")
        self.check(choice in ("pay", "half", "withhold"), "18FB-3.5.6.1", f"Earnings are not {choice}.")
        self._pay(company, choice)

    def _pay(self, company: str, choice: str) -> None:
        books, revenue = self.books, self.revenue
        paid = {"pay": revenue, "half": -(-revenue // 20) * 10, "withhold": 0}[choice]
        clause = {"pay": "18FB-3.5.6.2", "half": "18FB-3.5.6.4", "withhold": "18FB-3.5.6.8"}[choice]
        books.pay(BANK, company, revenue - paid, clause)
        if paid:
            for holder in dict.fromkeys(books.papers[company]):
                receiver = company if holder in (OFFER, BESIDE) else holder
                if holder != POOL:
                    amount = paid * books.percent(company, holder) // 100
                    books.pay(BANK, receiver, amount, "18FB-3.5.6.6" if receiver == company else "18FB-3.5.6.3")
        if company in REGIONALS:
            return
        if paid and paid >= books.price(company):
            self.move(company, "right", "18FB-2.2.5.5")
        elif not paid and company not in books.own["lease"]:
            self.move(company, "left", "18FB-2.2.5.4")
        else:
            books.note("token", company, "18FB-3.5.7.1")

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
        cost = self.title.trains[action.train].cost
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
            prices = [self.title.trains[name].cost for name in (*self._on_sale(regional=False), *pool)]
            self.check(cost == min(prices), "18FB-R47", f"{buyer} is helped to a {train}.")
            self.check(not self._must_company_sell(buyer), "18FB-3.5.10.2", f"{buyer} still owns stock to sell.")
        books.pay(president, buyer, short, "18FB-3.5.10.3")
        self._solvent(president, "18FB-3.5.10.3")

    def _replenish(self) -> None:
        """2.6.6: of PH6 trains there is always one more."""
        for train in ENDLESS:
            if train not in self.books.train_list(BANK):
                self.books.trains[BANK].append(train)

    def _train_deal(self, train: str, buyer: str, seller: str, price: int) -> None:
        self.books.pay(buyer, seller, price, "18FB-3.5.8.3")
        self._solvent(buyer, "18FB-3.5.8.3")
        self.books.train(train, seller, buyer, "18FB-3.5.8.3")

    def _president(self, company: str) -> str:
        books = self.books
        holder = books.president(company)
        if holder in books.seats or company not in NATIONALS:
            return holder
        order = self.exchange_order or list(self.now.before.own.exchange_order)
        players = [player for player in order if books.percent(company, player)]
        return max(players, key=lambda player: books.percent(company, player), default="")  # R59

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
        for table in ("float", "marker"):
            books.enter(table, company, None, clause)

    # 3.5.9 Finance

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

    def _forced_sale(self, event: Event) -> None:
        """2.2.3.2, 2.2.4.2, R61: what a company may not keep, at the market value, whatever the limits."""
        if isinstance(self.now.action, do.SellShares) and event is next(self.told(event.text)):
            if self.now.step != "stock" and self.company_sold:
                return  # the action itself
        company, other = str(event.values["company"]), str(event.values["other"])
        shares = int(event.values["percent"]) // SHARE
        books = self.books
        cell, own_cell = books.cell(other), books.cell(company)
        is_banned = cell is None or self._depth(cell) > 0 or (own_cell is not None and self._depth(own_cell) == 2)
        held = len(books.ordinary(other, company))
        due = held if is_banned else max(0, held - 1) if other != company else 0
        self.check(shares == due, "18FB-2.2.3.2", f"{company} must sell {due} shares of {other}, not {shares}.")
        self._company_sells(company, other, (10,) * shares, shares * books.price(other))

    # 3.7.3 Acquisitions

    def _acquire(self, company: str, regional: str) -> None:
        books = self.books
        owner = books.papers[regional][0]
        self.check(owner in books.seats, "18FB-R64", f"{regional} belongs to {owner}.")
        self.check(self._age() >= 6, "18FB-3.7.3.1", f"{regional} is acquired in {books.phase}.")
        leases = company in books.own["lease"]
        self.check(not leases, "18FB-R63", f"{company} leases its train and acquires {regional}.")
        price = self._earnings(regional) + REGIONALS[regional]
        books.pay(company, owner, price, "18FB-3.7.3.2")
        self._solvent(company, "18FB-3.7.3.4")
        books.pay(regional, owner, books.cash[regional], "18FB-3.7.3.6")
        for train in list(books.train_list(regional)):
            books.train(train, regional, company, "18FB-3.7.3.7")
        held = books.own["marker"].get(regional, 0)
        assert isinstance(held, int)
        self._mark(company, held, "18FB-3.7.3.10")
        stop = next(iter(books.stations[regional]), None)
        has_token = stop is not None and any(
            components.place(other) == components.place(stop) for other in books.stations[company]
        )
        place = stop if stop is not None and books.tokens[company] and not has_token else None
        books.stations[regional] = []
        if place is not None:
            self._acquired_token(company, place)
        self._retire(regional, "18FB-3.7.3.5")

    def _acquired_token(self, company: str, stop: str) -> None:
        """3.7.3.8, R65, R89: without cost; a bonus like any other, but none for SFM."""
        before = self.books.cell(company)
        self._token(company, stop)
        if company == "SFM" and before is not None and self.books.cell(company) != before:
            self.books.replace(company, before)

    def _deal(self) -> None:
        now = self.now
        if now.step == "card offer":
            frame = frame_of(now.before, CardOffer)
            assert frame is not None
            self.books.pay(frame.buyer, frame.seller, frame.price, "18FB-3.3.6.3")
            self._solvent(frame.buyer, "18FB-3.3.6.3")
            self.books.card(frame.card, frame.buyer, "18FB-3.3.6.3")
            return
        deal = frame_of(now.before, Offer)
        assert deal is not None
        self._train_deal(deal.name, deal.buyer, deal.seller, deal.price)

    def _answer(self, choice: str) -> None:
        now = self.now
        if now.step == "rescue":
            frame = frame_of(now.before, Rescue)
            assert frame is not None
            if choice != "leave":
                definitive = self._line_state(frame.company) == "definitive"
                due = 0 if definitive else self._deposit(frame.company)
                self._grant(frame.company, frame.player, due // 2 if choice == "take at half" else due)
                self._solvent(frame.player, "18FB-3.3.3.3")
        elif now.step == "merger" and choice in ("merge", "refuse"):
            self.answers[now.corporation] = choice
        elif now.step == "token":
            self._napoli_token(choice)

    def _napoli_token(self, choice: str) -> None:
        """R61: of two tokens in Napoli the president keeps one."""
        national = self.now.corporation
        stops = self.books.stations[national]
        kept = [stop for stop in stops if components.place(stop) != NAPOLI or stop == choice]
        self.books.tokens[national] += len(stops) - len(kept)
        self.books.stations[national] = kept
        self.books.note("stations", national, "18FB-R61")

    # 3.7 The nationals

    def _formed(self, event: Event) -> None:
        national = str(event.values["national"])
        pair = (str(event.values["first"]), str(event.values["second"]))
        books = self.books
        self._judge_pair(national, pair)
        floated = [name for name in books.in_order() if name in pair and name in books.own["float"]]
        cell = books.cell(floated[0]) if floated else self._start_cell(100)
        assert cell is not None
        price = self.title.market.rows[cell[0]][cell[1]]
        operated = any(name in self.done for name in pair)
        self._exchange_shares(national, pair, floated, price)
        for name in pair:
            books.pay(name, national, books.cash[name], "18FB-3.7.1.21")
            for train in list(books.train_list(name)):
                books.train(train, name, national, "18FB-3.7.1.21")
            for other, holders in books.papers.items():
                for number, holder in enumerate(holders):
                    if holder == name and other not in pair:
                        books.hand(other, number, national, "18FB-R61")
        markers = [books.own["marker"].get(name, 0) for name in pair]
        old = [stop for name in pair for stop in books.stations[name]]
        for name in pair:
            self._retire(name, "18FB-3.7.1.22")
        total = sum(count for count in markers if isinstance(count, int))
        if total:
            books.enter("marker", national, total, "18FB-R61")
        books.put(national, cell, "18FB-3.7.1.10")
        books.enter("float", national, books.phase, "18FB-3.7.1")
        books.enter("par", national, price, "18FB-3.7.1.10")
        self._largest_presides(national)
        self._national_tokens(national, old)
        if operated:
            self.done.append(national)
        if not books.train_list(national):
            books.train("PH6", BANK, national, "18FB-3.7.1.25")
            self._replenish()
            books.enter("lease", national, self.title.trains["PH6"].cost, "18FB-3.7.1.25")

    def _judge_pair(self, national: str, pair: Sequence[str]) -> None:
        """3.7.1.2 to 9, R58: who agreed, and the lowest of the others; unfloated ones are lowest."""
        books = self.books
        candidates = CANDIDATES[national]
        self.check(all(name in candidates for name in pair), "18FB-3.7.1.2", f"{pair} may not form {national}.")
        if isinstance(self.now.action, do.Answer) and self.now.step == "merger":
            frame = frame_of(self.now.before, Formation)
            if frame is not None and frame.national == national and self.now.action.choice in ("merge", "refuse"):
                self.answers[self.now.corporation] = self.now.action.choice
        willing = [name for name in candidates if self.answers.get(name) == "merge"]
        self.check(set(willing) <= set(pair), "18FB-3.7.1.4", f"{willing} agreed, and {pair} merge.")
        floated = [name for name in books.in_order() if name in candidates and name in books.own["float"]]
        closed = self.now.before.own.closed
        lowest = [name for name in candidates if name not in floated]
        lowest = [name for name in lowest if name not in closed] + [name for name in lowest if name in closed]
        forced = [name for name in pair if name not in willing]
        open_unfloated = [name for name in lowest if name not in closed]
        if len(open_unfloated) >= len(forced):
            is_right = all(name in open_unfloated for name in forced)
        else:
            order = [*open_unfloated, *[name for name in reversed(floated) if name not in willing]]
            order += [name for name in lowest if name in closed]
            is_right = sorted(forced) == sorted(order[: len(forced)])
        self.check(is_right, "18FB-3.7.1.5", f"{forced} are made to merge; floated are {floated}, not {lowest}.")

    def _exchange_shares(self, national: str, pair: Sequence[str], floated: Sequence[str], price: int) -> None:
        books = self.books
        order = [player for player in self.exchange_order if player in books.players()]

        def old(holder: str) -> int:
            return sum(books.percent(name, holder) for name in pair) // SHARE

        investors = [name for name in books.papers if name not in pair]
        new: dict[str, int] = {}
        president = ""
        for holder in (*order, *investors):
            count = old(holder)
            new[holder] = count // 2
            if holder in order and count >= 4 and not president:
                president = holder
            if count % 2 and any(books.percent(name, holder) for name in floated):
                books.pay(BANK, holder, price // 2, "18FB-3.7.1.15")
        treasury = sum(old(place) for place in (OFFER, BESIDE, *pair))
        new[POOL] = (old(POOL) + treasury % 2) // 2
        for number in range(len(books.papers[national])):
            books.hand(national, number, national, "18FB-3.7.1.19")  # R62: what is left lies in the treasury
        singles = list(range(1, len(books.papers[national])))
        if president:
            books.hand(national, PRESIDENT, president, "18FB-3.7.1.14")
        for holder, count in new.items():
            for _ in range(count - (2 if holder == president else 0)):
                if singles:
                    books.hand(national, singles.pop(0), holder, "18FB-3.7.1.12")

    def _largest_presides(self, national: str) -> None:
        books = self.books
        president = books.president(national)
        if president in books.seats:
            heir = self.heir(national, president, books.percent(national, president))
            if heir is not None:
                for number in books.ordinary(national, heir)[:2]:
                    books.hand(national, number, president, "18FB-3.7.1.20")
                books.hand(national, PRESIDENT, heir, "18FB-3.7.1.20")

    def _national_tokens(self, national: str, old: Sequence[str]) -> None:
        """3.7.1.24: one token where any of the two stood; of Napoli's halves its president picks later."""
        books = self.books
        found = list(self.now.after.stations[national])
        due = {components.place(stop) for stop in old}
        is_right = set(found) <= set(old) and {components.place(stop) for stop in found} == due
        self.check(is_right, "18FB-3.7.1.24", f"The tokens of {national} are on {found}, those before on {list(old)}.")
        rest = [components.place(stop) for stop in found if components.place(stop) != NAPOLI]
        self.check(len(rest) == len(set(rest)), "18FB-R61", f"{national} has two tokens in a city: {found}.")
        books.stations[national] = found
        books.tokens[national] = self.title.corporations[national].tokens - len(found)
        books.note("stations", national, "18FB-3.7.1.24")

    def _leases(self) -> None:
        """3.7.1.27: paid in full as soon as the treasury holds the price."""
        for national, owed in list(self.books.own["lease"].items()):
            assert isinstance(owed, int)
            if self.books.cash[national] >= owed:
                self.books.pay(national, BANK, owed, "18FB-3.7.1.27")
                self.books.enter("lease", national, None, "18FB-3.7.1.27")

    # What follows by itself

    def _afterwards(self) -> None:
        interest = False
        handlers: dict[str, Callable[[Event], None]] = {
            "{player} gets {lot} for {price}.": self._knocked_down,
            "The players sit in this order: {order}.": lambda event: self._seats(),
            "Stock round {turn} begins.": lambda event: self._stock_round(),
            "{player} has the priority.": lambda event: self._stock_round_over(str(event.values["player"])),
            "Operating round {turn}.{number} begins.": self._operating_round,
            "{corporation} operates.": lambda event: self._turn_begins(str(event.values["corporation"])),
            "{company} has not used all its tile steps: no interest is paid.": lambda event: self._no_interest(
                str(event.values["company"])
            ),
            "{company} earns {revenue}.": self._earns,
            "{company} sells {percent}% of {other} for {amount}.": self._forced_sale,
            "An unsold {train} train is removed.": lambda event: self._withered(str(event.values["train"])),
            "The Regional Companies Round begins.": lambda event: self._regional_round(),
            "{name} places its token on {hex}.": self._regional_token,
            "{name} is joined to {place}: {owner} receives {amount}.": self._joined,
            "{national} is formed out of {first} and {second}.": self._formed,
            "{national} pays {owed} for its leased train.": lambda event: self._leases(),
        }
        for event in self.now.events:
            if event.text == "{holder} receives {amount} of secured interest.":
                if not interest:
                    interest = True
                    turn = frame_of(self.now.before, OperatingTurn)
                    assert turn is not None
                    self._interest(turn.corporation)
                continue
            handler = handlers.get(event.text)
            if handler is not None:
                handler(event)
        if self.now.before.round.kind == "regional" and self.now.after.round.kind != "regional":
            for name in REGIONALS:
                if self.books.papers[name] == [OFFER]:
                    self.books.hand(name, 0, POOL, "18FB-3.6.2.3")

    def _seats(self) -> None:
        """3.2.11: by cash, most first; equals keep their order."""
        books = self.books
        books.seats = sorted(books.seats, key=lambda player: -books.cash[player])
        books.enter("table", "seats", tuple(books.seats), "18FB-3.2.11")
        first = self.now.after.priority
        self.check(first == books.seats[0], "18FB-3.2.11", f"{books.seats[0]} takes the priority, not {first}.")

    def _stock_round(self) -> None:
        if self.round:
            self.check(self.round == self.of, "18FB-3.1", f"The set of {self.of} ends after round {self.round}.")
            self._round_over()
        self.round = 0
        self.sold, self.acted, self.priority = set(), "", self.now.after.priority

    def _round_over(self) -> None:
        if self.regional_round == "due":
            self.check(False, "18FB-3.6.12", "No Regional Companies Round follows the round of the first PH5 train.")

    def _stock_round_over(self, priority: str) -> None:
        """3.3.4, 3.3.7: the priority, then the sold-out rises."""
        books = self.books
        due = books.from_left(self.acted)[0] if self.acted else self.priority
        self.check(priority == due, "18FB-3.3.4", f"{due} gets the priority, not {priority}.")
        for company in books.in_order():
            away = {OFFER, POOL, BESIDE} & set(books.papers[company])
            if not away and self._state(company) in ("provisional", "definitive"):
                self.move(company, "up", "18FB-2.2.5.6")
            else:
                books.note("token", company, "18FB-2.2.5.6")

    def _operating_round(self, event: Event) -> None:
        number = int(event.values["number"])
        if number > 1:
            self._round_over()
        self.check(number <= 2, "18FB-3.1", f"Round {number} of a set of two begins.")
        self.round, self.done, self.raised = number, [], {}
        own: South = self.now.after.own
        for card, owner in self.books.privates.items():
            if owner in self.books.players():
                _, full, less, company = CARDS[card]
                amount = less if company and company in own.extended else full
                self.books.pay(BANK, owner, amount, "18FB-3.5.1")

    def _turn_begins(self, company: str) -> None:
        """3.5.2 to 5, 3.6.3.4: regionals by number, then by price."""
        books = self.books
        regionals = [name for name in REGIONALS if books.papers[name][0] in books.players()]
        floated = [name for name in books.in_order() if name in books.own["float"] and self._president(name)]
        waiting = [name for name in (*regionals, *floated) if name not in self.done]
        first = waiting[0] if waiting else ""
        self.check(company == first, "18FB-3.5.5", f"{first} is next to operate, not {company}.")
        self.done.append(company)
        self.raised = {}
        self.ran = ""

    def _withered(self, train: str) -> None:
        self.check(train == "PH5" and self._age() >= 5, "18FB-2.6.5", f"An unsold {train} is removed.")
        self.books.train(train, BANK, OUT, "18FB-2.6.5")

    def _regional_round(self) -> None:
        self.check(self.regional_round == "due", "18FB-3.2", "A second Regional Companies Round begins.")
        self.regional_round = "done"

    def _regional_token(self, event: Event) -> None:
        """3.6.2.6: at its home."""
        name, hex_id = str(event.values["name"]), str(event.values["hex"])
        home = components.company_table(name)["home"]
        self.check(hex_id == home, "18FB-3.6.2.6", f"{name} places its token on {hex_id}, not on {home}.")
        stop = next(iter(self.now.after.stations[name]), f"{home}.0")
        self.books.place_token(name, stop, "18FB-3.6.2.6")

    def _joined(self, event: Event) -> None:
        """3.6.3.12 to 14: the bonus of the charter to the owner."""
        name, amount = str(event.values["name"]), int(event.values["amount"])
        tables = [t for t in components.company_table(name)["historical"] if t["name"] == event.values["place"]]
        due = tables[0]["cash"] if tables else 0
        self.check(amount == due, "18FB-3.6.3.12", f"The bonus of {name} is {due}, not {amount}.")
        owner = self.books.papers[name][0]
        self.books.pay(BANK, owner, due, "18FB-3.6.3.12")
        if tables:
            ground = Ground(self.title.board, self.now.after.layout.tiles)
            hex_id = tables[0]["place"]
            is_brown = not tables[0]["brown"] or ground.colour(hex_id) == "brown"
            self.check(is_brown, "18FB-3.6.3.13", f"{hex_id} is not brown.")
            stations = self.now.after.stations[name] or ground.stops(components.company_table(name)["home"])
            reached = {stop.rpartition(".")[0] for stop in ground.reach(stations, ()).stops}
            self.check(hex_id in reached, "18FB-3.6.3.12", f"{name} is not joined to {hex_id}.")

    # What always holds

    def _standing(self) -> None:
        now, books = self.now, self.books
        self.check(bool(now.after.bank_broken) == books.broken, "18FB-R67", f"The bank holds {books.cash[BANK]}.")
        waits = any(isinstance(frame, PresidentExchange) for frame in now.after.agenda)
        for company in (*MAJORS, *NATIONALS):
            president = now.after.certificates[company][PRESIDENT]
            if not books.is_started(company) or president not in books.players() or waits:
                continue
            holding = {player: self._percent(now.after, company, player) for player in books.players()}
            most, own = max(holding.values()), holding[president]
            text = f"{president} presides over {company} with {own}%, somebody has {most}%."
            self.check(most - own < self.margin, "18FB-3.3.5.1" if self._age() < 5 else "18FB-3.3.5.2", text)
        self._holdings()
        self._duty()
        self._end()

    def _percent(self, state: State, company: str, player: str) -> int:
        sizes = self.title.corporations[company].certificates
        return sum(size for size, holder in zip(sizes, state.certificates[company], strict=True) if holder == player)

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
        """3.5.8.5: who operates must own a train at the end of the turn."""
        books, company = self.books, self._ended_turn()
        if not company or company in REGIONALS or company not in books.own["float"] or self.now.after.over:
            return
        if self._state(company) in ("provisional", "definitive") and company in self.done:
            has = bool(books.train_list(company))
            self.check(has, "18FB-3.5.8.5", f"{company} ends its turn without a train.")

    def _end(self) -> None:
        now, books = self.now, self.books
        set_over = self.round in (0, 2) and now.before.round.kind in ("operating", "regional")
        left = now.after.round.kind in ("stock", "end")
        has_set_to_come = now.after.bank_broken == "regional" == now.before.round.kind  # R67
        reasons = {
            "18FB-4.2": any(self.title.market.rows[row][col] == 400 for _, row, col in books.market),
            "18FB-4.1": books.broken and set_over and left and not has_set_to_come,
            "18FB-R76": len(books.players()) == 1,
        }
        self.check_end(reasons, otherwise=now.after.ended_by == "18FB-R77")

    def judge_scores(self, scores: dict[str, int]) -> None:
        state = self.now.after
        for player, score in scores.items():
            worth = state.cash[player]
            for company in state.certificates:
                percent = self._percent(state, company, player)
                cell = next(((row, col) for name, row, col in state.market if name == company), None)
                if company in REGIONALS:
                    worth += REGIONALS[company] if percent else 0
                elif cell is not None:
                    worth += self.title.market.rows[cell[0]][cell[1]] * percent // SHARE
            if player in state.gone:
                worth = 0
            self.check(score == worth, "18FB-4.6", f"{player} is worth {worth}, not {score}.")


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
