"""Section 8.1, told: the co-operative."""

from __future__ import annotations

from ferrovia.engine.flow.events import Event


class LeaderChosen(Event, frozen=True, tag="leader_chosen"):
    """CCFR has its first leader."""

    says = "{player} leads CCFR."

    player: str


class GiftReceived(Event, frozen=True, tag="gift_received"):
    """CCFR got a train for nothing."""

    says = "CCFR receives {train:a}."

    train: str


class Looted(Event, frozen=True, tag="looted"):
    """The leader of CCFR took the whole run."""

    says = "{player} loots CCFR for {revenue:money}."

    player: str
    revenue: int


class MembershipLost(Event, frozen=True, tag="membership_lost"):
    """A looter of CCFR gives up their share of it."""

    says = "{player} gives up 10% of CCFR for {amount:money}."

    player: str
    amount: int


class CooperativeFrozen(Event, frozen=True, tag="cooperative_frozen"):
    """CCFR operates no more until it is capitalised."""

    says = "CCFR is frozen."


class CooperativeOffered(Event, frozen=True, tag="cooperative_offered"):
    """Nobody holds stock of CCFR any more."""

    says = "All stock of CCFR goes to the Initial Offer."


class Capitalised(Event, frozen=True, tag="capitalised"):
    """CCFR is a co-operative no more."""

    says = "CCFR is capitalised and becomes a corporation like the others."


class OffersPooled(Event, frozen=True, tag="offers_pooled"):
    """The stock of CCFR that nobody had came on the market."""

    says = "{percent}% of CCFR goes from the Initial Offer to the bank pool."

    percent: int


class PresidentAppointed(Event, frozen=True, tag="president_appointed"):
    """A member of CCFR got the president's certificate for their share."""

    says = "{player} becomes president of CCFR."

    player: str


EVENTS: tuple[type[Event], ...] = (
    LeaderChosen,
    GiftReceived,
    Looted,
    MembershipLost,
    CooperativeFrozen,
    CooperativeOffered,
    Capitalised,
    OffersPooled,
    PresidentAppointed,
)
