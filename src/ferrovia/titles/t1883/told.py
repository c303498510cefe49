"""What only 1883 tells: its events as kinds with typed fields, by the sections of its rulebook."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.events import COMMON_EVENTS, Event
from ferrovia.titles.t1883 import components

# Section 3: private companies


class AnchorPlaced(Event, frozen=True, tag="anchor_placed"):
    """A corporation may call at a port."""

    says = "{corporation} places an anchor on {hex}."

    corporation: str
    hex: str


class CnpSwapped(Event, frozen=True, tag="cnp_swapped"):
    """The owner of CNP took a share of SV for it."""

    says = "{player} swaps CNP for 10% of SV."

    player: str
    source: str  # the Initial Offers or the pool


class SvShareFreed(Event, frozen=True, tag="sv_share_freed"):
    """CNP closed without having been swapped."""

    says = "A share of SV goes to the pool."


class LinkLaid(Event, frozen=True, tag="link_laid"):
    """The track that belongs to FRV came to the map by itself."""

    says = "The track between Reggio Emilia and Sassuolo is laid."


# Section 5: corporations and their stock


class Launched(Event, frozen=True, tag="launched"):
    """A corporation has a president and a par."""

    says = "{player} launches {corporation} at {par}."

    player: str
    corporation: str
    par: int


class FsfParSet(Event, frozen=True, tag="fsf_par_set"):
    """Who won the presidency of FSF fixed its par."""

    says = "{player} sets the par of FSF at {par}."

    player: str
    par: int


class StockReceived(Event, frozen=True, tag="stock_received"):
    """Somebody got stock out of the Initial Offers without a purchase: with a private company, or for merging stock."""

    says = "{holder} receives {percent}% of {corporation}."

    holder: str
    percent: int
    corporation: str

    def named(self) -> dict[str, Any]:
        return super().named() | {"holder": "The bank pool" if self.holder == POOL else self.holder}


class SharesIssued(Event, frozen=True, tag="shares_issued"):
    """Shares of the Initial Offers went to the pool."""

    says = "{corporation} issues {count} shares for {amount}."

    corporation: str
    count: int
    amount: int


class SupportBought(Event, frozen=True, tag="support_bought"):
    """A player bought a card of political support."""

    says = "{player} buys political support for {price}."

    player: str
    price: int


class ConcessionBought(Event, frozen=True, tag="concession_bought"):
    """A corporation owns a concession."""

    says = "{corporation} buys concession {concession} for {cost}."

    corporation: str
    concession: str
    cost: int


class ConcessionCompleted(Event, frozen=True, tag="concession_completed"):
    """The owner of a concession has joined its places."""

    says = "{corporation} completes concession {concession} for {bonus}."

    corporation: str
    concession: str
    bonus: int


class ConcessionFailed(Event, frozen=True, tag="concession_failed"):
    """The time of a concession is over."""

    says = "{corporation} fails concession {concession}."

    corporation: str
    concession: str


class ConcessionForgone(Event, frozen=True, tag="concession_forgone"):
    """The places of a concession were joined before anybody owned it."""

    says = "Concession {concession} is joined without an owner and leaves play."

    concession: str


class ConcessionUnsold(Event, frozen=True, tag="concession_unsold"):
    """Nobody has bought a concession before the last phase."""

    says = "Concession {concession} was never bought and leaves play."

    concession: str


class PenaltyPaid(Event, frozen=True, tag="penalty_paid"):
    """A treasury paid for a concession that failed."""

    says = "{corporation} pays a penalty of {amount}."

    corporation: str
    amount: int


# Sections 5.8 and 6.8.6: closing and bankruptcy


# Section 6.8.5: gravity trains


class GravityRolled(Event, frozen=True, tag="gravity_rolled"):
    """The die of a gravity train that runs."""

    says = "{corporation} rolls {rolled} for its 2G."

    corporation: str
    rolled: int


class GravityLost(Event, frozen=True, tag="gravity_lost"):
    """A gravity train has run for the last time."""

    says = "The 2G of {corporation} is lost."

    corporation: str


class GravityReturned(Event, frozen=True, tag="gravity_returned"):
    """A gravity train has lost its partner, or its corporation."""

    says = "A 2G of {corporation} goes back to its box."

    corporation: str


# Sections 7 and 11: event cards


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """The holder of the priority drew an event card."""

    says = "{player} draws an event."

    player: str


class CardRevealed(Event, frozen=True, tag="card_revealed"):
    """An event card lies open, by its key in the sheet."""

    says = "Event: {card}."

    card: str

    def named(self) -> dict[str, Any]:
        return {"card": components.event_table(self.card)["name"]}


class Spared(Event, frozen=True, tag="spared"):
    """A president played political support against a strike."""

    says = "{corporation} is spared."

    corporation: str


class Struck(Event, frozen=True, tag="struck"):
    """A strike touches the run of a corporation."""

    says = "{corporation} suffers."

    corporation: str


class StrikeAbsorbed(Event, frozen=True, tag="strike_absorbed"):
    """A strike came while a worse one lasts."""

    says = "The strike has no effect while the hot autumn lasts."


class StrikeBroken(Event, frozen=True, tag="strike_broken"):
    """A general strike came in the round after the strike breaker."""

    says = "The strike breaker cancels the general strike."


class Accident(Event, frozen=True, tag="accident"):
    """A railroad accident lowers a price."""

    says = "An accident strikes {corporation}."

    corporation: str


class GoldGiven(Event, frozen=True, tag="gold_given"):
    """A player gave a part of their cash to the homeland."""

    says = "{player} gives {amount}."

    player: str
    amount: int


class TrainRequisitioned(Event, frozen=True, tag="train_requisitioned"):
    """The war effort took a train for half its price."""

    says = "{corporation} loses a {train} for {amount}."

    corporation: str
    train: str
    amount: int


class TrainTaken(Event, frozen=True, tag="train_taken"):
    """The occupation took the next train of the bank."""

    says = "A {train} is taken away."

    train: str


class SupportRolled(Event, frozen=True, tag="support_rolled"):
    """A player's die against the loss of political support."""

    says = "{player} rolls {rolled}."

    player: str
    rolled: int


