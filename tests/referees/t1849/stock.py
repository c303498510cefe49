"""Sections 8 and 9: the auction, starting corporations, buying and selling, emergency sales."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t1849.closing import BondDue
from tests.referees.books import BANK, POOL, PRESIDENT, SHARE
from tests.referees.referee import frame_of
from tests.referees.t1849.tables import CLOSED, FEES, GARIBALDI, HOMES, INTEREST, PHASES, STARTS
from tests.referees.t1849.trains import Trains


class Stock(Trains):
    """What players buy and sell."""

    # 8 The initial stock round

    def _auction(self) -> None:
        for private in self.auction.judge(self, self.now.player, self.now.action):
            if private == "RSA":
                self.rsa = self.line[0]

    def _start(self, action: do.Start) -> None:
        """8.1, 9.4: value, president's certificate, fee, home."""
        books, now = self.books, self.now
        corporation, price = action.corporation, action.price
        by_rsa = now.step == "rsa_start"
        first = next((name for name in self.line if not self._is_aside(name)), "")
        self.check(corporation == first, "1849-9.4.1", f"{first} is next to be started, not {corporation}.")
        is_value = price in STARTS and PHASES.index(STARTS[price]) <= PHASES.index(now.before.phase)
        self.check(is_value, "1849-9.4.2", f"{price} is no start value in phase {now.before.phase}.")
        if by_rsa:
            self.check(price in (68, 100), "1849-8.1.2", f"RSA's corporation starts at {price}.")
        else:
            self._one_purchase()
            self._paper_limit(now.player, "1849-9.4.4")
            self.started, self.added, self.bought = corporation, 0, True
            self.acted = now.player
        if corporation in self.line:
            self.line.remove(corporation)
        cell = next((start.cell for start in self.title.box.market.starts if start.price == price), (0, 0))
        books.put(corporation, cell, "1849-9.4.2")
        books.pay(BANK if by_rsa else now.player, corporation, 2 * price, "1849-8.1.3" if by_rsa else "1849-9.4.3")
        self._solvent(now.player, "1849-9.3.5")
        books.hand(corporation, PRESIDENT, now.player, "1849-9.4.3")
        books.pay(corporation, BANK, FEES[corporation], "1849-9.4.5")
        if corporation in HOMES:
            home = self._hex_named(HOMES[corporation])
            books.place_token(corporation, f"{home}.0", "1849-9.4.6")

    def _is_aside(self, corporation: str) -> bool:
        """9.4.1: Garibaldi waits while none of its cities has a vacant space."""
        if corporation != "AFG":
            return False
        return not any(self._room("AFG", f"{self._hex_named(name)}.0") > 0 for name in GARIBALDI)

    # 9 Stock rounds

    def _one_purchase(self) -> None:
        self.check(not self.bought, "1849-9.0.1", f"{self.now.player} buys twice in a turn.")

    def _paper_limit(self, player: str, clause: str) -> None:
        """9.1: before the purchase there must be room for one more."""
        count = self._papers(player)
        self.check(count < self.limit, clause, f"{player} buys with {count} certificates, the limit is {self.limit}.")

    def _papers(self, player: str) -> int:
        privates = sum(owner == player for owner in self.books.privates.values())
        return self.books.papers_of(player) + privates

    def _buy_share(self, action: do.BuyShare) -> None:
        player, corporation = self.now.player, action.corporation
        adds = bool(self.started)
        if adds:
            self.added += 1
            is_right = corporation == self.started and action.source == "treasury" and self.added <= 2
            self.check(is_right, "1849-9.4.3", f"{player} adds certificate {self.added} of {corporation}.")
            self._paper_limit(player, "1849-9.4.4")
        else:
            self._one_purchase()
            self._paper_limit(player, "1849-9.1.3")
            is_barred = (player, corporation) in self.sold
            self.check(not is_barred, "1849-9.2.7", f"{player} sold {corporation} in this round and buys it.")
        self.bought, self.acted = True, player
        price = self.books.price(corporation)
        place, payee = (POOL, BANK) if action.source == "pool" else (corporation, corporation)
        self.buy(player, corporation, place, price, payee)

    def _sell(self, corporation: str, sizes: Sequence[int]) -> None:
        now = self.now
        seller = now.player
        if now.step == "stock":
            self.check(not self.bought, "1849-9.0.2", f"{seller} sells after buying.")
            self.acted = seller
            turn = frame_of(now.before, StockRound)
            self.begin_sales(("stock", now.number) if turn is not None and not turn.order_before else self.sale_key)
            if now.before.round.kind == "stock":
                self.sold.add((seller, corporation))
            self.sell(seller, corporation, sizes)
            return
        # 10.7: emergency sales obey 9.2, and keep the order of tokens among themselves (9.2.3, 9.2.4).
        turn_of = frame_of(now.before, OperatingTurn)
        self.begin_sales(("emergency", now.before.round, turn_of.corporation if turn_of else "", seller))
        if now.before.round.kind == "stock":
            self.sold.add((seller, corporation))  # 9.2.7
        operating = turn_of.corporation if turn_of else ""
        self._emergency_sale(seller, corporation, sizes, operating)
        was_president = operating and self.books.president(operating) == seller
        if operating == corporation and now.step in ("trains", "bond_interest") and self._closes(corporation, sizes):
            # R26: all that the president had before this sale lies in the treasury, and goes with it.
            self.books.pay(seller, operating, self.books.cash[seller], "1849-R26")
        self.sell(seller, corporation, sizes)
        if operating and self.books.is_started(operating) and was_president:
            is_same = self.books.president(operating) == seller and not self._is_leaving(operating, seller)
            self.check(is_same, "1849-10.7.5", f"The sale takes {operating} from its president.")
        if operating and now.step in ("trains", "bond_interest") and self.books.is_started(operating):
            self.books.one_purse.append((seller, operating))  # 10.7: the president's money may lie in either
        self._bond_due(seller)

    def _closes(self, corporation: str, sizes: Sequence[int]) -> bool:
        """Whether a sale brings a token into the Closed space."""
        cell = self.books.cell(corporation)
        return cell is not None and self.moved(cell, "down", sum(sizes) // SHARE) == CLOSED

    def _is_leaving(self, corporation: str, president: str) -> bool:
        return self.heir(corporation, president, self.books.percent(corporation, president)) is not None

    def _emergency_sale(self, seller: str, corporation: str, sizes: Sequence[int], operating: str) -> None:
        """10.7.3: no more than is needed; without the smallest certificate it would not do."""
        books, now = self.books, self.now
        if now.step == "trains":
            need = min(self._on_sale_prices(operating), default=0) - books.cash[operating] - books.cash[seller]
        elif now.step == "bond_interest":
            need = INTEREST - books.cash[operating] - books.cash[seller]
        else:
            due = frame_of(now.before, BondDue)
            assert due is not None
            need = due.amount - books.cash[seller]
        self.check(need > 0, "1849-10.7.3", f"{seller} sells though {-need} is to spare.")
        least = (sum(sizes) - min(sizes)) // SHARE * books.price(corporation)
        self.check(least < need, "1849-R25", f"{seller} sells {sum(sizes)}% of {corporation} for the missing {need}.")

    def _bond_due(self, player: str) -> None:
        """14.2, R39: what a sale for the bond of a closed corporation settles."""
        due = frame_of(self.now.before, BondDue)
        if self.now.step != "bond_due" or due is None or due.player != player:
            return
        waiting = (frame for frame in self.now.after.agenda if isinstance(frame, BondDue))
        if not any((frame.player, frame.corporation) == (player, due.corporation) for frame in waiting):
            amount = min(due.amount, self.books.cash[player])
            self.books.pay(player, BANK, amount, "1849-14.2.5")
