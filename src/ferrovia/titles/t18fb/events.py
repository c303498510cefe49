"""What only 18FB tells, as kinds with typed fields, by the sections of its rulebook."""

from __future__ import annotations

from typing import Any, Literal

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.events import COMMON_EVENTS, Event, Ran
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.states import CompanyState

# 2.7 Political cards


class OvershootPaid(Event, frozen=True, tag="overshoot_paid"):
    """3.2.10: what was bid above the cost of a card went to its company."""

    says = "{company} receives {amount} of it."

    company: str
    amount: int


class FreeShareReceived(Event, frozen=True, tag="free_share_received"):
    """The share beside a card came to its owner."""

    says = "{player} receives {percent}% of {company} with {card}."

    player: str
    percent: int
    company: str
    card: str


class FreeShareOffered(Event, frozen=True, tag="free_share_offered"):
    """The share beside a card that nobody bought joined the others."""

    says = "The share beside {card} goes to the Initial Offer of {company}."

    card: str
    company: str


class InterestRaised(Event, frozen=True, tag="interest_raised"):
    """Melisurgo was used."""

    says = "{card} raises the secured interest of {company}."

    card: str
    company: str


class CardPlayed(Event, frozen=True, tag="card_played"):
    """Falcon was played, and its owner has still to name a company."""

    says = "{owner} plays {card}."

    owner: str
    card: str


class CompanyFavoured(Event, frozen=True, tag="company_favoured"):
    """Falcon named its company."""

    says = "{card} favours {company} in the papal enclaves."

    card: str
    company: str


class CardUseOffered(Event, frozen=True, tag="card_use_offered"):
    """A card's power was offered to a company of another president."""

    says = "{owner} offers {company} the use of {card}."

    owner: str
    company: str
    card: str


class CardUseDeclined(Event, frozen=True, tag="card_use_declined"):
    """A president builds without the card that was offered."""

    says = "{president} declines the use of {card}."

    president: str
    card: str


class CardOffered(Event, frozen=True, tag="card_offered"):
    """3.3.6: a card was offered to another player."""

    says = "{seller} offers {buyer} {card} for {price}."

    card: str
    seller: str
    buyer: str
    price: int


class CardDeclined(Event, frozen=True, tag="card_declined"):
    """The other player did not want it."""

    says = "{buyer} declines {card} for {price}."

    card: str
    seller: str
    buyer: str
    price: int


class CardPooled(Event, frozen=True, tag="card_pooled"):
    """A card is nobody's again."""

    says = "{card} goes to the bank pool."

    card: str


# 3.2 and 3.6.2 Auctions


class LotPutUp(Event, frozen=True, tag="lot_put_up"):
    """A card or a regional company is bid for."""

    says = "{player} puts up {lot}."

    player: str
    lot: str


class LotBid(Event, frozen=True, tag="lot_bid"):
    """A higher bid."""

    says = "{player} bids {price} for {lot}."

    player: str
    price: int
    lot: str


class LotWon(Event, frozen=True, tag="lot_won"):
    """A lot went to the highest bidder."""

    says = "{player} gets {lot} for {price}."

    player: str
    lot: str
    price: int


class LotUnsold(Event, frozen=True, tag="lot_unsold"):
    """Nobody wanted a lot."""

    says = "Nobody bids for {lot}."

    lot: str


class SeatsTaken(Event, frozen=True, tag="seats_taken"):
    """3.2.11: the order of play for the rest of the game."""

    says = "The players sit in this order: {order}."

    order: tuple[str, ...]

    def named(self) -> dict[str, Any]:
        return {"order": ", ".join(self.order)}


# 3.3.2 and 3.3.3 Concessions


class DepositHalved(Event, frozen=True, tag="deposit_halved"):
    """Riseis was used."""

    says = "{player} uses {card}: half of the deposit is due."

    player: str
    card: str


class DepositLowered(Event, frozen=True, tag="deposit_lowered"):
    """The card of a company was used for its concession."""

    says = "{player} uses {card}: the lower deposit is due."

    player: str
    card: str


class ConcessionTaken(Event, frozen=True, tag="concession_taken"):
    """A concession has an owner."""

    says = "{player} takes the concession of {corporation} for {due}."

    player: str
    corporation: str
    due: int


class CompanyStarted(Event, frozen=True, tag="company_started"):
    """A company has a par value and a president, who has paid for the certificate."""

    says = "{player} starts {company} at {price}."

    player: str
    company: str
    price: int
    payee: str


class CompanyFloated(Event, frozen=True, tag="company_floated"):
    """3.6.10: enough of a company is sold, from PH5 on."""

    says = "{company} floats with full capital of {amount}."

    company: str
    amount: int


class DepositRefunded(Event, frozen=True, tag="deposit_refunded"):
    """A company has reached a destination of its concession."""

    says = "{player} gets back {amount} of the deposit on {company}."

    player: str
    amount: int
    company: str


class DepositForfeited(Event, frozen=True, tag="deposit_forfeited"):
    """A concession was lost."""

    says = "The bank keeps the deposit of {amount} on {company}."

    amount: int
    company: str


