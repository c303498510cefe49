"""What the referee of 1883 remembers, and how tokens move."""

from __future__ import annotations

from ferrovia.engine.flow.state import State
from ferrovia.titles.t1883.emilia import Emilia
from tests.referees.auction import PrivateAuction
from tests.referees.books import BANK, Cell
from tests.referees.dealing import Dealer
from tests.referees.t1883.tables import AUCTION, CAPITAL, CCFR, CLAUSES, FACES, SARSA


class Region(Dealer):
    """The table of Emilia."""

    clauses = CLAUSES

    def begin(self, state: State) -> None:
        self.auction = PrivateAuction(FACES, AUCTION, step=5)
        self.priority = state.priority
        self.acted = ""
        self.sold: set[tuple[str, str]] = set()
        self.turn: list[str] = []  # "sold" and "bought" in this stock turn, in order
        self.launched: list[str] = []
        self.bought_concession: list[str] = []
        self.done: list[str] = []
        self.of, self.round = 1, 0
        self.limit_players = len(state.seats)
        self.revenue, self.ran = 0, ""
        self.laid = 0
        self.cards: list[str] = []  # events drawn in this operating round
        self.drawn = 0
        self.asked: list[tuple[str, list[str]]] = []  # strikes, and who is still to be asked
        self.effects: dict[str, str] = {}
        self.hot_autumn = False
        self.breaker = 0
        self.penalties: list[tuple[str, int]] = []  # of concessions, that wait behind another's
        self.debts: list[tuple[str, int, str]] = []
        self.operated_last: list[str] = []
        self.sales_in_emergency = 0
        self.merging: list[str] = []  # players in the order of the exchange, while the merger goes on
        self.owed = 0  # shares of SEFTA that are the pool's and have no certificate yet
        self.must_merge = False
        self.merged = False
        self.led_on = False  # a bankrupt leader's follower leads CCFR in the next operating round
        players = len(state.seats)
        for player in state.seats:
            right = (state.cash[player], state.own.support[player], state.certificates[CCFR].count(player))
            text = f"{player} begins with money, support and shares {right}."
            self.check(right == (CAPITAL[players], 1, 1), "1883-2.2.1", text)
        self.check(state.cash[BANK] == 11000 - players * CAPITAL[players], "1883-R02", "The bank begins otherwise.")

    def own_tables(self, state: State) -> dict[str, dict[str, object]]:
        own: Emilia = state.own
        return {
            "support": dict(own.support),
            "concession": {name: (item.owner, item.counter) for name, item in own.concessions.items()},
            "coach": dict.fromkeys(own.coaches, "there"),
            "port": {f"{hex_id} {name}": "there" for hex_id, name in own.ports},
            "par": dict(state.pars),
            "cooperative": {"state": own.ccfr, "leader": own.ccfr_leader},
            "aside": {"money": own.set_aside},
        }

    def _solvent(self, purse: str, clause: str = "1883-6.3.3") -> None:
        self.check(self.books.cash[purse] >= 0, clause, f"{purse} spends more than it has.")

    def _is_cooperative(self) -> bool:
        return self.books.own["cooperative"]["state"] != "capitalist"

    def _is_railway(self, corporation: str) -> bool:
        return corporation != SARSA and (corporation != CCFR or not self._is_cooperative())

    def _president(self, corporation: str) -> str:
        if corporation == CCFR and self._is_cooperative():
            return str(self.books.own["cooperative"]["leader"])
        return self.books.president(corporation)

    def _support(self, player: str, change: int, clause: str) -> None:
        held = self.books.own["support"][player]
        assert isinstance(held, int)
        self.check(held + change >= 0, clause, f"{player} plays support without having it.")
        self.books.enter("support", player, min(9, held + change), clause)

    def _has_support(self, player: str, cards: int = 1) -> bool:
        held = self.books.own["support"].get(player, 0)
        return isinstance(held, int) and held >= cards

    def _par(self, corporation: str) -> int:
        par = self.books.own["par"][corporation]
        assert isinstance(par, int)
        return par

    # The market (R15)

    def moved(self, cell: Cell, how: str, times: int) -> Cell:
        for _ in range(times):
            cell = self._moved_once(cell, how)
        return cell

    def _moved_once(self, cell: Cell, how: str) -> Cell:
        row, col = cell
        rows = self.title.box.market.rows
        to = {"up": (row - 1, col), "down": (row + 1, col), "left": (row, col - 1), "right": (row, col + 1)}[how]
        if 0 <= to[0] < len(rows) and 0 <= to[1] < len(rows[to[0]]):
            return to
        turned = {"left": "down", "right": "up"}
        return self._moved_once(cell, turned[how]) if how in turned else cell

    def _percent(self, state: State, corporation: str, player: str) -> int:
        sizes = self.title.box.corporations[corporation].certificates
        return sum(
            size for size, holder in zip(sizes, state.certificates[corporation], strict=True) if holder == player
        )