class SupportLost(Event, frozen=True, tag="support_lost"):
    """The lowest roll cost a card."""

    says = "{player} loses a card of political support."

    player: str


class MoneySetAside(Event, frozen=True, tag="money_set_aside"):
    """An event took money out of the bank."""

    says = "The bank loses {amount}."

    amount: int


class MoneyPutBack(Event, frozen=True, tag="money_put_back"):
    """Money that an event had set aside is the bank's again."""

    says = "The bank gets {amount} back."

    amount: int


class Bombed(Event, frozen=True, tag="bombed"):
    """The dice named a hex for an air raid, built upon or not."""

    says = "{player} bombs hex {hex}."

    player: str
    hex: str


class TileLost(Event, frozen=True, tag="tile_lost"):
    """A bombed hex is as it was printed."""

    says = "The tile on {hex} is lost."

    hex: str


class TileFallen(Event, frozen=True, tag="tile_fallen"):
    """A bombed hex shows a tile of the colour below."""

    says = "The tile on {hex} falls back to {tile}."

    hex: str
    tile: str


# Section 8.1: the co-operative


class LeaderChosen(Event, frozen=True, tag="leader_chosen"):
    """CCFR has its first leader."""

    says = "{player} leads CCFR."

    player: str


class GiftReceived(Event, frozen=True, tag="gift_received"):
    """CCFR got a train for nothing."""

    says = "CCFR receives a {train}."

    train: str


class Looted(Event, frozen=True, tag="looted"):
    """The leader of CCFR took the whole run."""

    says = "{player} loots CCFR for {revenue}."

    player: str
    revenue: int


class MembershipLost(Event, frozen=True, tag="membership_lost"):
    """Who has looted CCFR gives up their share of it."""

    says = "{player} gives up 10% of CCFR for {amount}."

    player: str
    amount: int


class CooperativeFrozen(Event, frozen=True, tag="cooperative_frozen"):
    """CCFR operates no more until it is capitalised."""

    says = "CCFR is frozen."


class CooperativeOffered(Event, frozen=True, tag="cooperative_offered"):
    """Nobody holds stock of CCFR any more."""

    says = "All stock of CCFR goes to the Initial Offers."


