"""What the lines of 1883 tell of money, stock, trains and tokens."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.titles.t1883 import events
from ferrovia.titles.t1883.emilia import CCFR, FSF, GRAVITY, MERGING, SARSA, SEFTA
from tests.books import ASIDE, Books, line

# Sections 3 and 5


@line(events.StockReceived)
def _received(books: Books, holder: str, percent: int, corporation: str) -> None:
    books.hand(corporation, percent, OFFER, holder)


@line(events.Launched)
def _launched(books: Books, player: str, corporation: str, par: int) -> None:
    books.start(corporation, player, player, corporation, par)


@line(events.FsfParSet)
def _par_set(books: Books, player: str, par: int) -> None:
    """The bank's money is told by a line of its own."""
    books.start(FSF, player, BANK, BANK, par)


@line(events.SupportBought)
def _support(books: Books, player: str, price: int) -> None:
    books.pay(player, BANK, price)


@line(events.ConcessionBought)
def _concession(books: Books, corporation: str, concession: str, cost: int) -> None:
    books.pay(corporation, BANK, cost)


@line(events.PenaltyPaid)
def _penalty(books: Books, corporation: str, amount: int) -> None:
    books.pay(corporation, BANK, amount)


@line(events.SharesIssued)
def _shares_issued(books: Books, corporation: str, count: int, amount: int) -> None:
    books.pay(BANK, corporation, amount)
    books.hand(corporation, 10 * count, OFFER, POOL)


@line(events.CnpSwapped)
def _swapped(books: Books, player: str, source: str) -> None:
    books.hand("SV", 10, source, player)


@line(events.SvShareFreed)
def _sv_share(books: Books) -> None:
    books.hand("SV", 10, OFFER, POOL)


# Sections 5.8 and 6.8.6: closing and bankruptcy


# Section 6.8.5: gravity trains


@line(events.GravityLost, events.GravityReturned)
def _gravity(books: Books, corporation: str) -> None:
    books.train(GRAVITY, corporation, BANK)


# Sections 7 and 11: event cards


@line(events.TrainRequisitioned)
def _war(books: Books, corporation: str, train: str, amount: int) -> None:
    books.train(train, corporation, OUT)
    books.pay(BANK, corporation, amount)


@line(events.GoldGiven)
def _levy(books: Books, player: str, amount: int) -> None:
    books.pay(player, BANK, amount)


@line(events.TrainTaken)
def _occupied(books: Books, train: str) -> None:
    books.train(train, BANK, OUT)


@line(events.MoneySetAside)
def _bank_loses(books: Books, amount: int) -> None:
    books.pay(BANK, ASIDE, amount)


@line(events.MoneyPutBack)
def _bank_gains(books: Books, amount: int) -> None:
    books.pay(ASIDE, BANK, amount)


# Section 8.1: the co-operative


@line(events.Looted)
def _looted(books: Books, player: str, revenue: int) -> None:
    books.pay(BANK, player, revenue)


@line(events.MembershipLost)
def _compensated(books: Books, player: str, amount: int) -> None:
    books.pay(BANK, player, amount)
    books.hand(CCFR, 10, player, POOL)


@line(events.CooperativeOffered)
def _ccfr_offered(books: Books) -> None:
    books.all_stock(CCFR, OFFER)


@line(events.GiftReceived)
def _gift(books: Books, train: str) -> None:
    books.train(train, BANK, CCFR)


@line(events.OffersPooled)
def _ccfr_to_pool(books: Books, percent: int) -> None:
    books.hand(CCFR, percent, OFFER, POOL)


@line(events.PresidentAppointed)
def _ccfr_president(books: Books, player: str) -> None:
    """The president's certificate for the share of a member."""
    books.hand(CCFR, 20, OFFER, player)
    books.hand(CCFR, 10, player, POOL)
    books.presidents[CCFR] = player


# Section 8.2: the coaches


@line(events.CoachPlaced, events.BasePlaced)
def _coach(books: Books, hex: str, cost: int) -> None:
    books.pay(SARSA, BANK, cost)


# Section 8.3: the merger


@line(events.Merged)
def _merged(books: Books) -> None:
    for name in MERGING:
        books.all_stock(name, OUT)


@line(events.OddShareConverted)
def _converted(books: Books, player: str, amount: int) -> None:
    books.pay(player, SEFTA, amount)
    books.hand(SEFTA, 10, OFFER, player)


@line(events.OddShareGivenUp)
def _given_up(books: Books, player: str, amount: int) -> None:
    books.pay(BANK, player, amount)


@line(events.PresidencyTaken, events.PresidencySettled)
def _sefta_president(books: Books, player: str) -> None:
    books.presidents[SEFTA] = player


@line(events.TokenGivenUp)
def _token_given_up(books: Books, hex: str) -> None:
    for name in MERGING:
        books.tokens[name, hex] = 0


@line(events.TokensReplaced)
def _replaced(books: Books, corporation: str) -> None:
    for hex_id in books.no_tokens(corporation):
        books.tokens[SEFTA, hex_id] = 1


@line(events.TokensRemoved)
def _off_the_map(books: Books, corporation: str) -> None:
    books.no_tokens(corporation)


@line(events.NeverMerged)
def _never(books: Books) -> None:
    books.all_stock(SEFTA, OUT)
