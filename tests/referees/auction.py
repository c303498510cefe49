"""The auction of private companies, kept by a referee in its own book: bids, passes, and who gets what for how much."""

from __future__ import annotations

from collections.abc import Mapping

from ferrovia.engine.flow.actions import Action, Bid, BuyPrivate, Pass
from tests.referees.books import BANK, Books
from tests.referees.referee import Referee


class PrivateAuction:
    """The companies in order of their price, with the bids on them."""

    def __init__(self, faces: Mapping[str, int], clauses: Mapping[str, str], step: int) -> None:
        self.faces = faces
        self.clauses = clauses
        self.step = step  # bids rise by multiples of it
        self.bids: dict[str, dict[str, int]] = {}
        self.contest = ""  # the company that several are bidding for
        self.passes = 0
        self.cut = 0  # how much cheaper the first company has become
        self.opener = ""  # who was first to be offered the company at its present price

    def offered(self, books: Books) -> str | None:
        unsold = [name for name, owner in books.privates.items() if owner == BANK]
        return min(unsold, key=lambda name: self.faces[name], default=None)

    def _set_aside(self, player: str, besides: str) -> int:
        return sum(bids.get(player, 0) for name, bids in self.bids.items() if name != besides)

    def judge(self, referee: Referee, player: str, action: Action) -> list[str]:
        """Enter an action of the auction; the companies that found an owner by it, in order."""
        books = referee.books
        self.opener = self.opener or player
        offered = self.offered(books)
        assert offered is not None
        match action:
            case Bid(private=private, price=price):
                self._judge_bid(referee, player, private, price)
                self.bids.setdefault(private, {})[player] = price
                self.passes = 0
                return self._settle(referee, []) if self.contest else []
            case BuyPrivate(private=private, price=price):
                asked = self.faces[offered] - self.cut
                is_right = (private, price) == (offered, asked)
                referee.check(is_right, self.clauses["price"], f"{offered} costs {asked}, not {private} {price}.")
                return self._sold(referee, player, offered, asked)
            case Pass() if self.contest:
                del self.bids[self.contest][player]
                return self._settle(referee, [])
            case Pass():
                self.passes += 1
                if self.passes == len(books.players()):
                    return self._nobody(referee, player, offered)
        return []

    def _judge_bid(self, referee: Referee, player: str, private: str, price: int) -> None:
        standing = self.bids.get(private, {}).values()
        least = max(standing, default=self.faces[private]) + 5
        is_right = price >= least and (price - least) % self.step == 0
        referee.check(is_right, self.clauses["bid"], f"A bid on {private} must be {least} or more, not {price}.")
        free = referee.books.cash[player] - self._set_aside(player, private)
        referee.check(price <= free, self.clauses["aside"], f"{player} has {free} and bids {price} on {private}.")
        if self.contest:
            lowest = min(self.bids[private], key=lambda name: self.bids[private][name])
            referee.check(player == lowest, self.clauses["contest"], f"{lowest} has the lowest bid, not {player}.")

    def _sold(self, referee: Referee, player: str, private: str, price: int) -> list[str]:
        free = referee.books.cash[player] - self._set_aside(player, private)
        referee.check(price <= free, self.clauses["aside"], f"{player} has {free} to pay {price} for {private}.")
        referee.books.pay(player, BANK, price, self.clauses["price"])
        referee.books.card(private, player, self.clauses["price"])
        self.passes, self.cut = 0, 0
        self.opener = referee.books.from_left(player)[0]
        return self._settle(referee, [private])

    def _settle(self, referee: Referee, sold: list[str]) -> list[str]:
        """A chain: the next company goes to its one bidder, or is bid for by several."""
        self.contest = ""
        while (offered := self.offered(referee.books)) is not None:
            bids = self.bids.get(offered, {})
            if len(bids) > 1:
                self.contest = offered
            if len(bids) != 1:
                break
            ((player, price),) = bids.items()
            referee.books.pay(player, BANK, price, self.clauses["award"])
            referee.books.card(offered, player, self.clauses["award"])
            del self.bids[offered]
            sold.append(offered)
        return sold

    def _nobody(self, referee: Referee, last: str, offered: str) -> list[str]:
        """All have passed: the first company gets cheaper, for the others the owners are paid."""
        self.passes = 0
        if offered != next(iter(self.faces)):
            for private, owner in referee.books.privates.items():
                if owner != BANK:
                    revenue = referee.title.box.privates[private].revenue
                    referee.books.pay(BANK, owner, revenue, self.clauses["revenue"])
            return []
        if self.faces[offered] - self.cut > 5:
            self.cut += 5
            self.opener = ""
            return []
        return self._sold(referee, self.opener, offered, 0)