class Capitalised(Event, frozen=True, tag="capitalised"):
    """CCFR is a co-operative no more."""

    says = "CCFR becomes a capitalist corporation."


class OffersPooled(Event, frozen=True, tag="offers_pooled"):
    """The stock of CCFR that nobody had came on the market."""

    says = "{percent}% of CCFR goes from the Initial Offers to the bank pool."

    percent: int


class PresidentAppointed(Event, frozen=True, tag="president_appointed"):
    """A member of CCFR got the president's certificate for their share."""

    says = "{player} becomes president of CCFR."

    player: str


# Section 8.2: the coaches


class CoachPlaced(Event, frozen=True, tag="coach_placed"):
    """A coach came to the map."""

    says = "SARSA places a coach on {hex} for {cost}."

    hex: str
    cost: int


class BasePlaced(Event, frozen=True, tag="base_placed"):
    """A coach came to one of the two bases."""

    says = "SARSA places a coach on its base {hex} for {cost}."

    hex: str
    cost: int


# Section 8.3: the merger


class Merged(Event, frozen=True, tag="merged"):
    """Two corporations are one."""

    says = "FMMSF and FMV merge into SEFTA."


class OddShareConverted(Event, frozen=True, tag="odd_share_converted"):
    """A player made a whole share out of an odd one."""

    says = "{player} pays {amount} for another 10% of SEFTA."

    player: str
    amount: int


class OddShareGivenUp(Event, frozen=True, tag="odd_share_given_up"):
    """A player let an odd share go."""

    says = "{player} gives up an odd share for {amount}."

    player: str
    amount: int


class PresidencyTaken(Event, frozen=True, tag="presidency_taken"):
    """A player had two shares of SEFTA when nobody presided over it."""

    says = "{player} takes the president's certificate of SEFTA."

    player: str


class PresidencySettled(Event, frozen=True, tag="presidency_settled"):
    """The shares are exchanged: who has most of them presides."""

    says = "{player} is president of SEFTA."

    player: str


class TokenGivenUp(Event, frozen=True, tag="token_given_up"):
    """SEFTA had more tokens than it may have."""

    says = "SEFTA gives up its token on {hex}."

    hex: str


class TokensReplaced(Event, frozen=True, tag="tokens_replaced"):
    """The tokens of a merged corporation are SEFTA's."""

    says = "The tokens of {corporation} are replaced."

    corporation: str


class TokensRemoved(Event, frozen=True, tag="tokens_removed"):
    """SEFTA found no president: the tokens of a merged corporation are nobody's."""

    says = "The tokens of {corporation} leave the map."

    corporation: str


class NeverMerged(Event, frozen=True, tag="never_merged"):
    """The merger was demanded and could not be."""

    says = "SEFTA can never be formed."


EVENTS: tuple[type[Event], ...] = (
    *COMMON_EVENTS,
    AnchorPlaced,
    CnpSwapped,
    SvShareFreed,
    LinkLaid,
    Launched,
    FsfParSet,
    StockReceived,
    SharesIssued,
    SupportBought,
    ConcessionBought,
    ConcessionCompleted,
    ConcessionFailed,
    ConcessionForgone,
    ConcessionUnsold,
    PenaltyPaid,
    GravityRolled,
    GravityLost,
    GravityReturned,
    CardDrawn,
    CardRevealed,
    Spared,
    Struck,
    StrikeAbsorbed,
    StrikeBroken,
    Accident,
    GoldGiven,
    TrainRequisitioned,
    TrainTaken,
    SupportRolled,
    SupportLost,
    MoneySetAside,
    MoneyPutBack,
    Bombed,
    TileLost,
    TileFallen,
    LeaderChosen,
    GiftReceived,
    Looted,
    MembershipLost,
    CooperativeFrozen,
    CooperativeOffered,
    Capitalised,
    OffersPooled,
    PresidentAppointed,
    CoachPlaced,
    BasePlaced,
    Merged,
    OddShareConverted,
    OddShareGivenUp,
    PresidencyTaken,
    PresidencySettled,
    TokenGivenUp,
    TokensReplaced,
    TokensRemoved,
    NeverMerged,
)
