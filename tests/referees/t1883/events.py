"""Sections 5.6, 6.11, 7 and 11: concessions and events."""

from __future__ import annotations

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.concessions import BonusChoice, Penalty
from ferrovia.titles.t1883.event_questions import Levy, MarshallPlan
from ferrovia.titles.t1883.events import CardRevealed
from tests.referees.books import BANK, OFFER, OUT, POOL
from tests.referees.on_foot import Ground
from tests.referees.referee import frame_of
from tests.referees.t1883.stock import Stock
from tests.referees.t1883.tables import CCFR, CONCESSIONS, LEVEL, LINE, LOSE_SUPPORT, SARSA, SHADES, STRIKES


class Events(Stock):
    """What cards and concessions do."""

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

    def _war_effort(self, corporation: str, train: str) -> None:
        """11.2.15 to 17: the dearest train for half its price; with support another."""
        books = self.books
        trains = [name for name in books.train_list(corporation) if name != "2G"]
        dearest = max((self.title.box.trains[name].cost for name in trains), default=0)
        cost = self.title.box.trains[train].cost
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
        before = Ground(self.title.box.board, self.books.tiles)
        printed = self.title.box.board.hexes[hex_id].face.colour
        is_first = SHADES.index(before.colour(hex_id)) - SHADES.index(printed) == 1
        self.check(is_first, "1883-11.2.2", f"The {before.colour(hex_id)} tile on {hex_id} is lost.")
        self.books.tiles.pop(hex_id, None)
        self.books.note("tile", hex_id, "1883-11.2.2")

    def _tile_fell(self, hex_id: str, tile: str) -> None:
        old = Ground(
            self.title.box.board,
            self.now.before.layout.tiles
            if self.now.step == "air raid" and isinstance(self.now.action, do.LayTile) and self.now.action.hex == hex_id
            else self.books.tiles,
        ).colour(hex_id)
        new = self.title.box.board.tiles[tile].face.colour
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

    def _completed(self, corporation: str, name: str, told: int) -> None:
        books = self.books
        owner = books.own["concession"].get(name, ("?", 0))
        assert isinstance(owner, tuple)
        self.check(owner[0] == corporation, "1883-5.6.1.6", f"Concession {name} belongs to {owner[0]}.")
        bonus = CONCESSIONS[name][1][LEVEL[books.phase]]
        self.check(told == bonus, "1883-5.6.1.9", f"The bonus of concession {name} is {bonus}, not {told}.")
        self._judge_joined(name, corporation)
        books.enter("concession", name, None, "1883-5.6.1.7")
        if not self._has_support(self._president(corporation)):
            books.pay(BANK, corporation, bonus, "1883-5.6.1.7")

    def _judge_joined(self, name: str, corporation: str) -> None:
        """5.6.1: all its places are in reach of a token, taken loosely."""
        stations = self.now.after.stations[corporation]
        ground = Ground(self.title.box.board, self.now.after.layout.tiles)
        tokens = [stop for stops in self.now.after.stations.values() for stop in stops]
        closed = {stop for stop in tokens if stop not in stations and tokens.count(stop) >= ground.stop(stop).slots}
        reached = {stop.rpartition(".")[0] for stop in ground.reach(stations, closed).stops}
        missing = [place for place in components.concession_table(name)["stops"] if place not in reached]
        self.check(not missing, "1883-5.6.1.1", f"{corporation} does not reach {missing} of concession {name}.")

    def _joined_unowned(self, name: str) -> None:
        self.check(self.books.own["concession"].get(name) == ("", 0), "1883-5.6.1.5", f"Concession {name} is owned.")
        self.books.enter("concession", name, None, "1883-5.6.1.5")

    def _failed(self, corporation: str, name: str) -> None:
        books = self.books
        cost, _, due = CONCESSIONS[name]
        item = books.own["concession"].get(name, ("?", 0))
        assert isinstance(item, tuple)
        self.check(item[0] == corporation and item[1] >= due, "1883-5.6.2.1", f"Concession {name} is {item}.")
        books.enter("concession", name, None if books.phase == "8" else ("", 0), "1883-5.6.2.2")
        self.penalties.append((corporation, 2 * cost))

    def _pay_penalties(self) -> None:
        """6.11: one after another; where a president must first raise money for one, those behind it wait."""
        books = self.books
        waiting = [(frame.corporation, frame.amount) for frame in self.now.after.agenda if isinstance(frame, Penalty)]
        due = [penalty for penalty in self.penalties if penalty not in waiting]
        self.penalties = [penalty for penalty in self.penalties if penalty in waiting]
        for corporation, amount in due:
            if not books.is_started(corporation):
                continue
            paid = min(amount, books.cash[corporation])
            books.pay(corporation, BANK, paid, "1883-5.6.2.2")
            if paid < amount:
                self.debts.append((self._president(corporation), amount - paid, BANK))

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
        elif self.was_told(CardRevealed) and "Gold to homeland" in self.cards:
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
