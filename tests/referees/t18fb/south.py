"""Sections 2.2 and 3.4: what the referee of 18FB remembers, the market with its ledges, and the states of companies."""

from __future__ import annotations

from ferrovia.engine.flow.state import State
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.south import South
from tests.referees.books import BANK, Cell
from tests.referees.dealing import Dealer
from tests.referees.t18fb.tables import CAPITAL, CLAUSES, DEPOSIT, ENDLESS, NATIONALS, REGIONALS


class Kingdom(Dealer):
    """The table of the south."""

    clauses = CLAUSES

    def begin(self, state: State) -> None:
        self.priority, self.acted = state.priority, ""
        self.sold: set[tuple[str, str]] = set()
        self.sold_now: list[str] = []
        self.bought = False
        self.done: list[str] = []
        self.of, self.round = 2, 0
        self.lot, self.bidder, self.bid = "", "", 0
        self.taken: set[str] = set()  # concessions that a player has ever acquired
        self.revenue, self.ran = 0, ""
        self.raised: dict[tuple[str, str], tuple[Cell, int, int, int]] = {}  # emergency sales of a company's turn
        self.answers: dict[str, str] = {}  # what presidents said to the merger
        self.exchange_order: list[str] = []
        self.regional_round = ""
        self.second = False
        players = len(state.seats)
        for player in state.seats:
            cash = state.cash[player]
            self.check(cash == CAPITAL[players], "18FB-3.1.9", f"{player} begins with {cash}.")
        self.check(state.cash[BANK] == 12000 - 3000, "18FB-R04", f"The bank begins with {state.cash[BANK]}.")

    def own_tables(self, state: State) -> dict[str, dict[str, object]]:
        own: South = state.own
        return {
            "concession": {name: (item.owner, item.deposit) for name, item in own.concessions.items()},
            "marker": {name: count for name, count in own.markers.items() if count},
            "par": dict(state.pars),
            "float": dict(state.floated),
            "lease": dict(own.leases),
            "bourbon": dict(own.bourbon),
            "table": {"seats": tuple(state.seats)},
        }

    @property
    def margin(self) -> int:  # type: ignore[override]
        """3.3.5: a concessionaire must be exceeded by 20%."""
        return 20 if self._age() < 5 else 1

    def _age(self) -> int:
        return int(self.books.phase.removeprefix("PH"))

    def _solvent(self, purse: str, clause: str) -> None:
        self.check(self.books.cash[purse] >= 0, clause, f"{purse} spends more than it has.")

    def _concession(self, company: str) -> tuple[str, int]:
        found = self.books.own["concession"].get(company, ("", 0))
        assert isinstance(found, tuple)
        return found

    def _start_cell(self, par: int) -> Cell:
        return next((start.cell for start in self.title.box.market.starts if start.price == par), (0, 0))

    def _par(self, company: str) -> int:
        par = self.books.own["par"][company]
        assert isinstance(par, int)
        return par

    # 2.2 The market

    def _space(self, cell: Cell) -> bool:
        row, col = cell
        rows = self.title.box.market.rows
        return 0 <= row < len(rows) and 0 <= col < len(rows[row]) and rows[row][col] > 0

    def _depth(self, cell: Cell) -> int:
        """0 white, 1 light blue, 2 dark blue, as the board prints it."""
        return "WLD".index(components.sheet("market")["zone_map"][cell[0]][cell[1]])

    def moved(self, cell: Cell, how: str, times: int) -> Cell:
        row, col = cell
        if how == "left":
            return (row, col - 1) if self._space((row, col - 1)) else self._fallen(cell, 1)
        if how == "down":
            return self._fallen(cell, times)
        right = (row, col + 1)
        if how == "right" and self._space(right) and self._depth(right) <= self._depth(cell):
            return right
        return (row - 1, col) if self._space((row - 1, col)) else cell  # also R28: right at an edge

    def _fallen(self, cell: Cell, rows: int) -> Cell:
        """R27: a drop that would end in the first row below a ledge stops on it; else it goes on to the bottom."""
        row, col = cell
        landing = (row + rows, col)
        above = (row + rows - 1, col)
        if self._space(landing) and self._depth(landing) > self._depth(above):
            return above
        while not self._space(landing) and landing != cell:
            landing = (landing[0] - 1, col)
        return landing

    # 3.4 States

    def _state(self, company: str) -> str:
        books = self.books
        if company in REGIONALS:
            return "definitive"
        if company not in books.own["float"]:
            return "unfloated"
        if self._age() >= 5:
            return "definitive"
        return self._line_state(company) if self._concession(company)[0] in books.players() else "frozen"

    def _line_state(self, company: str) -> str:
        intermediate, final = self._reached(company)
        return "building" if not intermediate else "definitive" if final else "provisional"

    def _reached(self, company: str) -> tuple[bool, bool]:
        if company not in DEPOSIT:
            return False, False
        places = {components.place(stop) for stop in self.books.stations[company]}
        lines = components.concession_table(company)["routes"]
        if company == "FP":
            home = self.now.before.own.fp_home
            lines = [line for line in lines if line["home"] == home]
        middle = any(components.place_of_name(line["intermediate"]) in places for line in lines)
        final = any(components.place_of_name(line["final"]) in places for line in lines)
        return middle, final

    def _mark(self, company: str, count: int, clause: str) -> None:
        held = self.books.own["marker"].get(company, 0)
        assert isinstance(held, int)
        if held + count:
            self.books.enter("marker", company, held + count, clause)

    def _replenish(self) -> None:
        """2.6.6: of PH6 trains there is always one more."""
        for train in ENDLESS:
            if train not in self.books.train_list(BANK):
                self.books.trains[BANK].append(train)

    def _president(self, company: str) -> str:
        books = self.books
        holder = books.president(company)
        if holder in books.seats or company not in NATIONALS:
            return holder
        order = self.exchange_order or list(self.now.before.own.exchange_order)
        players = [player for player in order if books.percent(company, player)]
        return max(players, key=lambda player: books.percent(company, player), default="")  # R59

    def _percent(self, state: State, company: str, player: str) -> int:
        sizes = self.title.box.corporations[company].certificates
        return sum(size for size, holder in zip(sizes, state.certificates[company], strict=True) if holder == player)
