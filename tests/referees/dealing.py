"""What every stock exchange shares: sales and purchases, who is president, tokens that fall, dividends.

Which clause stands behind each entry is the title's to say (`clauses`), and how a token moves (`moved`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from tests.referees.books import BANK, POOL, PRESIDENT, SHARE, Cell
from tests.referees.referee import Referee


class Dealer(Referee):
    """A referee of a title with stock."""

    clauses: Mapping[str, str]  # what is entered -> the clause behind it
    margin = 1  # by how many per cent somebody must exceed the president

    def __init__(self, *facts: object) -> None:
        super().__init__(*facts)  # type: ignore[arg-type]
        self.sale_key: object = None  # the turn in which sales count as one for the order of tokens
        self.order_before: list[str] = []
        self.fallen: list[str] = []

    # Tokens on the market

    def moved(self, cell: Cell, how: str, times: int) -> Cell:
        raise NotImplementedError

    def move(self, corporation: str, how: str, clause: str, times: int = 1) -> None:
        """A token moves, and its new space may do something."""
        cell = self.books.cell(corporation)
        assert cell is not None
        to = self.moved(cell, how, times)
        self.books.put(corporation, to, clause)
        if to != cell:
            self.entered(corporation, to)

    def entered(self, corporation: str, cell: Cell) -> None:
        """A token has come to a new space."""

    # Presidency

    def heir(self, corporation: str, president: str, keeps: int) -> str | None:
        """The largest other holder who exceeds what the president keeps; among equals the first to the left."""
        best, most = None, keeps + self.margin - 1
        for player in self.books.from_left(president):
            share = self.books.percent(corporation, player)
            if share > most:
                best, most = player, share
        return best

    def offers(self, corporation: str, heir: str) -> list[tuple[int, ...]]:
        """What an heir could give for the president's certificate."""
        sizes = self.books.sizes(corporation)
        numbers = self.books.ordinary(corporation, heir)
        found = {
            tuple(sorted((sizes[number] for number in some), reverse=True))
            for count in (1, 2)
            for some in combinations(numbers, count)
            if sum(sizes[number] for number in some) == sizes[PRESIDENT]
        }
        return sorted(found)

    def exchange(self, corporation: str, heir: str, given: Sequence[int]) -> None:
        """The president's certificate goes to the heir for others of the same per cent."""
        outgoing = self.books.president(corporation)
        clause = self.clauses["presidency"]
        is_whole = self.books.hand_sizes(corporation, heir, given, outgoing, clause)
        self.check(is_whole, clause, f"{heir} has no {list(given)} of {corporation} to give.")
        self.books.hand(corporation, PRESIDENT, heir, clause)
        self.president_changed(corporation, outgoing, heir)

    def president_changed(self, corporation: str, outgoing: str, heir: str) -> None:
        """A corporation has a new president."""

    def take_over(self, corporation: str, player: str) -> None:
        """Whoever has come to hold more than the president becomes president, unless a choice is due first."""
        president = self.books.president(corporation)
        least = self.books.percent(corporation, president) + self.margin
        if president != player and self.books.percent(corporation, player) >= least:
            offers = self.offers(corporation, player)
            if len(offers) == 1:
                self.exchange(corporation, player, offers[0])

    # Sales

    def begin_sales(self, key: object) -> None:
        """Sales of one turn leave tokens that meet in the order they had before."""
        if key != self.sale_key:
            self.sale_key, self.order_before, self.fallen = key, self.books.in_order(), []

    def sell(self, seller: str, corporation: str, sizes: Sequence[int], amount: int | None = None) -> None:
        """Certificates to the pool for money, the presidency first if it changes, then the price."""
        books, clauses = self.books, self.clauses
        shares = sum(sizes) // SHARE
        self.check(books.is_started(corporation), clauses["sale.started"], f"{corporation} has no price to sell at.")
        self.judge_sale(seller, corporation, sizes)
        money = books.price(corporation) * shares if amount is None else amount
        books.pay(BANK, seller, money, clauses["sale.money"])
        if books.president(corporation) == seller:
            self._give_up(seller, corporation, sizes)
        is_held = books.hand_sizes(corporation, seller, sizes, POOL, clauses["sale.paper"])
        self.check(is_held, clauses["sale.paper"], f"{seller} has no {list(sizes)} of {corporation} to sell.")
        self.fall(corporation, shares)

    def fall(self, corporation: str, shares: int) -> None:
        cell = self.books.cell(corporation)
        self.move(corporation, "down", self.clauses["sale.price"], shares)
        if self.books.cell(corporation) not in (cell, None):
            if corporation not in self.fallen:
                self.fallen.append(corporation)
            for name in self.order_before:
                at = self.books.cell(name)
                if name in self.fallen and at is not None:
                    self.books.replace(name, at)

    def _give_up(self, seller: str, corporation: str, sizes: Sequence[int]) -> None:
        books = self.books
        keeps = books.percent(corporation, seller) - sum(sizes)
        heir = self.heir(corporation, seller, keeps)
        if heir is None or books.percent(corporation, heir) < books.sizes(corporation)[PRESIDENT]:
            text = f"{seller} is left with {keeps}% of {corporation} and is its president, since nobody else can be."
            self.check(keeps >= books.sizes(corporation)[PRESIDENT], self.clauses["sale.president"], text)
            return
        own = [books.sizes(corporation)[number] for number in books.ordinary(corporation, seller)]
        offers = [offer for offer in self.offers(corporation, heir) if _contains([*own, *offer], sizes)]
        if len(offers) == 1:
            self.exchange(corporation, heir, offers[0])

    def judge_sale(self, seller: str, corporation: str, sizes: Sequence[int]) -> None:
        """The limits of a sale."""
        pool = self.books.percent(corporation, POOL) + sum(sizes)
        text = f"{pool}% of {corporation} would be in the pool."
        self.check(pool <= self.pool_limit(), self.clauses["sale.pool"], text)

    def pool_limit(self) -> int:
        return 50

    def sellable(self, player: str) -> list[str]:
        """Corporations of which a player could surely sell a certificate: no president, and room in the pool."""
        books = self.books
        return [
            name
            for name in books.papers
            if books.is_started(name)
            and books.president(name) != player
            and self.may_be_sold(name)
            and any(
                books.percent(name, POOL) + books.sizes(name)[number] <= self.pool_limit()
                for number in books.ordinary(name, player)
            )
        ]

    def may_be_sold(self, corporation: str) -> bool:
        """Whether its stock is on the market at all."""
        return True

    def judge_pass(self, player: str, count: int, limit: int, clause: str) -> None:
        """A player who holds too much paper sells before passing."""
        stuck = count <= limit or not self.sellable(player)
        self.check(stuck, clause, f"{player} passes with {count} certificates, the limit is {limit}.")

    # Purchases

    def buy(self, buyer: str, corporation: str, place: str, price: int, payee: str, limits: bool = True) -> None:
        """The next certificate of a place, paid to whom it is due; single ones before a double one."""
        books, clauses = self.books, self.clauses
        numbers = books.ordinary(corporation, place)
        self.check(bool(numbers), clauses["buy.paper"], f"There is nothing of {corporation} in the {place}.")
        if not numbers:
            return
        number = min(numbers, key=lambda number: (books.sizes(corporation)[number], number))
        size = books.sizes(corporation)[number]
        books.pay(buyer, payee, price * size // SHARE, clauses[f"buy.{'pool' if place == POOL else 'offer'}"])
        self.check(books.cash[buyer] >= 0, clauses["buy.cash"], f"{buyer} cannot pay for stock of {corporation}.")
        books.hand(corporation, number, buyer, clauses["buy.paper"])
        if limits:
            holding = books.percent(corporation, buyer)
            self.check(holding <= 60, clauses["buy.most"], f"{buyer} holds {holding}% of {corporation}.")
        if buyer in books.seats:
            self.take_over(corporation, buyer)

    # Dividends

    def pay_out(self, corporation: str, per_share: int, receivers: Mapping[str, str | None]) -> None:
        """So much a share to every holder; `receivers` are holders for whom somebody else, or nobody, is paid."""
        for holder in dict.fromkeys(self.books.papers[corporation]):
            receiver = receivers.get(holder, holder)
            if receiver is not None:
                amount = per_share * self.books.percent(corporation, holder) // SHARE
                self.books.pay(BANK, receiver, amount, self.clauses["dividend"])


def _contains(available: Sequence[int], wanted: Sequence[int]) -> bool:
    return all(list(available).count(size) >= list(wanted).count(size) for size in set(wanted))
