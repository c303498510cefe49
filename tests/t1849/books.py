"""What the lines of 1849 tell the bookkeeper."""

from __future__ import annotations

from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t1849.events import (
    BondIssued,
    BondRepaid,
    BondWrittenOff,
    CorporationStarted,
    ETokenBought,
    InterestPaid,
    LoanTaken,
    TokenFeePaid,
    TokenLost,
    ValueSet,
)
from tests.books import Books, line


@line(CorporationStarted)
def _started(books: Books, player: str, corporation: str, price: int) -> None:
    books.start(corporation, player, player, corporation, price)


@line(ValueSet)
def _set(books: Books, player: str, corporation: str, price: int) -> None:
    """The bank's money is told by a line of its own."""
    books.start(corporation, player, BANK, BANK, price)


@line(BondIssued)
def _from_bank(books: Books, corporation: str, amount: int) -> None:
    books.pay(BANK, corporation, amount)


@line(InterestPaid, BondRepaid)
def _to_bank(books: Books, corporation: str, amount: int) -> None:
    books.pay(corporation, BANK, amount)


@line(TokenFeePaid)
def _token_fee(books: Books, corporation: str, fee: int) -> None:
    books.pay(corporation, BANK, fee)


@line(TokenLost)
def _ruined(books: Books, corporation: str) -> None:
    books.tokens[corporation, "B14"] -= 1


@line(LoanTaken)
def _loan(books: Books, player: str, amount: int) -> None:
    books.pay(BANK, player, amount)


@line(ETokenBought)
def _e_token(books: Books, corporation: str, price: int) -> None:
    books.pay(corporation, BANK, price)


@line(BondWrittenOff)
def _written_off(books: Books, player: str, paid: int, rest: int, corporation: str) -> None:
    books.pay(player, BANK, paid)
