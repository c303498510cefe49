"""Section 5: stock rounds, forced sales, and one share of SARSA for two of railways."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.state import State
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t1883 import actions as emilian
from tests.referees.books import BANK, OFFER, POOL, PRESIDENT, SHARE
from tests.referees.referee import frame_of
from tests.referees.t1883.merger import Merger
from tests.referees.t1883.tables import CCFR, CONCESSIONS, PAPERS, PARS, SARSA


class Stock(Merger):
    """What players buy and sell."""

    def _bought(self, clause: str) -> None:
        """5.1: one purchase a turn, and sales on one side of it only."""
        self.check("bought" not in self.turn, clause, f"{self.now.player} buys twice in a turn.")
        self.turn.append("bought")
        self.acted = self.now.player

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
        cell = next((start.cell for start in self.title.box.market.starts if start.price == par), (0, 0))
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
            for hex_id in self.title.box.corporations[corporation].homes:
                if f"{hex_id}.0" not in books.stations[corporation]:
                    books.place_token(corporation, f"{hex_id}.0", "1883-6.5.2")

    def _papers(self, player: str) -> int:
        return self.books.papers_of(player) + sum(owner == player for owner in self.books.privates.values())

    def _limit(self) -> int:
        """5.4: by the players at the beginning of the stock round, and lower once SEFTA is there."""
        return PAPERS[max(2, self.limit_players)][bool(self.merged)]

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
            prices = [self.title.box.trains[train].cost for train in self._on_sale() if train != "2G"]
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
            prices = [self.title.box.trains[train].cost for train in self._on_sale() if train != "2G"]
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

    def _buy_concession(self, action: emilian.BuyConcession) -> None:
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
        stock = do.BuyShare | do.SellShares | do.Start
        is_deal = isinstance(now.action, stock | emilian.BuySupport | emilian.BuyConcession)
        if now.step != "stock" or not is_deal or now.after.round != now.before.round:
            return
        player = now.player
        before, after = self._deficit(now.before, player), self._deficit(now.after, player)
        if after > 0 and (before <= 0 or after > before or isinstance(now.action, emilian.BuySupport)):
            back = self._most_back(player)
            text = f"{player} is {after} out of balance by this deal, and could come back by {back} at most."
            self.check(after <= back or before > 0, "1883-8.2.16", text)
            worse = before > 0 and after - back > before
            self.check(not worse, "1883-R48", f"{player} was {before} out of balance and makes it worse for good.")

    def _most_back(self, player: str) -> int:
        """What a player could win back in this round at the very most: sales of SARSA, purchases for all the money."""
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
