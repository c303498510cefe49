"""The referee of 1849: every action, and all that follows by itself."""

from __future__ import annotations

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.events import DidNotRun, OperatingRoundBegins, StockRoundBegins, TurnBegins
from ferrovia.engine.flow.facets.calendar import PricesAnswer
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.state import State
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t1849 import actions as sicilian
from ferrovia.titles.t1849.events import InterestPaid
from ferrovia.titles.t1849.sicily import Sicily
from tests.referees.books import BANK, POOL, PRESIDENT, SHARE
from tests.referees.referee import frame_of
from tests.referees.t1849.market import _percent
from tests.referees.t1849.stock import Stock
from tests.referees.t1849.tables import BOND, BOND_SHARE, GARIBALDI, LIMIT, LOAN, LOAN_COST, REVENUES, ROUNDS


class Referee1849(Stock):
    """Sicily's referee."""

    def judge(self) -> None:
        self._direct()
        self._afterwards()
        self._standing()

    # What an action does

    def _direct(self) -> None:
        now, books = self.now, self.books
        player, action = now.player, now.action
        if now.step in ("auction", "contest"):
            self._auction()
            return
        if now.step == "stock":
            turn = frame_of(now.before, StockRound)
            if turn is not None and not turn.acted:
                self.started, self.added, self.bought = "", 0, False
        match action:
            case do.Start():
                self._start(action)
            case do.ChooseHome(hex=hex_id):
                name = self.title.box.board.hexes[hex_id].name
                self.check(name in GARIBALDI, "1849-9.4.1.1", f"AFG makes {name} its home.")
                books.place_token("AFG", f"{hex_id}.0", "1849-9.4.6")
                self._vacant("AFG", f"{hex_id}.0", "1849-9.4.1.1")
            case do.BuyShare():
                self._buy_share(action)
            case do.SellShares(corporation=corporation, certificates=sizes):
                self._sell(corporation, sizes)
            case do.Exchange(certificates=given):
                frame = frame_of(now.before, PresidentExchange)
                assert frame is not None
                self.exchange(frame.corporation, frame.heir, given)
            case do.LayTile():
                self._lay(action)
            case do.PlaceToken(hex=hex_id, city=city):
                self._token(now.corporation, f"{hex_id}.{city}")
            case do.RunTrains():
                self._run(action)
            case do.Dividend(choice=choice):
                self._dividend(now.corporation, choice)
            case do.BuyTrain():
                self._buy_train(action)
            case do.DiscardTrain(train=train):
                books.train(train, now.corporation, POOL, "1849-6.0.9")
            case do.IssueShares(count=count):
                self._issue(now.corporation, count)
            case do.RedeemShare():
                price = books.price(now.corporation)
                self.buy(now.corporation, now.corporation, POOL, price, BANK, limits=False)
            case do.BuyPrivate(private=private, price=price):
                self._private_offer(private, price)
            case do.UsePrivate(private=private):
                owner = books.privates.get(private)
                self.check(owner == now.corporation, "1849-7.1.6", f"{private} belongs to {owner}.")
                books.close_card(private, "1849-7.1.6")
            case sicilian.BuyToken(hex=hex_id, seller=seller, price=price):
                self._token_offer(now.corporation, hex_id, seller, price)
            case do.Accept():
                self._deal()
            case do.Bankrupt():
                self._fail()
            case sicilian.TakeLoan():
                books.pay(BANK, player, LOAN, "1849-10.7.9")
            case sicilian.LeaveGame():
                self._leave(player)
            case sicilian.BuyEToken():
                self._e_token(now.corporation)
            case sicilian.IssueBond():
                books.pay(BANK, now.corporation, BOND, "1849-14.2.1")
                self._from_phase("8", "1849-14.2.1")
                self.move(now.corporation, "left", "1849-14.2.1")
            case sicilian.RepayBond():
                books.pay(now.corporation, BANK, BOND, "1849-14.2.4")
                self._solvent(now.corporation, "1849-14.2.4")
                self.move(now.corporation, "right", "1849-14.2.4")
            case do.Pass() if now.step == "stock":
                self.judge_pass(player, self._papers(player), self.limit, "1849-9.1.4")
            case do.Pass() | do.Decline():
                pass
            case _:
                self.check(False, "1849-10.0.3", f"There is no {action} in 1849.")

    # What follows by itself

    def _afterwards(self) -> None:
        for event in self.now.events:
            match event:
                case DidNotRun(corporation=corporation):
                    self._no_run(corporation)
                case TurnBegins(corporation=corporation):
                    self._turn_begins(corporation)
                case OperatingRoundBegins(number=number):
                    self._operating_round(number)
                case StockRoundBegins():
                    self._stock_round()
                case InterestPaid(corporation=corporation):
                    self._interest(corporation)
        self._prices_answer(whole=False)

    def _turn_begins(self, corporation: str) -> None:
        """10.0.2: the first in market order that has not yet operated."""
        waiting = [name for name in self.books.in_order() if name not in self.done]
        first = waiting[0] if waiting else ""
        self.check(corporation == first, "1849-10.0.2", f"{first} is next to operate, not {corporation}.")
        self.done.append(corporation)

    def _operating_round(self, number: int) -> None:
        if number == 1:
            self._stock_round_over()
            self.of = ROUNDS[self.books.phase]
        self.check(number <= self.of, "1849-6.0.3", f"Round {number} of a set of {self.of} begins.")
        self.round, self.done = number, []
        for private, owner in self.books.privates.items():
            if owner != BANK:
                self.books.pay(BANK, owner, REVENUES[private], "1849-7.1.12")

    def _stock_round(self) -> None:
        if self.round:
            text = f"The set of {self.of} ends after round {self.round}."
            self.check(self.round == self.of, "1849-6.0.3", text)
        self.round = 0
        self.sold, self.acted, self.priority = set(), "", self.now.after.priority
        self.found = self._position(self.now.after)

    def _stock_round_over(self) -> None:
        """9.7: the priority, then the prices."""
        self._prices_answer(whole=True)
        due = self.books.from_left(self.acted)[0] if self.acted else self.priority
        found = self.now.after.priority
        if due not in self.books.gone and self.acted not in self.books.gone:
            self.check(found == due, "1849-9.0.4", f"{due} gets the priority, not {found}.")

    def _prices_answer(self, whole: bool) -> None:
        """In the order before the first moves; one that closes with a bond pays before the next one moves (R47)."""
        waits = frame_of(self.now.after, PricesAnswer)
        had = frame_of(self.now.before, PricesAnswer)
        if not whole and waits is None:
            return
        if self.queue is None:
            self.queue = list(had.waiting) if had is not None else self.books.in_order()
        left = 0 if whole or waits is None else len(waits.waiting)
        while len(self.queue) > left:
            corporation = self.queue.pop(0)
            holders = self.books.papers[corporation]
            if not self.books.is_started(corporation):
                continue
            if POOL in holders:
                self.move(corporation, "down", "1849-9.7.1")
            elif corporation not in holders:
                self.move(corporation, "up", "1849-9.7.2")
            else:
                self.books.note("token", corporation, "1849-9.7.3")
        if whole:
            self.queue = None

    # What always holds

    def _standing(self) -> None:
        now, books = self.now, self.books
        self.check(bool(now.after.bank_broken) == books.broken, "1849-R30", f"The bank holds {books.cash[BANK]}.")
        for corporation in books.papers:
            if not books.is_started(corporation):
                continue
            president = now.after.certificates[corporation][PRESIDENT]
            holding = {player: _percent(self, now.after, corporation, player) for player in books.players()}
            waits = frame_of(now.after, PresidentExchange)
            if waits is None and president in holding:
                most = max(holding.values())
                text = f"{president} presides over {corporation} with {holding[president]}%, somebody has {most}%."
                self.check(holding[president] == most, "1849-9.5.1", text)
        self._limits()
        self._duty()
        self._end()

    def _position(self, state: State) -> tuple[object, ...]:
        """R43: what must not have changed between a stock round and the end of its set."""
        return state.cash, state.certificates, sorted(state.market), state.layout.tiles, state.stations

    def _limits(self) -> None:
        """6: after the discards nobody is over the train limit."""
        after = self.now.after
        if any(frame.__struct_config__.tag == "discard" for frame in after.agenda):
            return
        for corporation in self.books.papers:
            owned = len(after.trains.get(corporation, ()))
            text = f"{corporation} owns {owned} trains in phase {after.phase}."
            self.check(owned <= LIMIT[after.phase], "1849-6.0.8", text)

    def _end(self) -> None:
        """13: at 377, when the set is over after the bank ran out, or with one player left."""
        now = self.now
        still = frame_of(now.after, OperatingTurn)
        left_round = now.after.round.kind in ("stock", "end") or now.after.round.turn != now.before.round.turn
        is_set_over = now.before.round.kind == "operating" and self.round in (0, self.of)
        reasons = {
            "1849-13.0.1": self._ended_turn() in self.ended,
            "1849-13.0.3": self.books.broken and is_set_over and left_round and still is None,
            "1849-13.0.7": len(self.books.players()) == 1,
        }
        is_quiet = self.found is not None and self.found == self._position(now.after)
        is_dead = now.after.ended_by == "1849-R43" and (is_quiet or not self.books.market)
        stalled = now.after.ended_by == "1849-R46" and now.before.round.kind == "auction" and self.books.broken
        self.check_end(reasons, otherwise=is_dead or stalled)

    def judge_scores(self, scores: dict[str, int]) -> None:
        state = self.now.after
        own: Sicily = state.own
        for player, score in scores.items():
            worth = state.cash[player]
            for corporation in state.certificates:
                cell = next(((row, col) for name, row, col in state.market if name == corporation), None)
                if cell is not None:
                    price = self.title.box.market.rows[cell[0]][cell[1]]
                    if corporation in own.bonds:
                        price = max(0, price - BOND_SHARE)
                    worth += price * _percent(self, state, corporation, player) // SHARE
            worth = max(0, worth - LOAN_COST * own.loans.count(player))
            if player in state.gone:
                worth = 0
            self.check(score == worth, "1849-13.0.8", f"{player} is worth {worth}, not {score}.")
