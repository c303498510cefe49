"""Section 3.7: RM and RA, and regional companies that are acquired."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.offers import Offer
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.concessions import Rescue
from ferrovia.titles.t18fb.events import NationalFormed
from ferrovia.titles.t18fb.nationals import Formation
from ferrovia.titles.t18fb.political import CardOffer
from tests.referees.books import BANK, OFFER, POOL, PRESIDENT, SHARE
from tests.referees.referee import frame_of
from tests.referees.t18fb.tables import BESIDE, CANDIDATES, NAPOLI, REGIONALS
from tests.referees.t18fb.trains import Trains


class Nationals(Trains):
    """Mergers and acquisitions."""

    # 3.7.3 Acquisitions

    def _acquire(self, company: str, regional: str) -> None:
        books = self.books
        owner = books.papers[regional][0]
        self.check(owner in books.seats, "18FB-R64", f"{regional} belongs to {owner}.")
        if owner not in books.seats:
            return
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

    def _formed(self, event: NationalFormed) -> None:
        national, pair = event.national, (event.first, event.second)
        books = self.books
        self._judge_pair(national, pair)
        floated = [name for name in books.in_order() if name in pair and name in books.own["float"]]
        cell = books.cell(floated[0]) if floated else self._start_cell(100)
        assert cell is not None
        price = self.title.box.market.rows[cell[0]][cell[1]]
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
            books.enter("lease", national, self.title.box.trains["PH6"].cost, "18FB-3.7.1.25")

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
        books.stations[national] = [*found]
        books.tokens[national] = self.title.box.corporations[national].tokens - len(found)
        books.note("stations", national, "18FB-3.7.1.24")

    def _leases(self) -> None:
        """3.7.1.27: paid in full as soon as the treasury holds the price."""
        for national, owed in list(self.books.own["lease"].items()):
            assert isinstance(owed, int)
            if self.books.cash[national] >= owed:
                self.books.pay(national, BANK, owed, "18FB-3.7.1.27")
                self.books.enter("lease", national, None, "18FB-3.7.1.27")