class ConcessionWithdrawn(Event, frozen=True, tag="concession_withdrawn"):
    """A concession has no owner any more."""

    says = "The concession of {company} is withdrawn: it is frozen."

    company: str


class StateLost(Event, frozen=True, tag="state_lost"):
    """In which state a company was frozen."""

    says = "{company} was {state}."

    company: str
    state: CompanyState


class StateRegained(Event, frozen=True, tag="state_regained"):
    """A frozen company is what its line makes it."""

    says = "{company} is {state} again."

    company: str
    state: CompanyState


# 3.5.2 and 3.5.3 Lines


class FpHomeChosen(Event, frozen=True, tag="fp_home_chosen"):
    """3.3.2.19: FP has one home only."""

    says = "FP builds from {place}."

    place: str
    hex: str


class SfmHomeChosen(Event, frozen=True, tag="sfm_home_chosen"):
    """3.6.1.2: SFM has a home."""

    says = "SFM makes its home on {hex}."

    hex: str


class LineBuilt(Event, frozen=True, tag="line_built"):
    """A token was placed at the end of a line."""

    says = "{company} builds a line to {place} for {cost} and takes {markers} markers."

    company: str
    place: str
    cost: int
    markers: int
    hex: str


class BourbonTokenReplaced(Event, frozen=True, tag="bourbon_token_replaced"):
    """2.7.12: a company took the place of a Bourbon token."""

    says = "{company} replaces Bourbon token {number} through {card}."

    company: str
    number: int
    card: str


class DestinationReached(Event, frozen=True, tag="destination_reached"):
    """A concession is fulfilled in part, or whole."""

    says = "{company} has reached its {destination} destination."

    company: str
    destination: Literal["intermediate", "final"]


# 3.5.4 and 3.5.5 Interest and earnings


class InterestPaid(Event, frozen=True, tag="interest_paid"):
    """A company in building state pays a holder of its stock."""

    says = "{holder} receives {amount} of secured interest."

    holder: str
    amount: int


class InterestLost(Event, frozen=True, tag="interest_lost"):
    """A company in building state has built too little."""

    says = "{company} has not used all its tile steps: no interest is paid."

    company: str


class Earned(Ran, frozen=True, tag="earned"):
    """All trains of a company together."""

    says = "{corporation} earns {revenue}."


# 2.6 Trains


class TrainWithered(Event, frozen=True, tag="train_withered"):
    """2.6.5: a train that nobody bought is gone."""

    says = "An unsold {train} train is removed."

    train: str


# 3.5.11 Bankruptcy


class LeftByBankruptcy(Event, frozen=True, tag="left_by_bankruptcy"):
    """In which age a player was out of the game."""

    says = "{player} leaves the game {age} Unification."

    player: str
    age: Literal["before", "after"]


class InvestmentPooled(Event, frozen=True, tag="investment_pooled"):
    """What a closed company held of another."""

    says = "{company}'s {percent}% of {other} goes to the bank pool."

    company: str
    percent: int
    other: str


# 3.6 Unification


class GaribaldiDecided(Event, frozen=True, tag="garibaldi_decided"):
    """3.6.2: who holds most presides, whoever had the concession."""

    says = "By Garibaldi's authority {heir} is president of {company}."

    heir: str
    company: str


class FoundByUnification(Event, frozen=True, tag="found_by_unification"):
    """In which state a company was when all became definitive."""

    says = "Unification finds {company} {state}."

    company: str
    state: CompanyState


class DepositLost(Event, frozen=True, tag="deposit_lost"):
    """3.6.7: what still lay on a concession."""

    says = "The deposit of {amount} on {company} is lost."

    amount: int
    company: str


# 3.6.2 and 3.6.3 Regional companies


class RegionalRoundBegins(Event, frozen=True, tag="regional_round_begins"):
    """The regional companies are auctioned."""

    says = "The Regional Companies Round begins."


class RegionalSold(Event, frozen=True, tag="regional_sold"):
    """A regional company has an owner, whose price is its treasury."""

    says = "{name} belongs to {player} for {price}, with {cash} in its treasury."

    name: str
    player: str
    price: int
    cash: int


class RegionalPooled(Event, frozen=True, tag="regional_pooled"):
    """Nobody bought a regional company in its round."""

    says = "{name} goes to the bank pool."

    name: str


class TokenWaits(Event, frozen=True, tag="token_waits"):
    """3.6.2.7: the home of a regional company has no empty slot."""

    says = "The token of {name} waits beside its home."

    name: str


class RegionalTokenPlaced(Event, frozen=True, tag="regional_token_placed"):
    """A regional company stands on its home."""

    says = "{name} places its token on {hex}."

    name: str
    hex: str


class MarkerTaken(Event, frozen=True, tag="marker_taken"):
    """A regional company has laid the tile of a town."""

    says = "{name} takes a marker."

    name: str


