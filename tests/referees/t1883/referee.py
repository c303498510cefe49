"""The referee of 1883: every action, and all that follows by itself."""

from __future__ import annotations

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.events import (
    DidNotRun,
    Event,
    OperatingRoundBegins,
    PriorityHeld,
    Ran,
    StockRoundBegins,
    TurnBegins,
)
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t1883 import actions as emilian
from ferrovia.titles.t1883 import components, events
from tests.referees.books import BANK, POOL, PRESIDENT, SHARE
from tests.referees.referee import frame_of
from tests.referees.t1883.events import Events
from tests.referees.t1883.tables import CCFR, CONCESSIONS, INCOMES, LIMIT, MERGING, ROUNDS, SARSA, SEFTA, SUPPORT


class Referee1883(Events):
    """Emilia's referee."""

    def judge(self) -> None:
        self._direct()
        self._duty()
        self._afterwards()
        self._pay_penalties()
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
            case emilian.BuySupport():
                held = now.before.own.support[player]
                self.check(held < 9, "1883-5.5.3", f"{player} buys a tenth card of support.")
                books.pay(player, BANK, SUPPORT[min(held, 8)], "1883-5.5.4")
                self._solvent(player, "1883-5.5.4")
                books.enter("support", player, held + 1, "1883-5.5.2")
                self._bought("1883-5.5.2")
                self.turn.append("support")
            case emilian.BuyConcession():
                self._buy_concession(action)
            case do.Exchange(certificates=given):
                frame = frame_of(now.before, PresidentExchange)
                assert frame is not None
                self.exchange(frame.corporation, frame.heir, given)
            case do.LayTile() if now.step == "track":
                self._lay(action)
            case do.LayTile(hex=hex_id, tile=tile, rotation=rotation):
                books.lay(hex_id, tile, rotation, "1883-11.2.2")
            case do.PlaceToken(hex=hex_id, city=city):
                self._token(now.corporation, f"{hex_id}.{city}")
            case emilian.PlaceCoach(hex=hex_id):
                self._coach(hex_id)
            case emilian.PlaceAnchor(hex=hex_id):
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
            case emilian.Merge():
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

    # What follows by itself

    def _afterwards(self) -> None:
        for event in self.now.events:
            self._hear(event)
        self._merger_goes_on()
        if self.was_told(events.Capitalised) and self._is_cooperative():
            self._capitalise()
            self._surplus_gravity()

    def _hear(self, event: Event) -> None:
        """What must follow from what is told; amounts that follow from the rules are not listened to."""
        match event:
            case PriorityHeld(player=player):
                self._stock_round_over(player)
            case StockRoundBegins():
                self._stock_round()
            case OperatingRoundBegins(number=number):
                self._operating_round(number)
            case events.CardRevealed(card=card):
                self._event(components.event_table(card)["name"])
            case events.Struck(corporation=corporation):
                self._answered(corporation, spared=False)
            case events.Spared(corporation=corporation):
                self._answered(corporation, spared=True)
            case events.Accident(corporation=corporation):
                self._accident(corporation)
            case events.TrainRequisitioned(corporation=corporation, train=train):
                self._war_effort(corporation, train)
            case events.SupportLost(player=player):
                self._support(player, -1, "1883-11.3.7")
            case events.TrainTaken(train=train):
                self._occupied(train)
            case events.TileLost(hex=hex_id):
                self._tile_lost(hex_id)
            case events.TileFallen(hex=hex_id, tile=tile):
                self._tile_fell(hex_id, tile)
            case events.LinkLaid():
                self._link()
            case events.ConcessionCompleted(corporation=corporation, concession=name, bonus=bonus):
                self._completed(corporation, name, bonus)
            case events.ConcessionFailed(corporation=corporation, concession=name):
                self._failed(corporation, name)
            case events.ConcessionForgone(concession=name):
                self._joined_unowned(name)
            case TurnBegins(corporation=corporation):
                self._turn_begins(corporation)
            case DidNotRun(corporation=corporation):
                self._no_run(corporation)
            case Ran(corporation="SARSA"):
                self._sarsa_runs()
            case events.Merged():
                self._forced_merger()
            case events.PresidencySettled():
                self._merger_goes_on()

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
        """6.11, 8.1.2: what an operating round leaves behind; penalties are paid before the next one brings incomes."""
        self._pay_penalties()
        self._pay_debts()
        for name, item in self.books.own["concession"].items():
            assert isinstance(item, tuple)
            is_overdue = bool(item[0]) and item[1] >= CONCESSIONS[name][2]
            self.check(not is_overdue, "1883-6.11.1", f"Concession {name} of {item[0]} is overdue.")
        self.operated_last = [name for name in self.books.in_order() if name in self.now.after.operated]
        self._rotate()
        self.effects, self.cards = {}, []
        self.breaker = max(0, self.breaker - 1)

    def _operating_round(self, number: int) -> None:
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
            for hex_id in self.title.box.corporations[SARSA].homes:
                books.enter("coach", hex_id, "there", "1883-8.2.2")
                books.pay(SARSA, BANK, self.title.box.board.hexes[hex_id].cost, "1883-8.2.5")  # always

    def _no_run(self, corporation: str) -> None:
        if self.books.is_started(corporation):
            self.move(corporation, "left", "1883-6.7.3")

    def _sarsa_runs(self) -> None:
        self._earned(SARSA, self._after_events(SARSA, self._coach_run()), "1883-8.2.8")

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

    # 9 The end

    def _end(self) -> None:
        now, books = self.now, self.books
        cell = books.cell(SARSA)
        left_set = now.after.round.kind in ("stock", "end") and now.before.round.kind == "operating"
        reasons = {
            "1883-9.0.4": cell is not None and self.title.box.market.rows[cell[0]][cell[1]] == 350,
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
                    price = self.title.box.market.rows[cell[0]][cell[1]]
                    worth += price * self._percent(state, corporation, player) // SHARE
            if player in state.gone:
                worth = 0
            self.check(score == worth, "1883-9.0.7", f"{player} is worth {worth}, not {score}.")
