"""The referee of 1883, by the tables and sections of its rulebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.state import State
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.concessions import BonusChoice
from ferrovia.titles.t1883.emilia import Emilia
from ferrovia.titles.t1883.event_questions import Levy, MarshallPlan
from ferrovia.titles.t1883.merger import MergerOffer, OddShare, Settling
from tests.referees.auction import PrivateAuction
from tests.referees.books import BANK, OFFER, OUT, POOL, PRESIDENT, SHARE, Cell
from tests.referees.dealing import Dealer
from tests.referees.on_foot import Ground, Walked
from tests.referees.referee import frame_of

CCFR, SARSA, SEFTA, SV = "CCFR", "SARSA", "SEFTA", "SV"
MERGING = ("FMMSF", "FMV")

# 4: the phases
ROUNDS = {"1": 1, "2": 2, "3": 2, "4": 2, "5": 3, "6": 3, "7": 3, "8": 3}
LIMIT = {"1": 4, "2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "7": 2, "8": 2}
STARTED_BY = {"3": "2", "3bis": "3", "4": "4", "5": "5", "6": "6", "7": "7", "8": "8"}
SCRAPPED = {"4": ("2", "2G"), "5": ("3",), "6": ("3bis",), "8": ("4",)}
LEVEL = {"1": 0, "2": 0, "3": 1, "4": 1, "5": 1, "6": 2, "7": 2, "8": 2}
SHADES = ("blank", "yellow", "green", "brown", "grey")
COLOURS = {"1": 1, "2": 2, "3": 2, "4": 2, "5": 3, "6": 3, "7": 4, "8": 4}
PARS = {65: "1", 85: "1", 100: "1", 110: "2", 150: "5"}  # 5.3.3
LINE = ("2", "3", "3bis", "4", "5", "6", "7", "8")
PERMANENT = ("5", "6", "7", "8")
PARTNERS = ("2", "3", "3bis")
# A3: the tables
CAPITAL = {2: 800, 3: 550, 4: 400}
PAPERS = {2: (32, 28), 3: (21, 19), 4: (16, 14)}
FACES = {"TCB": 20, "FRV": 40, "CNP": 60, "TMM": 80, "FCV": 100, "FSF-P": 150}
INCOMES = {"TCB": 5, "FRV": 10, "CNP": 10, "TMM": 15, "FCV": 15, "FSF-P": 0}
SUPPORT = (5, 10, 20, 30, 40, 50, 60, 80, 100)
CONCESSIONS = {  # cost, bonuses, due
    "1": (15, (100, 150, 200), 2),
    "2": (20, (200, 250, 300), 4),
    "3": (20, (200, 250, 300), 4),
    "4": (15, (150, 200, 250), 6),
    "5": (20, (350, 400, 450), 6),
    "6": (20, (200, 250, 300), 5),
    "7": (10, (100, 150, 200), 4),
    "8": (10, (100, 150, 200), 5),
}
RED_LINES = {
    "Modena": ("Bologna/Florence", "Mantova/Brenner"),
    "Reggio Emilia": ("Bologna/Florence",),
    "Castelfranco": ("Bologna/Florence",),
    "Suzzara": ("Mantova/Brenner",),
    "Poggio Rusco": ("Verona/Brenner",),
    "San Felice": ("Verona/Brenner",),
    "Persiceto": ("Verona/Brenner",),
}
# 11: what a strike does, and to whom: all corporations, railways, or SARSA
STRIKES = {
    "General strike": ("zero", "all", False),
    "Hot autumn": ("zero", "all", False),
    "Railroad strike": ("half", "railways", False),
    "Bus strike": ("half", "coaches", False),
    "Autarchy": ("half", "all", True),
}
BOXES = {
    "King's visit": {"Bologna/Florence": -10},
    "Verona Porta Nuova built": {"Verona/Brenner": 20},
    "Economic boom": {"Mantova/Brenner": 30, "Verona/Brenner": 20},
}
LOSE_SUPPORT = ("The fall of the Fascist regime", "The march on Rome", "Italian Republic declared")
HEIGHTS = ("plain", "hill", "mountain")

CLAUSES = {
    "sale.started": "1883-5.2.1",
    "sale.money": "1883-5.2.1",
    "sale.paper": "1883-5.2.2",
    "sale.price": "1883-5.2.2",
    "sale.president": "1883-5.3.4.3",
    "sale.pool": "1883-5.2.3",
    "presidency": "1883-5.3.4.1",
    "buy.paper": "1883-5.3.1",
    "buy.pool": "1883-5.3.1.1",
    "buy.offer": "1883-5.3.2.1",
    "buy.cash": "1883-5.3.2.1",
    "buy.most": "1883-5.3.6.1",
    "dividend": "1883-6.7.2.3",
}
AUCTION = {
    "price": "1883-3.3.1.1",
    "bid": "1883-3.3.1.3",
    "aside": "1883-3.3.1.4",
    "contest": "1883-3.3.1.8",
    "award": "1883-3.3.1.7",
    "revenue": "1883-3.3.2.1",
}


class Referee1883(Dealer):
    """Emilia's referee."""

    clauses = CLAUSES

    def begin(self, state: State) -> None:
        self.auction = PrivateAuction(FACES, AUCTION, step=5)
        self.priority = state.priority
        self.acted = ""
        self.sold: set[tuple[str, str]] = set()
        self.turn: list[str] = []  # "sold" and "bought" in this stock turn, in order
        self.launched: list[str] = []
        self.bought_concession: list[str] = []
        self.done: list[str] = []
        self.of, self.round = 1, 0
        self.limit_players = len(state.seats)
        self.revenue, self.ran = 0, ""
        self.laid = 0
        self.cards: list[str] = []  # events drawn in this operating round
        self.drawn = 0
        self.asked: list[tuple[str, list[str]]] = []  # strikes, and who is still to be asked
        self.effects: dict[str, str] = {}
        self.hot_autumn = False
        self.breaker = 0
        self.debts: list[tuple[str, int, str]] = []
        self.operated_last: list[str] = []
        self.sales_in_emergency = 0
        self.merging: list[str] = []  # players in the order of the exchange, while the merger goes on
        self.must_merge = False
        self.led_on = False  # a bankrupt leader's follower leads CCFR in the next operating round
        players = len(state.seats)
        for player in state.seats:
            right = (state.cash[player], state.own.support[player], state.certificates[CCFR].count(player))
            text = f"{player} begins with money, support and shares {right}."
            self.check(right == (CAPITAL[players], 1, 1), "1883-2.2.1", text)
        self.check(state.cash[BANK] == 11000 - players * CAPITAL[players], "1883-R02", "The bank begins otherwise.")

    def own_tables(self, state: State) -> dict[str, dict[str, object]]:
        own: Emilia = state.own
        return {
            "support": dict(own.support),
            "concession": {name: (item.owner, item.counter) for name, item in own.concessions.items()},
            "coach": dict.fromkeys(own.coaches, "there"),
            "port": {f"{hex_id} {name}": "there" for hex_id, name in own.ports},
            "par": dict(own.pars),
            "cooperative": {"state": own.ccfr, "leader": own.ccfr_leader},
            "aside": {"money": own.set_aside},
        }

    def judge(self) -> None:
        self._direct()
        self._duty()
        self._afterwards()
        self._pay_debts()
        self._questions()
        self._standing()

    # What an action does

    def _direct(self) -> None:
        now, books = self.now, self.books
        player, action = now.player, now.action
        if isinstance(action, do.UsePrivate):
            self._swap()  # at any moment
            return
        if now.step in ("auction", "contest"):
            for private in self.auction.judge(self, player, action):
                self._private_sold(private)
            return
        if now.step == "stock":
            turn = frame_of(now.before, StockRound)
            if turn is not None and not turn.acted:
                self.turn = []
        match action:
            case do.Start():
                self._start(action)
            case do.BuyShare():
                self._buy_share(action)
            case do.SellShares(corporation=corporation, certificates=sizes):
                self._sell(corporation, sizes)
            case do.BuySupport():
                held = now.before.own.support[player]
                self.check(held < 9, "1883-5.5.3", f"{player} buys a tenth card of support.")
                books.pay(player, BANK, SUPPORT[min(held, 8)], "1883-5.5.4")
                self._solvent(player, "1883-5.5.4")
                books.enter("support", player, held + 1, "1883-5.5.2")
                self._bought("1883-5.5.2")
                self.turn.append("support")
            case do.BuyConcession():
                self._buy_concession(action)
            case do.Exchange(certificates=given):
                frame = frame_of(now.before, PresidentExchange)
                assert frame is not None
                self.exchange(frame.corporation, frame.heir, given)
            case do.LayTile() if now.step == "track":
                self._lay(action)
            case do.LayTile(hex=hex_id, tile=tile, rotation=rotation):
                self._falls_back(hex_id)  # an air raid, or FRV's link
                books.lay(hex_id, tile, rotation, "1883-11.2.2")
            case do.PlaceToken(hex=hex_id, city=city):
                self._token(now.corporation, f"{hex_id}.{city}")
            case do.PlaceCoach(hex=hex_id):
                self._coach(hex_id)
            case do.PlaceAnchor(hex=hex_id):
                self._anchor(now.corporation, hex_id)
            case do.RunTrains():
                self._run(action)
            case do.Dividend(choice=choice):
                self._dividend(now.corporation, choice)
            case do.BuyTrain():
                self._buy_train(action)
            case do.DiscardTrain(train=train):
                books.train(train, now.corporation, POOL, "1883-6.8.4.1")
                self._surplus_gravity()
            case do.IssueShares(count=count):
                self._issue(now.corporation, count)
            case do.BuyPrivate(private=private, price=price):
                self._private_offer(private, price)
            case do.Accept():
                self._deal()
            case do.Merge():
                partner = MERGING[MERGING[0] == now.corporation]
                if books.president(partner) == books.president(now.corporation):
                    self._merge(now.corporation)
            case do.Bankrupt():
                self._bankrupt()
            case do.Answer(choice=stop) if now.step == "tokens":
                self._give_up_token(stop)
            case do.Pass() if now.step == "stock":
                self.judge_pass(player, self._papers(player), self._limit(), "1883-5.4.6")
                self._balance()
            case do.Answer() | do.Pass() | do.Decline():
                pass
            case _:
                self.check(False, "1883-6.3.2", f"There is no {action} in 1883.")

    def _solvent(self, purse: str, clause: str = "1883-6.3.3") -> None:
        self.check(self.books.cash[purse] >= 0, clause, f"{purse} spends more than it has.")

    def _bought(self, clause: str) -> None:
        """5.1: one purchase a turn, and sales on one side of it only."""
        self.check("bought" not in self.turn, clause, f"{self.now.player} buys twice in a turn.")
        self.turn.append("bought")
        self.acted = self.now.player

    def _is_cooperative(self) -> bool:
        return self.books.own["cooperative"]["state"] != "capitalist"

    def _is_railway(self, corporation: str) -> bool:
        return corporation != SARSA and (corporation != CCFR or not self._is_cooperative())

    def _president(self, corporation: str) -> str:
        if corporation == CCFR and self._is_cooperative():
            return str(self.books.own["cooperative"]["leader"])
        return self.books.president(corporation)

    def _support(self, player: str, change: int, clause: str) -> None:
        held = self.books.own["support"][player]
        assert isinstance(held, int)
        self.check(held + change >= 0, clause, f"{player} plays support without having it.")
        self.books.enter("support", player, min(9, held + change), clause)

    def _has_support(self, player: str, cards: int = 1) -> bool:
        held = self.books.own["support"].get(player, 0)
        return isinstance(held, int) and held >= cards

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

    def _par(self, corporation: str) -> int:
        par = self.books.own["par"][corporation]
        assert isinstance(par, int)
        return par

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

    # 5 Stock rounds

    def _start(self, action: do.Start) -> None:
        """3.2.12, 5.3.3: par, president's certificate, the bank for shares that privates brought, homes."""
        books, now = self.books, self.now
        corporation, par = action.corporation, action.price
        by_private = now.step == "par"
        is_par = par in PARS and int(PARS[par]) <= int(books.phase)
        self.check(is_par, "1883-5.3.3.2", f"{par} is no par in phase {books.phase}.")
        self.check(books.president(corporation) == OFFER, "1883-5.3.3.1", f"{corporation} cannot be launched.")
        if not by_private:
            self._bought("1883-5.1.1")
            self._paper_limit(now.player)
            self.launched.append(corporation)
        cell = next((start.cell for start in self.title.market.starts if start.price == par), (0, 0))
        books.put(corporation, cell, "1883-5.3.3.3")
        books.enter("par", corporation, par, "1883-5.3.3.3")
        books.pay(
            BANK if by_private else now.player, corporation, 2 * par, "1883-R08" if by_private else "1883-5.3.3.1"
        )
        self._solvent(now.player, "1883-5.3.3.1")
        granted = sum(holder in books.seats for holder in books.papers[corporation])
        books.pay(BANK, corporation, par * granted, "1883-5.3.3.4")
        books.hand(corporation, PRESIDENT, now.player, "1883-5.3.3.1")
        if corporation != SARSA:
            for hex_id in self.title.corporations[corporation].homes:
                if f"{hex_id}.0" not in books.stations[corporation]:
                    books.place_token(corporation, f"{hex_id}.0", "1883-6.5.2")

    def _papers(self, player: str) -> int:
        return self.books.papers_of(player) + sum(owner == player for owner in self.books.privates.values())

    def _limit(self) -> int:
        """5.4: by the players at the beginning of the stock round, and lower once SEFTA is there."""
        return PAPERS[max(2, self.limit_players)][bool(self.now.before.own.merged)]

    def _paper_limit(self, player: str) -> None:
        count, limit = self._papers(player), self._limit()
        self.check(count < limit, "1883-5.4.6", f"{player} buys with {count} certificates, the limit is {limit}.")

    def _buy_share(self, action: do.BuyShare) -> None:
        player, corporation = self.now.player, action.corporation
        self._bought("1883-5.1.1")
        self._paper_limit(player)
        is_barred = (player, corporation) in self.sold
        self.check(not is_barred, "1883-5.3.5.1", f"{player} sold {corporation} in this round and buys it.")
        if corporation == CCFR:
            self.check(not self._is_cooperative(), "1883-8.1.1.3", "A share of the co-operative is bought.")
        if action.source == POOL:
            self.buy(player, corporation, POOL, self.books.price(corporation), BANK)
        else:
            self.buy(player, corporation, OFFER, self._par(corporation), corporation)

    def _sell(self, corporation: str, sizes: Sequence[int]) -> None:
        now = self.now
        seller = now.player
        if now.step == "stock":
            turn = frame_of(now.before, StockRound)
            self.begin_sales(("stock", now.number) if turn is not None and not turn.order_before else self.sale_key)
            self.check("support" not in self.turn, "1883-R14", f"{seller} sells after buying political support.")
            is_split = self.turn[:2] == ["sold", "bought"]
            self.check(not is_split, "1883-5.1.2", f"{seller} sells before and after buying.")
            if self.turn[-1:] != ["sold"]:
                self.turn.append("sold")
            self.acted = seller
        else:
            turn_of = frame_of(now.before, OperatingTurn)
            operating = turn_of.corporation if turn_of is not None else ""
            self.begin_sales(("forced", now.before.round, now.step, operating, seller))
            self.sales_in_emergency += 1
            self._judge_forced_sale(seller, corporation, sizes, operating)
        if now.before.round.kind == "stock":
            self.sold.add((seller, corporation))
        operating = self._buying()
        self.sell(seller, corporation, sizes)
        if operating and self.books.is_started(operating) and self.books.president(operating) != seller:
            # R33: the sale by which the buying corporation changes hands comes last and leaves it the money.
            prices = [self.title.trains[train].cost for train in self._on_sale() if train != "2G"]
            missing = min(prices, default=0) - self.books.cash[operating]
            self.books.pay(seller, operating, max(0, missing), "1883-R33")
            self._solvent(seller, "1883-R33")

    def _buying(self) -> str:
        """The corporation for whose train a president sells."""
        turn = frame_of(self.now.before, OperatingTurn)
        return turn.corporation if turn is not None and self.now.step == "trains" else ""

    def _judge_forced_sale(self, seller: str, corporation: str, sizes: Sequence[int], operating: str) -> None:
        """6.8.6: only what is needed; the last share may overshoot (R33)."""
        books = self.books
        debt = frame_of(self.now.before, Debt)
        if self.now.step == "debt" and debt is not None:
            need = debt.amount - books.cash[seller]
        else:
            prices = [self.title.trains[train].cost for train in self._on_sale() if train != "2G"]
            need = min(prices, default=0) - books.cash[operating] - books.cash[seller]
        self.check(need > 0, "1883-6.8.6.2", f"{seller} sells though {-need} is to spare.")
        least = (sum(sizes) - min(sizes)) // SHARE * books.price(corporation)
        self.check(least < need, "1883-R33", f"{seller} sells {sum(sizes)}% of {corporation} for the missing {need}.")

    def may_be_sold(self, corporation: str) -> bool:
        now = self.now.before.round
        is_first = now.kind == "stock" and now.turn == 1
        return not is_first and not (corporation == CCFR and self._is_cooperative())

    def judge_sale(self, seller: str, corporation: str, sizes: Sequence[int]) -> None:
        super().judge_sale(seller, corporation, sizes)
        now = self.now.before.round
        is_first = now.kind == "stock" and now.turn == 1
        self.check(not is_first, "1883-5.2.1.1", f"{corporation} is sold in the first stock round.")
        if corporation == CCFR:
            self.check(not self._is_cooperative(), "1883-8.1.1.2", "A share of the co-operative is sold.")

    def _buy_concession(self, action: do.BuyConcession) -> None:
        books, corporation = self.books, action.corporation
        self._bought("1883-5.6.5")
        owner = books.own["concession"].get(action.concession, ("?", 0))
        self.check(owner == ("", 0), "1883-5.6.1", f"Concession {action.concession} is {owner}.")
        self.check(self._is_railway(corporation), "1883-8.2.19", f"{corporation} buys a concession.")
        self.check(corporation not in self.launched, "1883-5.6.4", f"{corporation} was launched in this round.")
        is_second = corporation in self.bought_concession
        self.check(not is_second, "1883-5.6.3", f"{corporation} buys two concessions in a round.")
        self.bought_concession.append(corporation)
        books.pay(corporation, BANK, CONCESSIONS[action.concession][0], "1883-5.6.2")
        self._solvent(corporation, "1883-5.6.2")
        books.enter("concession", action.concession, (corporation, 0), "1883-5.6.1")

    # The market (R15)

    def moved(self, cell: Cell, how: str, times: int) -> Cell:
        for _ in range(times):
            cell = self._moved_once(cell, how)
        return cell

    def _moved_once(self, cell: Cell, how: str) -> Cell:
        row, col = cell
        rows = self.title.market.rows
        to = {"up": (row - 1, col), "down": (row + 1, col), "left": (row, col - 1), "right": (row, col + 1)}[how]
        if 0 <= to[0] < len(rows) and 0 <= to[1] < len(rows[to[0]]):
            return to
        turned = {"left": "down", "right": "up"}
        return self._moved_once(cell, turned[how]) if how in turned else cell

    def entered(self, corporation: str, cell: Cell) -> None:
        if self.title.market.rows[cell[0]][cell[1]] == 0:
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
        for private, owner in list(books.privates.items()):
            if owner == player:
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
            books.put(CCFR, next(start.cell for start in self.title.market.starts if start.price == 100), "1883-R44")

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
            train = min(counted, key=lambda name: self.title.trains[name].cost)
            books.train(train, CCFR, POOL, "1883-R72")

    # 6.4 Track

    def _lay(self, action: do.LayTile) -> None:
        books, now = self.books, self.now
        hex_id, corporation = action.hex, now.corporation
        table = components.hex_table(hex_id)
        before = Ground(self.title.board, now.before.layout.tiles)
        books.lay(hex_id, action.tile, action.rotation, "1883-6.4.1")
        after = Ground(self.title.board, books.tiles)
        self._judge_tile(hex_id, before, after)
        turn = frame_of(now.before, OperatingTurn)
        laid = turn.laid if turn is not None else ()
        is_first = before.colour(hex_id) == "blank"
        cost = self.title.board.hexes[hex_id].cost if is_first else 0
        is_high = table.get("height") in ("hill", "mountain")
        if self._is_frv_link(action, corporation):
            cost = 0
        elif corporation == CCFR and is_high and self._is_cooperative():
            cost = 0  # 6.4.5
        elif corporation == CCFR and is_high and is_first:
            # 8.1.3, R74: of two yellow tiles on heights the dearer is free
            earlier = [
                self.title.board.hexes[other].cost
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

    def _falls_back(self, hex_id: str) -> None:
        """11.2.2: a bombed tile falls by one colour."""
        if self.now.step != "air raid":
            return
        before, after = (Ground(self.title.board, state.layout.tiles) for state in (self.now.before, self.now.after))
        del before, after

    # 6.5 Tokens

    def _token(self, corporation: str, stop: str) -> None:
        books = self.books
        ground = Ground(self.title.board, books.tiles)
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
        merged = self.now.before.own.merged
        names = [name for name, card in self.title.corporations.items() if hex_id in card.homes and name != SARSA]
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
        beside = [other[0] for other in self.title.board.neighbours[hex_id] if other is not None]
        self.check(any(other in coaches for other in beside), "1883-8.2.4", f"No coach stands beside {hex_id}.")
        books.pay(SARSA, BANK, self.title.board.hexes[hex_id].cost, "1883-8.2.5")
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
                for beside in self.title.board.neighbours[hex_id]:
                    if beside is not None and beside[0] in coaches:
                        coaches.discard(beside[0])
                        trail.append(beside[0])
            best = max(best, sum(self._coach_value(hex_id) for hex_id in group))
        return best

    def _coach_value(self, hex_id: str) -> int:
        ground = Ground(self.title.board, self.books.tiles)
        stops = [ground.stop(stop) for stop in ground.stops(hex_id)]
        if not stops:
            return 0
        level = LEVEL[self.books.phase]
        shown = max(max(_at(stop.revenue, level), _at(stop.terminal, level)) for stop in stops)
        return shown or (20 if stops[0].kind == "city" else 10)

    # 6.7 Runs

    def _run(self, action: do.RunTrains) -> None:
        corporation = self.now.corporation
        ground = Ground(self.title.board, self.books.tiles)
        trains = list(self.books.train_list(corporation))
        used: set[object] = set()
        slid: set[object] = set()
        rolls = [int(event.values["rolled"]) for event in self.told("{corporation} rolls {rolled} for its 2G.")]
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
        told = [
            *self.told("{corporation} runs for {revenue}."),
            *self.told("SARSA runs for {revenue}."),
        ]
        shown = [int(event.values["revenue"]) for event in told]
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
        names = self.title.board.hexes
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
            for way in starts:
                found.append((way._replace(stops=(*way.stops, f"{route[-1]}.0")), f"{location}-{box}"))
        return found

    def _is_legal(self, corporation: str, train: str, way: Walked, line: str, ground: Ground) -> bool:
        closed = self._closed_to(corporation, ground)
        kinds = [ground.stop(stop).kind for stop in way.stops]
        inner = list(zip(way.stops[1:-1], kinds[1:-1], strict=True))
        if line and len(way.stops) == 2:
            inner = [(way.stops[0], kinds[0])]  # 6.6.4: who takes the line passes through the T location
        if any(stop in closed or kind == "offboard" for stop, kind in inner):
            return False
        if line and kinds[:-1].count("offboard"):
            return False  # 6.6.5
        if len(way.stops) < 2 or not set(way.stops) & set(self.books.stations[corporation]):
            return False
        if train == "2G":
            heights = [self._height(stop) for stop in way.stops]
            if line or len(way.stops) != 2 or None in heights or heights[0] == heights[1]:
                return False
            return True
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
            name = self.title.board.hexes[stop.rpartition(".")[0]].name
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
        cost = self.title.trains[action.train].cost
        short = cost - books.cash[buyer]
        if short > 0:
            prices = [self.title.trains[train].cost for train in self._on_sale() if train != "2G"]
            self.check(self._counted(buyer) == 0, "1883-6.8.6.1", f"{buyer} owns trains and is helped to one more.")
            self.check(cost == min(prices), "1883-6.8.6.3", f"{buyer} is helped to a {action.train}.")
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
        merged = self.now.before.own.merged
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

    def _deal(self) -> None:
        if self.now.step == "merger":
            offer = frame_of(self.now.before, MergerOffer)
            assert offer is not None
            self._merge(offer.active)
            return
        deal = frame_of(self.now.before, Offer)
        assert deal is not None
        if deal.thing == "train":
            self._train_deal(deal.name, deal.buyer, deal.seller, deal.price)
        else:
            self._private_deal(deal.name, deal.buyer, deal.seller, deal.price)

    # 8.3 The merger

    def _merge(self, active: str) -> None:
        books = self.books
        total = min(150, sum(books.price(name) for name in MERGING))
        rows = self.title.market.rows
        cells = [(row, col) for row, line in enumerate(rows) for col, price in enumerate(line) if 0 < price <= total]
        value = max(rows[row][col] for row, col in cells)
        cell = max((cell for cell in cells if rows[cell[0]][cell[1]] == value), key=lambda cell: cell[1])
        president = books.president(active)
        self.merging = [president, *books.from_left(president)]
        books.put(SEFTA, cell, "1883-8.3.5")
        books.enter("par", SEFTA, value, "1883-8.3.9")
        self._close_privates()
        for name in MERGING:
            books.pay(name, SEFTA, books.cash[name], "1883-8.3.4")
            for train in list(books.train_list(name)):
                books.train(train, name, SEFTA, "1883-8.3.4")
            books.off_market(name, "1883-8.3.4")
            self.done.append(name)
        self.done.append(SEFTA)
        effects = [self.effects[name] for name in MERGING if name in self.effects]
        if effects:
            self.effects[SEFTA] = "zero" if "zero" in effects else effects[0]  # R80
        for name, item in list(books.own["concession"].items()):
            assert isinstance(item, tuple)
            if item[0] in MERGING:
                books.enter("concession", name, (SEFTA, item[1]), "1883-8.3.4")
        for port in list(books.own["port"]):
            hex_id, _, owner = port.partition(" ")
            if owner in MERGING:
                books.enter("port", port, None, "1883-R49")
                books.enter("port", f"{hex_id} {SEFTA}", "there", "1883-R49")
        self.kept = sum(books.percent(name, OFFER) // SHARE for name in MERGING) // 2
        self.odd = []
        for holder in (*self.merging, POOL):
            units = sum(books.percent(name, holder) // SHARE for name in MERGING)
            for _ in range(units // 2):
                self._sefta_share(holder)
            if holder in self.merging and units % 2:
                self.odd.append(holder)
        for name in MERGING:
            for number in range(len(books.papers[name])):
                books.hand(name, number, OUT, "1883-8.3.6")

    def _sefta_share(self, holder: str) -> None:
        """8.3.6, 8.3.10: one share; the first player with two holds the president's certificate instead."""
        books = self.books
        left = books.ordinary(SEFTA, OFFER)
        self.check(bool(left), "1883-8.3.6", f"There is no share of SEFTA left for {holder}.")
        if not left:
            return
        books.hand(SEFTA, left[0], holder, "1883-8.3.6")
        singles = books.held(SEFTA, holder)
        if holder in books.seats and len(singles) == 2 and books.president(SEFTA) == OFFER:
            for number in singles:
                books.hand(SEFTA, number, OFFER, "1883-8.3.10")
            books.hand(SEFTA, PRESIDENT, holder, "1883-8.3.10")

    def _merger_goes_on(self) -> None:
        """Odd shares, the presidency, the tokens, as far as the questions of this moment lead."""
        if not self.merging:
            return
        books, after = self.books, self.now.after
        waiting = [frame.player for frame in after.agenda if isinstance(frame, OddShare)]
        half = -(-self._par(SEFTA) // 2)
        while self.odd and self.odd[0] not in waiting:
            player = self.odd.pop(0)
            action = self.now.action
            converts = action == do.Answer("convert") and self.now.player == player and self.now.step == "odd_share"
            if converts:
                books.pay(player, SEFTA, half, "1883-8.3.7")
                self._solvent(player, "1883-8.3.7")
                self._sefta_share(player)
            else:
                books.pay(BANK, player, half, "1883-8.3.7")
        if self.odd or (not after.over and frame_of(after, Settling) is not None):
            if not self.odd:
                self._buy_sefta_presidency()
            return
        if not after.over or self.was_told("{player} is president of SEFTA."):
            self._settle_merger()

    def _buy_sefta_presidency(self) -> None:
        """8.3.12: nobody has two shares: the first with one owes for the second."""
        debt = frame_of(self.now.after, Debt)
        if self.books.president(SEFTA) == OFFER and debt is not None:
            entry = (debt.player, debt.amount, SEFTA)
            self.check(debt.amount == self.books.price(SEFTA), "1883-8.3.12", f"The presidency costs {debt.amount}.")
            if entry not in self.debts:
                self.debts.append(entry)

    def _settle_merger(self) -> None:
        books, after = self.books, self.now.after
        if books.president(SEFTA) == OFFER:
            buyers = [player for player in self.merging if books.held(SEFTA, player) and player not in books.gone]
            if not buyers:
                self.merging = []
                for name in MERGING:
                    books.stations[name] = []
                    books.note("stations", name, "1883-8.3.12")
                self._close(SEFTA)
                return
            if (buyers[0], books.price(SEFTA), SEFTA) not in self.debts and self._was_paid(buyers[0]):
                books.pay(buyers[0], SEFTA, books.price(SEFTA), "1883-8.3.12")
            for number in books.held(SEFTA, buyers[0]):
                books.hand(SEFTA, number, OFFER, "1883-8.3.12")
            books.hand(SEFTA, PRESIDENT, buyers[0], "1883-8.3.12")
        president = books.president(SEFTA)
        heir = self.heir(SEFTA, president, books.percent(SEFTA, president))
        if heir is not None:
            for number in books.ordinary(SEFTA, heir)[:2]:
                books.hand(SEFTA, number, president, "1883-8.3.11")
            books.hand(SEFTA, PRESIDENT, heir, "1883-8.3.11")
        if after.stations[SEFTA]:
            self._sefta_tokens()
        if not any(frame.__struct_config__.tag == "sefta_tokens" for frame in after.agenda):
            self.merging = []

    def _was_paid(self, player: str) -> bool:
        """Whether the debt for the presidency came and went within this moment."""
        return not any(isinstance(frame, Debt) and frame.payee == SEFTA for frame in self.now.before.agenda)

    def _give_up_token(self, stop: str) -> None:
        """R51: of more than four the president gives up one that is no home."""
        homes = [f"{hex_id}.0" for hex_id in self.title.corporations[SEFTA].homes]
        self.check(stop not in homes, "1883-8.3.13", f"SEFTA gives up its home {stop}.")
        for name in MERGING:
            if stop in self.books.stations[name]:
                self.books.stations[name].remove(stop)
                self.books.note("stations", name, "1883-8.3.13")

    def _sefta_tokens(self) -> None:
        """8.3.13: up to four tokens, the homes first; the others go."""
        books, after = self.books, self.now.after
        old = list(dict.fromkeys(stop for name in MERGING for stop in books.stations[name]))
        new = list(after.stations[SEFTA])
        homes = [f"{hex_id}.0" for hex_id in self.title.corporations[SEFTA].homes]
        due = min(4, len(old))
        is_right = set(new) <= set(old) and len(new) == due and all(stop in new for stop in homes if stop in old)
        self.check(is_right, "1883-8.3.13", f"The tokens of SEFTA are on {new}, those before on {old}.")
        books.stations[SEFTA], books.tokens[SEFTA] = new, 4 - len(new)
        books.note("stations", SEFTA, "1883-8.3.13")
        for name in MERGING:
            books.stations[name], books.tokens[name] = [], 0
            books.note("stations", name, "1883-8.3.13")

    # What follows by itself

    def _afterwards(self) -> None:
        handlers: dict[str, Callable[[Event], None]] = {
            "{player} has the priority.": lambda event: self._stock_round_over(str(event.values["player"])),
            "Stock round {turn} begins.": lambda event: self._stock_round(),
            "Operating round {turn}.{number} begins.": self._operating_round,
            "Event: {event}.": lambda event: self._event(str(event.values["event"])),
            "{corporation} suffers.": lambda event: self._answered(str(event.values["corporation"]), spared=False),
            "{corporation} is spared.": lambda event: self._answered(str(event.values["corporation"]), spared=True),
            "An accident strikes {corporation}.": lambda event: self._accident(str(event.values["corporation"])),
            "{corporation} loses a {train}": self._war_effort,
            "{player} loses a card of political support.": lambda event: self._support(
                str(event.values["player"]), -1, "1883-11.3.7"
            ),
            "A {train} is taken away.": lambda event: self._occupied(str(event.values["train"])),
            "The tile on {hex} is lost.": lambda event: self._tile_lost(str(event.values["hex"])),
            "The tile on {hex} falls back to {tile}.": self._tile_fell,
            "The track between Reggio Emilia and Sassuolo is laid.": lambda event: self._link(),
            "{corporation} completes concession {concession} for {bonus}.": self._completed,
            "{corporation} fails concession {concession}.": self._failed,
            "Concession {concession} is joined without an owner and leaves play.": self._joined_unowned,
            "{corporation} operates.": lambda event: self._turn_begins(str(event.values["corporation"])),
            "{corporation} does not run.": lambda event: self._no_run(str(event.values["corporation"])),
            "SARSA runs for {revenue}.": lambda event: self._sarsa_runs(),
            "FMMSF and FMV merge into SEFTA.": lambda event: self._forced_merger(),
        }
        for event in self.now.events:
            for text, handler in handlers.items():
                if event.text.startswith(text):  # what a line adds about amounts is not looked at
                    handler(event)
                    break
        self._merger_goes_on()
        if self.was_told("CCFR becomes a capitalist corporation.") and self._is_cooperative():
            self._capitalise()
            self._surplus_gravity()

    def _forced_merger(self) -> None:
        """12.1: after the turn in which the first 5 was bought; the dearer of the two is the active one."""
        if not self.must_merge:
            return
        self.must_merge = False
        operated = [name for name in MERGING if name in self.done]
        active = [name for name in self.books.in_order() if name in MERGING][0]
        self._merge(active)
        if not operated:
            self.done.remove(SEFTA)  # 12.1.3

    # Rounds

    def _stock_round(self) -> None:
        if self.round:
            self.check(self.round == self.of, "1883-4.0.3", f"The set of {self.of} ends after round {self.round}.")
            self._round_over()
        self.round = 0
        self.sold, self.acted, self.priority = set(), "", self.now.after.priority
        self.launched, self.bought_concession = [], []
        self.hot_autumn = False
        self.limit_players = len(self.books.players())

    def _stock_round_over(self, priority: str) -> None:
        books = self.books
        due = books.from_left(self.acted)[0] if self.acted and self.acted in books.seats else self.priority
        if self.acted not in books.gone and due not in books.gone:
            self.check(priority == due, "1883-5.7.1.1", f"{due} gets the priority, not {priority}.")
        for corporation in books.in_order():
            if corporation == CCFR and self._is_cooperative():
                continue
            if all(holder in books.seats for holder in books.papers[corporation]):
                self.move(corporation, "up", "1883-5.7.2.1")
            else:
                books.note("token", corporation, "1883-R17")
        if self.now.before.round.turn == 1 and not self.now.after.over:
            self._first_leader()

    def _round_over(self) -> None:
        """6.11, 8.1.2: what an operating round leaves behind."""
        for name, item in self.books.own["concession"].items():
            assert isinstance(item, tuple)
            is_overdue = bool(item[0]) and item[1] >= CONCESSIONS[name][2]
            self.check(not is_overdue, "1883-6.11.1", f"Concession {name} of {item[0]} is overdue.")
        self.operated_last = [name for name in self.books.in_order() if name in self.now.after.operated]
        self._rotate()
        self.effects, self.cards = {}, []
        self.breaker = max(0, self.breaker - 1)

    def _operating_round(self, event: Event) -> None:
        number = int(event.values["number"])
        books = self.books
        if number == 1:
            self.of = ROUNDS[books.phase]
        else:
            self._round_over()
        self.check(number <= self.of, "1883-4.0.3", f"Round {number} of a set of {self.of} begins.")
        self.round, self.done, self.asked = number, [], []
        for private, owner in books.privates.items():
            if owner != BANK:
                books.pay(BANK, owner, INCOMES[private], "1883-6.1.1")
        for name, item in list(books.own["concession"].items()):
            assert isinstance(item, tuple)
            if item[0]:
                books.enter("concession", name, (item[0], item[1] + 1), "1883-6.1.2")
        if self.hot_autumn:
            self.asked.append(("Hot autumn", self._struck("Hot autumn")))
        is_first = self.now.before.own.first_round_over is False
        drawn = len(self.now.before.own.deck) - len(self.now.after.own.deck)
        self.check(not is_first or drawn == 0, "1883-7.0.1", "An event is drawn in the first operating round.")

    def _turn_begins(self, corporation: str) -> None:
        books = self.books
        frozen = books.own["cooperative"]["state"] == "frozen"
        waiting = [name for name in books.in_order() if name not in self.done and not (name == CCFR and frozen)]
        first = waiting[0] if waiting else ""
        self.check(corporation == first, "1883-R16", f"{first} is next to operate, not {corporation}.")
        self.done.append(corporation)
        self.laid, self.sales_in_emergency = 0, 0
        if corporation == SARSA and not books.own["coach"]:
            for hex_id in self.title.corporations[SARSA].homes:
                books.enter("coach", hex_id, "there", "1883-8.2.2")
                books.pay(SARSA, BANK, self.title.board.hexes[hex_id].cost, "1883-8.2.5")  # always

    def _no_run(self, corporation: str) -> None:
        if self.books.is_started(corporation):
            self.move(corporation, "left", "1883-6.7.3")

    def _sarsa_runs(self) -> None:
        self._earned(SARSA, self._after_events(SARSA, self._coach_run()), "1883-8.2.8")

    # 11 Events

    def _event(self, name: str) -> None:
        books = self.books
        self.cards.append(name)
        match name:
            case "First World War":
                first = self.now.after.priority
                for player in (first, *books.from_left(first)):
                    self.debts.append((player, 10, BANK))
            case "Strike breaker!":
                self.breaker = 2
            case "Second World War" | 'The "Front" wins':
                self._aside(500)
            case "Tax shield":
                aside = books.own["aside"]["money"]
                assert isinstance(aside, int)
                if aside >= 500 and not self.now.before.own.tax_shield_used:
                    self._aside(-500)
            case "Empire declared":
                for player in books.players():
                    self._support(player, 1, "1883-11.2.6")
            case _ if name in LOSE_SUPPORT:
                for player in books.players():
                    if self._has_support(player):
                        self._support(player, -1, "1883-11.2.10")
            case _ if name in STRIKES:
                self._strike(name)

    def _aside(self, amount: int) -> None:
        books = self.books
        books.cash[BANK] -= amount
        books.note("purse", BANK, "1883-11.2.9")
        if amount > 0 and books.cash[BANK] <= 0:
            books.broken = True
        aside = books.own["aside"]["money"]
        assert isinstance(aside, int)
        books.enter("aside", "money", aside + amount, "1883-11.2.9")

    def _strike(self, name: str) -> None:
        if name in ("General strike", "Railroad strike", "Bus strike") and self.hot_autumn:
            return  # 11.3.5
        if name == "General strike" and self.breaker == 1:
            return  # 11.1.12
        if name == "Hot autumn":
            self.hot_autumn = True
        self.asked.insert(0, (name, self._struck(name)))

    def _struck(self, name: str) -> list[str]:
        """7.0.3: the corporations asked, dearest first."""
        _, whom, always = STRIKES[name]
        frozen = self.books.own["cooperative"]["state"] == "frozen"
        found = []
        for corporation in self.books.in_order():
            is_hit = whom != "coaches"
            if corporation == SARSA:
                is_hit = whom in ("all", "coaches")
            elif corporation == CCFR and self._is_cooperative():
                is_hit = is_hit and always and not frozen
            if is_hit:
                found.append(corporation)
        return found

    def _answered(self, corporation: str, spared: bool) -> None:
        while self.asked and not self.asked[0][1]:
            self.asked.pop(0)
        if not self.asked:
            self.check(False, "1883-7.0.3", f"{corporation} is asked for nothing.")
            return
        name, left = self.asked[0]
        if corporation in left:
            self.check(left[0] == corporation, "1883-7.0.3", f"{left[0]} is next to be asked, not {corporation}.")
            left.remove(corporation)
        else:
            self.check(False, "1883-7.0.3", f"{corporation} is asked about {name}.")
        if spared:
            self._support(self._president(corporation), -1, "1883-5.5.1")
        else:
            is_zero = self.effects.get(corporation) == "zero"
            self.effects[corporation] = "zero" if is_zero else STRIKES[name][0]

    def _accident(self, corporation: str) -> None:
        """11.1.8: dearest, most trains, most cash, of the railways that operated in the round before."""
        books = self.books
        victims = [name for name in books.in_order() if self._is_railway(name) and name in self.operated_last]
        for question in (books.price, self._counted, lambda name: books.cash[name]):
            most = max((question(name) for name in victims), default=0)
            victims = [name for name in victims if question(name) == most]
        self.check(corporation in victims, "1883-11.1.8", f"The accident strikes {corporation}, not {victims}.")
        self.move(corporation, "left", "1883-11.1.7")

    def _war_effort(self, event: Event) -> None:
        """11.2.15 to 17: the dearest train for half its price; with support another."""
        corporation, train = str(event.values["corporation"]), str(event.values["train"])
        books = self.books
        trains = [name for name in books.train_list(corporation) if name != "2G"]
        dearest = max((self.title.trains[name].cost for name in trains), default=0)
        cost = self.title.trains[train].cost
        if cost != dearest:
            self._support(self._president(corporation), -1, "1883-11.2.17")
        books.train(train, corporation, OUT, "1883-11.2.15")
        books.pay(BANK, corporation, -(-cost // 2), "1883-11.2.15")
        self._surplus_gravity()

    def _occupied(self, train: str) -> None:
        """11.2.7: the next train of the bank is gone; for the phases that is a purchase."""
        line = [name for name in LINE if name in self.books.train_list(BANK)]
        self.check(line[:1] == [train], "1883-11.2.7", f"A {train} is taken away, {line[:1]} is next.")
        self.books.train(train, BANK, OUT, "1883-11.2.7")
        self._new_phase(train)

    def _tile_lost(self, hex_id: str) -> None:
        before = Ground(self.title.board, self.books.tiles)
        printed = self.title.board.hexes[hex_id].face.colour
        is_first = SHADES.index(before.colour(hex_id)) - SHADES.index(printed) == 1
        self.check(is_first, "1883-11.2.2", f"The {before.colour(hex_id)} tile on {hex_id} is lost.")
        self.books.tiles.pop(hex_id, None)
        self.books.note("tile", hex_id, "1883-11.2.2")

    def _tile_fell(self, event: Event) -> None:
        hex_id, tile = str(event.values["hex"]), str(event.values["tile"])
        old = Ground(
            self.title.board,
            self.now.before.layout.tiles
            if self.now.step == "air raid" and isinstance(self.now.action, do.LayTile) and self.now.action.hex == hex_id
            else self.books.tiles,
        ).colour(hex_id)
        new = self.title.board.tiles[tile].face.colour
        self.check(SHADES.index(old) - SHADES.index(new) == 1, "1883-11.2.2", f"On {hex_id} {old} falls to {new}.")
        found = self.now.after.layout.tiles.get(hex_id)
        if found is not None and found[0] == tile:
            self.books.lay(hex_id, *found, "1883-11.2.2")
        else:
            self.books.lay(hex_id, tile, 0, "1883-11.2.2")

    def _link(self) -> None:
        """3.2.3: FRV's tile is laid by itself."""
        found = self.now.after.layout.tiles.get("34")
        self.check(found is not None, "1883-3.2.3", "No tile joins Reggio Emilia and Sassuolo.")
        if found is not None:
            self.books.lay("34", *found, "1883-3.2.3")

    # 5.6, 6.11 Concessions

    def _completed(self, event: Event) -> None:
        books = self.books
        corporation, name = str(event.values["corporation"]), str(event.values["concession"])
        owner = books.own["concession"].get(name, ("?", 0))
        assert isinstance(owner, tuple)
        self.check(owner[0] == corporation, "1883-5.6.1.6", f"Concession {name} belongs to {owner[0]}.")
        bonus = CONCESSIONS[name][1][LEVEL[books.phase]]
        told = int(event.values["bonus"])
        self.check(told == bonus, "1883-5.6.1.9", f"The bonus of concession {name} is {bonus}, not {told}.")
        self._judge_joined(name, corporation)
        books.enter("concession", name, None, "1883-5.6.1.7")
        if not self._has_support(self._president(corporation)):
            books.pay(BANK, corporation, bonus, "1883-5.6.1.7")

    def _judge_joined(self, name: str, corporation: str) -> None:
        """5.6.1: all its places are in reach of a token, taken loosely."""
        stations = self.now.after.stations[corporation]
        ground = Ground(self.title.board, self.now.after.layout.tiles)
        tokens = [stop for stops in self.now.after.stations.values() for stop in stops]
        closed = {stop for stop in tokens if stop not in stations and tokens.count(stop) >= ground.stop(stop).slots}
        reached = {stop.rpartition(".")[0] for stop in ground.reach(stations, closed).stops}
        missing = [place for place in components.concession_table(name)["stops"] if place not in reached]
        self.check(not missing, "1883-5.6.1.1", f"{corporation} does not reach {missing} of concession {name}.")

    def _joined_unowned(self, event: Event) -> None:
        name = str(event.values["concession"])
        self.check(self.books.own["concession"].get(name) == ("", 0), "1883-5.6.1.5", f"Concession {name} is owned.")
        self.books.enter("concession", name, None, "1883-5.6.1.5")

    def _failed(self, event: Event) -> None:
        books = self.books
        corporation, name = str(event.values["corporation"]), str(event.values["concession"])
        cost, _, due = CONCESSIONS[name]
        item = books.own["concession"].get(name, ("?", 0))
        assert isinstance(item, tuple)
        self.check(item[0] == corporation and item[1] >= due, "1883-5.6.2.1", f"Concession {name} is {item}.")
        books.enter("concession", name, None if books.phase == "8" else ("", 0), "1883-5.6.2.2")
        paid = min(2 * cost, books.cash[corporation])
        books.pay(corporation, BANK, paid, "1883-5.6.2.2")
        if paid < 2 * cost:
            self.debts.append((self._president(corporation), 2 * cost - paid, BANK))

    # Questions and debts

    def _pay_debts(self) -> None:
        """Debts that no longer wait have been paid."""
        waiting = [
            (frame.player, frame.amount, frame.payee) for frame in self.now.after.agenda if isinstance(frame, Debt)
        ]
        left: list[tuple[str, int, str]] = []
        for player, amount, payee in self.debts:
            if (player, amount, payee) in waiting:
                left.append((player, amount, payee))
            elif player not in self.books.gone:
                self.books.pay(player, payee, amount, "1883-11.1.1" if amount == 10 else "1883-6.11.2")
                self._solvent(player, "1883-R35")
        self.debts = left
        if not left and not frame_of(self.now.after, OperatingTurn):
            self.sales_in_emergency = 0

    def _questions(self) -> None:
        """Answers to events, and to the bonus of a concession."""
        now, books = self.now, self.books
        if now.step == "bonus" and isinstance(now.action, do.Answer):
            frame = frame_of(now.before, BonusChoice)
            assert frame is not None
            if now.action.choice == "treasury":
                books.pay(BANK, frame.corporation, frame.bonus, "1883-5.6.1.7")
            else:
                self._support(self._president(frame.corporation), -1, "1883-5.6.1.8")
                for holder in dict.fromkeys(books.papers[frame.corporation]):
                    receiver = frame.corporation if holder in (OFFER, POOL) else holder
                    part = frame.bonus * books.percent(frame.corporation, holder) // 100
                    books.pay(BANK, receiver, part, "1883-5.6.1.8")
        self._levy()
        if now.step == "event" and isinstance(now.before.agenda[-1], MarshallPlan):
            if now.action == do.Answer("support"):
                corporation = now.before.agenda[-1].asked[0]
                self._support(now.player, -1, "1883-11.3.8")
                self.move(corporation, "right", "1883-11.3.8")

    def _levy(self) -> None:
        """11.2.8: a tenth of one's cash, or three cards."""
        before, after = frame_of(self.now.before, Levy), frame_of(self.now.after, Levy)
        books = self.books
        if before is not None:
            asked = list(before.asked)
        elif self.was_told("Event: {event}.") and "Gold to homeland" in self.cards:
            first = self.now.after.priority
            asked = [first, *books.from_left(first)]
        else:
            return
        left = list(after.asked) if after is not None else []
        for player in asked[: len(asked) - len(left)]:
            if self.now.action == do.Answer("support") and player == self.now.player and before is not None:
                self._support(player, -3, "1883-11.2.8")
            else:
                books.pay(player, BANK, -(-books.cash[player] // 10), "1883-11.2.8")

    # What always holds

    def _standing(self) -> None:
        now, books = self.now, self.books
        self.check(bool(now.after.bank_broken) == books.broken, "1883-R53", f"The bank holds {books.cash[BANK]}.")
        in_merger = bool(self.merging)
        for corporation in books.papers:
            if not books.is_started(corporation) or (corporation == CCFR and self._is_cooperative()):
                continue
            president = now.after.certificates[corporation][PRESIDENT]
            holding = {player: self._percent(now.after, corporation, player) for player in books.players()}
            waits = frame_of(now.after, PresidentExchange)
            if waits is None and president in holding and not (in_merger and corporation == SEFTA):
                most = max(holding.values())
                text = f"{president} presides over {corporation} with {holding[president]}%, somebody has {most}%."
                self.check(holding[president] == most, "1883-5.3.4.1", text)
        self._train_limits()
        self._watch_balance()
        self._end()

    def _duty(self) -> None:
        """6.8.1: a railway with a run of two stops owns a train when its turn is over, if there is one to be had."""
        turn, still = frame_of(self.now.before, OperatingTurn), frame_of(self.now.after, OperatingTurn)
        if turn is None or (still is not None and still.corporation == turn.corporation):
            return
        books, corporation = self.books, turn.corporation
        is_open = books.is_started(corporation) and any(marker[0] == corporation for marker in self.now.after.market)
        is_free = not is_open or not self._is_railway(corporation) or bool(self.merging)
        if is_free or self._counted(corporation) or not [train for train in self._on_sale() if train != "2G"]:
            return
        ground = Ground(self.title.board, books.tiles)
        ways = (
            way
            for station in books.stations[corporation]
            for hexes in ground.stretches(station)
            for way in ground.along(hexes)
        )
        can = any(self._is_legal(corporation, "8", way, "", ground) for way in ways)
        self.check(not can, "1883-6.8.1", f"{corporation} has a route and ends its turn without a train.")

    def _percent(self, state: State, corporation: str, player: str) -> int:
        sizes = self.title.corporations[corporation].certificates
        return sum(
            size for size, holder in zip(sizes, state.certificates[corporation], strict=True) if holder == player
        )

    def _train_limits(self) -> None:
        after = self.now.after
        if any(
            frame.__struct_config__.tag in ("discard", "sefta_tokens", "settling", "odd_share")
            for frame in after.agenda
        ):
            return
        for corporation in self.books.papers:
            owned = sum(train != "2G" for train in after.trains.get(corporation, ()))
            text = f"{corporation} owns {owned} trains in phase {after.phase}."
            self.check(owned <= LIMIT[after.phase], "1883-6.8.3.1", text)

    # 8.2.16: one share of SARSA for two of railways

    def _deficit(self, state: State, player: str) -> int:
        """How many shares of SARSA a player holds beyond the rule, in halves of a share."""
        cooperative = state.own.ccfr != "capitalist"
        railways = sum(
            self._percent(state, name, player) // SHARE
            for name in state.certificates
            if name != SARSA and not (name == CCFR and cooperative)
        )
        return 2 * (self._percent(state, SARSA, player) // SHARE) - railways

    def _watch_balance(self) -> None:
        """8.2.18, R48: no deal of a player's own leaves them out of balance without a way back."""
        now = self.now
        is_deal = isinstance(now.action, do.BuyShare | do.SellShares | do.Start | do.BuySupport | do.BuyConcession)
        if now.step != "stock" or not is_deal or now.after.round != now.before.round:
            return
        player = now.player
        before, after = self._deficit(now.before, player), self._deficit(now.after, player)
        if after > 0 and (before <= 0 or after > before or isinstance(now.action, do.BuySupport)):
            back = self._most_back(player)
            text = f"{player} is {after} out of balance by this deal, and could come back by {back} at most."
            self.check(after <= back or before > 0, "1883-8.2.16", text)
            worse = before > 0 and after - back > before
            self.check(not worse, "1883-R48", f"{player} was {before} out of balance and makes it worse for good.")

    def _most_back(self, player: str) -> int:
        """More than a player could surely not win back in this round: sales of SARSA, and purchases for all the money."""
        books = self.books
        if not books.is_started(SARSA):
            return 10**6
        others = [books.percent(SARSA, other) for other in books.players() if other != player]
        bound = 2 if books.president(SARSA) == player and max(others, default=0) < 20 else 0
        sales = min(books.percent(SARSA, player) // SHARE - bound, 5 - books.percent(SARSA, POOL) // SHARE)
        sales = 0 if self.now.before.round.turn == 1 else max(0, sales)
        money = books.cash[player] + sales * books.price(SARSA)
        railways = [name for name in books.papers if self._is_railway(name) and books.is_started(name)]
        prices = [65]  # the president's certificate of a corporation not yet launched, a share
        prices += [books.price(name) for name in railways if books.percent(name, POOL)]
        prices += [self._par(name) for name in railways if books.ordinary(name, OFFER)]
        held = [books.price(name) for name in railways for _ in range(books.percent(name, player) // SHARE)]
        held = [] if self.now.before.round.turn == 1 else sorted(held, reverse=True)
        purchases = max(
            (money + sum(held[:sold])) // min(prices) - sold  # dear shares sold for cheaper ones
            for sold in range(len(held) + 1)
        )
        return 2 * sales + purchases

    def _balance(self) -> None:
        """8.2.18: nobody passes out of balance who could mend it there and then."""
        books, player = self.books, self.now.player
        if self.turn or self._deficit(self.now.before, player) <= 0 or self.now.before.round.turn == 1:
            self.judged["1883-8.2.18"] += 1
            return
        room = books.percent(SARSA, POOL) + SHARE <= 50
        is_president = books.president(SARSA) == player
        spare = len(books.ordinary(SARSA, player)) > 0 and not is_president
        self.check(not (room and spare), "1883-8.2.18", f"{player} passes out of balance and could sell SARSA.")
        if self._papers(player) < self._limit():
            could = [name for name in books.papers if self._could_buy(player, name)]
            self.check(not could, "1883-8.2.18", f"{player} passes out of balance and could buy {could}.")

    def _could_buy(self, player: str, corporation: str) -> bool:
        books = self.books
        if not self._is_railway(corporation) or not books.is_started(corporation):
            return False
        if (player, corporation) in self.sold or books.percent(corporation, player) + SHARE > 60:
            return False
        in_pool = bool(books.ordinary(corporation, POOL)) and books.cash[player] >= books.price(corporation)
        in_offer = bool(books.ordinary(corporation, OFFER)) and books.cash[player] >= self._par(corporation)
        return in_pool or in_offer

    # 9 The end

    def _end(self) -> None:
        now, books = self.now, self.books
        cell = books.cell(SARSA)
        left_set = now.after.round.kind in ("stock", "end") and now.before.round.kind == "operating"
        reasons = {
            "1883-9.0.4": cell is not None and self.title.market.rows[cell[0]][cell[1]] == 350,
            "1883-9.0.2": books.broken and self.round in (0, self.of) and left_set,
            "1883-9.0.6": len(books.players()) == 1,
        }
        self.check_end(reasons, otherwise=now.after.ended_by in ("1883-R71", "1883-R79"))

    def judge_scores(self, scores: dict[str, int]) -> None:
        state = self.now.after
        for player, score in scores.items():
            worth = state.cash[player]
            for corporation in state.certificates:
                cell = next(((row, col) for name, row, col in state.market if name == corporation), None)
                if cell is not None:
                    price = self.title.market.rows[cell[0]][cell[1]]
                    worth += price * self._percent(state, corporation, player) // SHARE
            if player in state.gone:
                worth = 0
            self.check(score == worth, "1883-9.0.7", f"{player} is worth {worth}, not {score}.")


def _at(values: Sequence[int], level: int) -> int:
    return values[min(level, len(values) - 1)] if values else 0


def _worth_more(before: Ground, after: Ground, stop: str, level: int) -> bool:
    if int(stop.rpartition(".")[2]) >= len(before.shown(stop.rpartition(".")[0]).stops):
        return True
    old, new = before.stop(stop), after.stop(stop)
    return (_at(new.revenue, level), _at(new.terminal, level)) > (_at(old.revenue, level), _at(old.terminal, level))


def _tracks(way: Walked, line: str) -> set[object]:
    """What no two trains may share."""
    return {*way.sides, line} if line else set(way.sides)