class RegionalJoined(Event, frozen=True, tag="regional_joined"):
    """3.6.3.12: a destination of a regional company is on its track."""

    says = "{name} is joined to {place}: {owner} receives {amount}."

    name: str
    hex: str
    owner: str
    amount: int

    def named(self) -> dict[str, Any]:
        """The destination is called as on the charter."""
        destinations = components.company_table(self.name)["historical"]
        place = next((table["name"] for table in destinations if table["place"] == self.hex), self.hex)
        return super().named() | {"place": place}


# 3.7.1 National companies


class MergerAnswered(Event, frozen=True, tag="merger_answered"):
    """The president of a candidate has spoken."""

    company: str
    answer: Literal["merge", "refuse"]

    def sentence(self) -> str:
        return "{company} agrees to merge." if self.answer == "merge" else "{company} refuses to merge."


class NationalFormed(Event, frozen=True, tag="national_formed"):
    """Two companies became one."""

    says = "{national} is formed out of {first} and {second}."

    national: str
    first: str
    second: str


class CompanyJoined(Event, frozen=True, tag="company_joined"):
    """One of the two, and what it was before."""

    company: str
    national: str
    was: Literal["floated", "unfloated", "closed"]

    def sentence(self) -> str:
        match self.was:
            case "floated":
                return "{company} joins {national}."
            case "unfloated":
                return "{company}, which had not floated, joins {national}."
        return "{company}, which had closed, makes up the two for {national}."


class OddSharePaid(Event, frozen=True, tag="odd_share_paid"):
    """An old share for which there is no new one."""

    says = "{holder} receives {amount} for an odd share."

    holder: str
    amount: int


class NationalStockReceived(Event, frozen=True, tag="national_stock_received"):
    """What a holder has of a national company when it is formed; its own stock is what is left over."""

    holder: str
    percent: int
    corporation: str

    def sentence(self) -> str:
        if self.holder == self.corporation:
            return "{corporation} keeps {percent}% of its own stock."
        return "{holder} receives {percent}% of {corporation}."

    def named(self) -> dict[str, Any]:
        return super().named() | {"holder": "The bank pool" if self.holder == POOL else self.holder}


class InvestmentTakenOver(Event, frozen=True, tag="investment_taken_over"):
    """What one of the two held of another company."""

    says = "{heir} takes over the {percent}% of {other} that {corporation} holds."

    heir: str
    percent: int
    other: str
    corporation: str


class TokenGivenUp(Event, frozen=True, tag="token_given_up"):
    """The second token of a national company in a city."""

    says = "{national} gives up its token on {hex}."

    national: str
    hex: str


class TrainLeased(Event, frozen=True, tag="train_leased"):
    """3.7.1.25: a national company began without a train."""

    says = "{national} leases a {train}."

    national: str
    train: str


class LeasePaid(Event, frozen=True, tag="lease_paid"):
    """A leased train was paid for."""

    says = "{national} pays {owed} for its leased train."

    national: str
    owed: int


# 3.7.3 Acquisitions


class RegionalAcquired(Event, frozen=True, tag="regional_acquired"):
    """A regional company is no more."""

    says = "{company} acquires {regional} from {owner} for {cost}."

    company: str
    regional: str
    owner: str
    cost: int


class TreasuryKept(Event, frozen=True, tag="treasury_kept"):
    """The money of an acquired company is its owner's."""

    says = "{owner} keeps the {amount} in the treasury of {regional}."

    owner: str
    amount: int
    regional: str


class TokenSucceeded(Event, frozen=True, tag="token_succeeded"):
    """3.7.3.8: the acquiring company stands where the regional one stood."""

    says = "{company} puts a token in the place of {regional} on {hex}."

    company: str
    regional: str
    hex: str


EVENTS: tuple[type[Event], ...] = (
    *COMMON_EVENTS,
    OvershootPaid,
    FreeShareReceived,
    FreeShareOffered,
    InterestRaised,
    CardPlayed,
    CompanyFavoured,
    CardUseOffered,
    CardUseDeclined,
    CardOffered,
    CardDeclined,
    CardPooled,
    LotPutUp,
    LotBid,
    LotWon,
    LotUnsold,
    SeatsTaken,
    DepositHalved,
    DepositLowered,
    ConcessionTaken,
    CompanyStarted,
    CompanyFloated,
    DepositRefunded,
    DepositForfeited,
    ConcessionWithdrawn,
    StateLost,
    StateRegained,
    FpHomeChosen,
    SfmHomeChosen,
    LineBuilt,
    BourbonTokenReplaced,
    DestinationReached,
    InterestPaid,
    InterestLost,
    Earned,
    TrainWithered,
    LeftByBankruptcy,
    InvestmentPooled,
    GaribaldiDecided,
    FoundByUnification,
    DepositLost,
    RegionalRoundBegins,
    RegionalSold,
    RegionalPooled,
    TokenWaits,
    RegionalTokenPlaced,
    MarkerTaken,
    RegionalJoined,
    MergerAnswered,
    NationalFormed,
    CompanyJoined,
    OddSharePaid,
    NationalStockReceived,
    InvestmentTakenOver,
    TokenGivenUp,
    TrainLeased,
    LeasePaid,
    RegionalAcquired,
    TreasuryKept,
    TokenSucceeded,
)
