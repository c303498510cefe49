"""Sections 3.5.2 to 3.5.7: lines and their borders, destinations, interest, earnings and dividends."""

from __future__ import annotations

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.t18fb import actions as southern
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.events import Earned
from ferrovia.titles.t18fb.south import South
from tests.referees.books import BANK, OFFER, POOL, SHARE
from tests.referees.on_foot import Ground, Side, Walked
from tests.referees.referee import frame_of
from tests.referees.t18fb.stock import Stock
from tests.referees.t18fb.tables import (
    BANDS,
    BENEVENTO,
    BESIDE,
    CARDS,
    DEPOSIT,
    DEPOSITS,
    LEVEL,
    MARKERS,
    NAPOLI,
    NATIONALS,
    OBSTACLES,
    PONTECORVO,
    REGIONALS,
)


class Building(Stock):
    """Tokens, and what they bring."""

    # 3.5.2 Tokens

    def _build(self, action: southern.BuildLine) -> None:
        books, now = self.books, self.now
        turn = frame_of(now.before, OperatingTurn)
        assert turn is not None
        company = turn.corporation
        ground = Ground(self.title.box.board, books.tiles)
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
        assert isinstance(gained, int)
        assert isinstance(held, int)
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
        ground = Ground(self.title.box.board, books.tiles)
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
        ground = Ground(self.title.box.board, books.tiles)
        trains = [
            next(t for t in components.sheet("trains")["train"] if t["name"] == name)
            for name in books.train_list(company)
        ]
        cities, towns = sum(int(train["cities"]) for train in trains), sum(int(train["towns"]) for train in trains)
        own: South = self.now.before.own
        values = sorted((self._station(company, stop, ground) for stop in books.stations[company]), reverse=True)
        held = books.own["marker"].get(company, 0)
        assert isinstance(held, int)
        served = min(held, towns)
        was_there = company in own.papal or (
            isinstance(self.now.action, southern.BuildLine) and PONTECORVO in self.now.action.route
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

    def _earns(self, event: Earned) -> None:
        company, told = event.corporation, event.revenue
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
                receiver = company if holder == OFFER else holder
                if holder not in (POOL, BESIDE):  # R07: a share beside an unsold card lies in the pool with it
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
