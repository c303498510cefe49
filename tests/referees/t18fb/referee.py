"""The referee of 18FB: every action, and all that follows by itself."""

from __future__ import annotations

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.events import (
    Event,
    OperatingRoundBegins,
    PriorityHeld,
    StockRoundBegins,
    StockSold,
    TurnBegins,
)
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.titles.t18fb import actions as southern
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb import events as told
from ferrovia.titles.t18fb.south import South
from ferrovia.titles.t18fb.stock import SouthernStockRound
from tests.referees.books import BANK, OFFER, OUT, POOL, PRESIDENT, SHARE
from tests.referees.on_foot import Ground
from tests.referees.referee import frame_of
from tests.referees.t18fb.nationals import Nationals
from tests.referees.t18fb.tables import BESIDE, CARDS, MAJORS, NATIONALS, PAPERS, REGIONALS


class Referee18FB(Nationals):
    """The south's referee."""

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
            case southern.PutUp(lot=lot):
                self.lot, self.bidder, self.bid = lot, "", 0
            case do.Bid():
                self._bid(action)
            case southern.TakeConcession():
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
            case southern.BuildLine():
                self._build(action)
            case do.Dividend(choice=choice):
                self._dividend(now.corporation, choice)
            case do.BuyTrain():
                self._buy_train(action)
            case southern.Acquire(company=regional):
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
            case do.Pass() | do.Decline() | southern.OfferPrivate() | do.UsePrivate():
                pass
            case _:
                self.check(False, "18FB-3.5.9", f"There is no {action} in 18FB.")

    # What follows by itself

    def _afterwards(self) -> None:
        interest = False
        for event in self.now.events:
            if isinstance(event, told.InterestPaid):
                if not interest:
                    interest = True
                    turn = frame_of(self.now.before, OperatingTurn)
                    assert turn is not None
                    self._interest(turn.corporation)
            else:
                self._heard(event)
        if self.now.before.round.kind == "regional" and self.now.after.round.kind != "regional":
            for name in REGIONALS:
                if self.books.papers[name] == [OFFER]:
                    self.books.hand(name, 0, POOL, "18FB-3.6.2.3")

    def _heard(self, event: Event) -> None:
        match event:
            case told.LotWon():
                self._knocked_down(event)
            case told.SeatsTaken():
                self._seats()
            case StockRoundBegins():
                self._stock_round()
            case PriorityHeld(player=player):
                self._stock_round_over(player)
            case OperatingRoundBegins():
                self._operating_round(event)
            case TurnBegins(corporation=company):
                self._turn_begins(company)
            case told.InterestLost(company=company):
                self._no_interest(company)
            case told.Earned():
                self._earns(event)
            case StockSold():
                self._forced_sale(event)
            case told.TrainWithered(train=train):
                self._withered(train)
            case told.RegionalRoundBegins():
                self._regional_round()
            case told.RegionalTokenPlaced():
                self._regional_token(event)
            case told.RegionalJoined():
                self._joined(event)
            case told.NationalFormed():
                self._formed(event)
            case told.LeasePaid():
                self._leases()

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

    def _operating_round(self, event: OperatingRoundBegins) -> None:
        number = event.number
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

    def _regional_token(self, event: told.RegionalTokenPlaced) -> None:
        """3.6.2.6: at its home."""
        name, hex_id = event.name, event.hex
        home = components.company_table(name)["home"]
        self.check(hex_id == home, "18FB-3.6.2.6", f"{name} places its token on {hex_id}, not on {home}.")
        stop = next(iter(self.now.after.stations[name]), f"{home}.0")
        self.books.place_token(name, stop, "18FB-3.6.2.6")

    def _joined(self, event: told.RegionalJoined) -> None:
        """3.6.3.12 to 14: the bonus of the charter to the owner."""
        name, amount = event.name, event.amount
        tables = [t for t in components.company_table(name)["historical"] if t["place"] == event.hex]
        due = tables[0]["cash"] if tables else 0
        self.check(amount == due, "18FB-3.6.3.12", f"The bonus of {name} is {due}, not {amount}.")
        owner = self.books.papers[name][0]
        self.books.pay(BANK, owner, due, "18FB-3.6.3.12")
        if tables:
            ground = Ground(self.title.box.board, self.now.after.layout.tiles)
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

    def _end(self) -> None:
        now, books = self.now, self.books
        set_over = self.round in (0, 2) and now.before.round.kind in ("operating", "regional")
        left = now.after.round.kind in ("stock", "end")
        has_set_to_come = now.after.bank_broken == "regional" == now.before.round.kind  # R67
        reasons = {
            "18FB-4.2": any(self.title.box.market.rows[row][col] == 400 for _, row, col in books.market),
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
                    worth += self.title.box.market.rows[cell[0]][cell[1]] * percent // SHARE
            if player in state.gone:
                worth = 0
            self.check(score == worth, "18FB-4.6", f"{player} is worth {worth}, not {score}.")
