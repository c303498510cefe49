"""Section 8.3: FMMSF and FMV merge into SEFTA."""

from __future__ import annotations

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.offers import Offer
from ferrovia.titles.t1883.events import PresidencySettled
from ferrovia.titles.t1883.exchange import OddShare
from ferrovia.titles.t1883.merger import MergerOffer
from ferrovia.titles.t1883.settling import Settling
from tests.referees.books import BANK, OFFER, OUT, POOL, PRESIDENT, SHARE
from tests.referees.referee import frame_of
from tests.referees.t1883.tables import MERGING, SEFTA
from tests.referees.t1883.trains import Trains


class Merger(Trains):
    """The merger, step by step."""

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

    def _merge(self, active: str) -> None:
        books = self.books
        self.must_merge, self.merged = False, True
        total = min(150, sum(books.price(name) for name in MERGING))
        rows = self.title.box.market.rows
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
            books.enter("par", name, None, "1883-8.3.4")
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
        for player in self.merging:
            units = sum(books.percent(name, player) // SHARE for name in MERGING)
            for _ in range(units // 2):
                self._sefta_share(player)
            if units % 2:
                self.odd.append(player)
        self.owed = sum(books.percent(name, POOL) // SHARE for name in MERGING) // 2
        self._pool_shares(sum(not books.held(SEFTA, player) for player in self.odd))
        for name in MERGING:
            for number in range(len(books.papers[name])):
                books.hand(name, number, OUT, "1883-8.3.6")

    def _sefta_share(self, player: str) -> None:
        """8.3.6, 8.3.10: one share; the first player with two holds the president's certificate instead."""
        books = self.books
        single = books.held(SEFTA, player)
        if single and books.president(SEFTA) == OFFER:
            books.hand(SEFTA, single[0], OFFER, "1883-8.3.10")
            books.hand(SEFTA, PRESIDENT, player, "1883-8.3.10")
            return
        left = books.ordinary(SEFTA, OFFER)
        self.check(bool(left), "1883-8.3.6", f"There is no share of SEFTA left for {player}.")
        if left:
            books.hand(SEFTA, left[0], player, "1883-8.3.6")

    def _pool_shares(self, spared: int = 0) -> None:
        """R82: what is the pool's, as far as there are certificates; players without a share come before it."""
        free = self.books.ordinary(SEFTA, OFFER)
        if self.books.president(SEFTA) == OFFER:
            free = free[spared:]
        for number in free[: self.owed]:
            self.books.hand(SEFTA, number, POOL, "1883-8.3.6")
            self.owed -= 1

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
                left = books.percent(SEFTA, OFFER) // SHARE - self.kept - self.owed
                self.check(left > 0, "1883-R75", f"{player} turns an odd share into one that nobody gave up.")
                books.pay(player, SEFTA, half, "1883-8.3.7")
                self._solvent(player, "1883-8.3.7")
                self._sefta_share(player)
            else:
                books.pay(BANK, player, half, "1883-8.3.7")
        if not self.odd:
            self._pool_shares()
        if self.odd or (not after.over and frame_of(after, Settling) is not None):
            if not self.odd:
                self._buy_sefta_presidency()
            return
        if not after.over or self.was_told(PresidencySettled):
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
            self._pool_shares()
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
        """Whether a player's debt for the presidency came and went within this moment."""
        debts = [frame for frame in self.now.before.agenda if isinstance(frame, Debt)]
        return not any((debt.player, debt.payee) == (player, SEFTA) for debt in debts)

    def _give_up_token(self, stop: str) -> None:
        """R51: of more than four the president gives up one that is no home."""
        homes = [f"{hex_id}.0" for hex_id in self.title.box.corporations[SEFTA].homes]
        self.check(stop not in homes, "1883-8.3.13", f"SEFTA gives up its home {stop}.")
        for name in MERGING:
            if stop in self.books.stations[name]:
                self.books.stations[name].remove(stop)
                self.books.note("stations", name, "1883-8.3.13")

    def _sefta_tokens(self) -> None:
        """8.3.13: up to four tokens, the homes first; the others go."""
        books, after = self.books, self.now.after
        old = list(dict.fromkeys(stop for name in MERGING for stop in books.stations[name]))
        new: list[str] = list(after.stations[SEFTA])
        homes = [f"{hex_id}.0" for hex_id in self.title.box.corporations[SEFTA].homes]
        due = min(4, len(old))
        is_right = set(new) <= set(old) and len(new) == due and all(stop in new for stop in homes if stop in old)
        self.check(is_right, "1883-8.3.13", f"The tokens of SEFTA are on {new}, those before on {old}.")
        books.stations[SEFTA], books.tokens[SEFTA] = new, 4 - len(new)
        books.note("stations", SEFTA, "1883-8.3.13")
        for name in MERGING:
            books.stations[name], books.tokens[name] = [], 0
            books.note("stations", name, "1883-8.3.13")

    def _forced_merger(self) -> None:
        """12.1: after the turn in which the first 5 was bought; the dearer of the two is the active one."""
        if not self.must_merge:
            return
        self.must_merge = False
        operated = [name for name in MERGING if name in self.done]
        active = next(name for name in self.books.in_order() if name in MERGING)
        self._merge(active)
        if not operated:
            self.done.remove(SEFTA)  # 12.1.3
