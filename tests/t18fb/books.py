"""What the lines of 18FB tell the bookkeeper."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.titles.t18fb.events import (
    CardPooled,
    CompanyFloated,
    CompanyJoined,
    CompanyStarted,
    ConcessionTaken,
    DepositForfeited,
    DepositLost,
    DepositRefunded,
    FpHomeChosen,
    FreeShareOffered,
    FreeShareReceived,
    GaribaldiDecided,
    InterestPaid,
    InvestmentPooled,
    InvestmentTakenOver,
    LeasePaid,
    LineBuilt,
    LotWon,
    NationalStockReceived,
    OddSharePaid,
    OvershootPaid,
    RegionalAcquired,
    RegionalJoined,
    RegionalPooled,
    RegionalSold,
    RegionalTokenPlaced,
    SfmHomeChosen,
    TokenGivenUp,
    TokenSucceeded,
    TrainLeased,
    TrainWithered,
    TreasuryKept,
)
from tests.books import Books, line

DEPOSITS, BESIDE = "deposits", "card"  # money on concessions, shares beside their cards


@line(LotWon)
def _knocked_down(books: Books, player: str, lot: str, price: int) -> None:
    """What becomes of the price of a regional company is told by the next line."""
    if lot in books.privates:
        books.pay(player, BANK, price)
        books.privates[lot] = player


@line(OvershootPaid)
def _overshoot(books: Books, company: str, amount: int) -> None:
    books.pay(BANK, company, amount)


@line(CardPooled)
def _card_pooled(books: Books, card: str) -> None:
    books.privates[card] = BANK


@line(FreeShareReceived)
def _free_share(books: Books, player: str, percent: int, company: str) -> None:
    books.hand(company, percent, BESIDE, player)


@line(FreeShareOffered)
def _share_left(books: Books, card: str, company: str) -> None:
    books.hand(company, 10, BESIDE, OFFER)


@line(ConcessionTaken)
def _conceded(books: Books, player: str, corporation: str, due: int) -> None:
    books.pay(player, DEPOSITS, due)


@line(DepositRefunded)
def _refunded(books: Books, player: str, amount: int, company: str) -> None:
    books.pay(DEPOSITS, player, amount)


@line(DepositLost, DepositForfeited)
def _deposit_lost(books: Books, amount: int, company: str) -> None:
    books.pay(DEPOSITS, BANK, amount)


@line(CompanyStarted)
def _company_started(books: Books, player: str, company: str, price: int, payee: str) -> None:
    books.start(company, player, player, payee, price)


@line(CompanyFloated)
def _floated(books: Books, company: str, amount: int) -> None:
    books.pay(BANK, company, amount)
    books.hand(company, books.percent(company, OFFER), OFFER, POOL)


@line(LineBuilt)
def _built(books: Books, company: str, place: str, cost: int, markers: int, hex: str) -> None:
    books.pay(company, BANK, cost)
    books.tokens[company, hex] += 1


@line(FpHomeChosen)
def _fp_home(books: Books, place: str, hex: str) -> None:
    """It has had a token on both its homes."""
    books.no_tokens("FP")
    books.tokens["FP", hex] += 1


@line(SfmHomeChosen)
def _sfm_home(books: Books, hex: str) -> None:
    books.tokens["SFM", hex] += 1


@line(InterestPaid, OddSharePaid)
def _interest(books: Books, holder: str, amount: int) -> None:
    books.pay(BANK, holder, amount)


@line(GaribaldiDecided)
def _garibaldi(books: Books, heir: str, company: str) -> None:
    books.presidents[company] = heir


@line(InvestmentPooled)
def _investment_lost(books: Books, company: str, percent: int, other: str) -> None:
    books.hand(other, percent, company, POOL)


@line(TrainWithered)
def _withered(books: Books, train: str) -> None:
    books.train(train, BANK, OUT)


@line(RegionalSold)
def _regional_sold(books: Books, name: str, player: str, price: int, cash: int) -> None:
    books.pay(player, name, price)
    books.all_stock(name, player)


@line(RegionalPooled)
def _regional_unsold(books: Books, name: str) -> None:
    books.all_stock(name, POOL)


@line(RegionalTokenPlaced)
def _regional_token(books: Books, name: str, hex: str) -> None:
    books.tokens[name, hex] += 1


@line(RegionalJoined)
def _joined(books: Books, owner: str, amount: int) -> None:
    books.pay(BANK, owner, amount)


@line(RegionalAcquired)
def _acquired(books: Books, company: str, regional: str, owner: str, cost: int) -> None:
    books.pay(company, owner, cost)
    books.all_stock(regional, OUT)
    books.no_tokens(regional)


@line(TreasuryKept)
def _treasury_kept(books: Books, owner: str, amount: int, regional: str) -> None:
    books.pay(regional, owner, amount)


@line(TokenSucceeded)
def _token_replaced(books: Books, company: str, regional: str, hex: str) -> None:
    books.tokens[company, hex] += 1


@line(TrainLeased)
def _leased(books: Books, national: str, train: str) -> None:
    books.train(train, BANK, national)


@line(LeasePaid)
def _lease_paid(books: Books, national: str, owed: int) -> None:
    books.pay(national, BANK, owed)


@line(CompanyJoined)
def _joins(books: Books, company: str, national: str) -> None:
    """Its stock leaves the game, its tokens become the national's."""
    books.all_stock(company, OUT)
    for hex_id in books.no_tokens(company):
        books.tokens[national, hex_id] = 1


@line(NationalStockReceived)
def _national_stock(books: Books, holder: str, percent: int, corporation: str) -> None:
    """The president's certificate lies among what a national keeps, until a line tells who takes it."""
    books.hand(corporation, percent, OFFER, holder)
    if holder == corporation:
        books.presidents[corporation] = corporation


@line(InvestmentTakenOver)
def _investment_taken(books: Books, heir: str, percent: int, other: str, corporation: str) -> None:
    books.hand(other, percent, corporation, heir)


@line(TokenGivenUp)
def _napoli(books: Books, national: str, hex: str) -> None:
    books.tokens[national, hex] = 0
