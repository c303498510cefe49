"""Sections 5 and 11: the market of 1849, and corporations that close."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.flow.state import State
from ferrovia.titles.t1849.closing import BondDue
from ferrovia.titles.t1849.sicily import Sicily
from tests.referees.auction import PrivateAuction
from tests.referees.books import BANK, OUT, Cell
from tests.referees.dealing import Dealer
from tests.referees.t1849.tables import AUCTION, BOND, CAPITAL, CLAUSES, CLOSED, FACES, PHASES


class Market(Dealer):
    """Tokens on the grid, and what the Closed space does."""

    clauses = CLAUSES

    def begin(self, state: State) -> None:
        """1.1, 2: the table before the first bid."""
        self.auction = PrivateAuction(FACES, AUCTION, step=1)
        self.sold: set[tuple[str, str]] = set()
        self.acted = ""  # the last player to buy or sell in this stock round
        self.priority = state.priority
        self.started, self.added = "", 0
        self.bought = False
        self.done: list[str] = []
        self.queue: list[str] | None = None
        self.revenue = 0
        self.of = 1
        self.round = 0  # the number of the operating round within its set
        self.ended: list[str] = []  # who has stood on 377
        self.rsa = ""
        self.ran = ""
        self.found: tuple[object, ...] | None = None  # the position as the last stock round found it
        own: Sicily = state.own
        players, corporations = len(state.seats), len(own.order)
        cash, limit = CAPITAL[players, corporations]
        for player in state.seats:
            self.check(state.cash[player] == cash, "1849-1.1.3", f"{player} begins with {state.cash[player]}.")
        self.check(state.cash[BANK] == 7760 - 1500, "1849-2.0.1", f"The bank begins with {state.cash[BANK]}.")
        self.limit = limit
        self.line = list(own.order)

    def _from_phase(self, phase: str, clause: str) -> None:
        is_so = PHASES.index(self.now.before.phase) >= PHASES.index(phase)
        self.check(is_so, clause, f"That comes with phase {phase}, not in {self.now.before.phase}.")

    def _solvent(self, purse: str, clause: str = "1849-10.0.4") -> None:
        self.check(self.books.cash[purse] >= 0, clause, f"{purse} spends more than it has.")

    def _hex_named(self, name: str) -> str:
        found = [hex.id for hex in self.title.box.board.hexes.values() if hex.name == name]
        assert len(found) == 1, f"{name}: {found}"
        return found[0]

    def may_be_sold(self, corporation: str) -> bool:
        return corporation in self.now.before.operated

    def judge_sale(self, seller: str, corporation: str, sizes: Sequence[int]) -> None:
        super().judge_sale(seller, corporation, sizes)
        has_operated = self.may_be_sold(corporation)
        self.check(has_operated, "1849-9.2.5", f"{corporation} has not operated, and its stock is sold.")

    # 5 The market

    def moved(self, cell: Cell, how: str, times: int) -> Cell:
        for _ in range(times):
            cell = self._moved_once(cell, how)
        return cell

    def _moved_once(self, cell: Cell, how: str) -> Cell:
        row, col = cell
        to = {"up": (row - 1, col), "down": (row + 1, col), "left": (row, col - 1), "right": (row, col + 1)}[how]
        if self._is_space(to):
            return to
        turned = {"left": "down", "right": "up"}
        return self._moved_once(cell, turned[how]) if how in turned else cell

    def _is_space(self, cell: Cell) -> bool:
        row, col = cell
        rows = self.title.box.market.rows
        if not (0 <= row < len(rows) and 0 <= col < len(rows[row])):
            return False
        is_blue = row <= 2 and col >= 13  # 5: the last three spaces of the upper rows
        return not is_blue or self.books.phase == "16"

    def entered(self, corporation: str, cell: Cell) -> None:
        if self.title.box.market.rows[cell[0]][cell[1]] == 377:
            self.ended.append(corporation)
        if cell == CLOSED:
            self._close(corporation, "1849-5.0.14")

    # 11 Closures

    def _close(self, corporation: str, clause: str) -> None:
        books = self.books
        president = self._presiding(corporation)
        if corporation in self.now.before.own.bonds:
            missing = BOND - books.cash[corporation]
            waits = any(
                isinstance(frame, BondDue) and frame.corporation == corporation for frame in self.now.after.agenda
            )
            if missing > 0 and not waits:
                books.pay(president, BANK, min(missing, books.cash[president]), "1849-14.2.5")
        books.pay(corporation, BANK, books.cash[corporation], "1849-11.0.2")
        for train in list(books.train_list(corporation)):
            books.train(train, corporation, OUT, "1849-11.0.3")
        for private, owner in list(books.privates.items()):
            if owner == corporation:
                books.close_card(private, "1849-11.0.3")
        books.off_market(corporation, clause)
        for number in range(len(books.papers[corporation])):
            books.hand(corporation, number, corporation, "1849-11.0.2")
        books.stations[corporation], books.tokens[corporation] = [], 3
        books.note("stations", corporation, "1849-11.0.6")
        self.line.append(corporation)
        if self.rsa == corporation:
            self.rsa = ""

    def _presiding(self, corporation: str) -> str:
        """R48: if the sale also changes the president, the new one."""
        president = self.books.president(corporation)
        if president not in self.books.seats:
            return president
        heir = self.heir(corporation, president, self.books.percent(corporation, president))
        return heir or president


def _percent(referee: Dealer, state: State, corporation: str, player: str) -> int:
    sizes = referee.title.box.corporations[corporation].certificates
    return sum(size for size, holder in zip(sizes, state.certificates[corporation], strict=True) if holder == player)
