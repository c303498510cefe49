"""Section 2.7, told: political cards."""

from __future__ import annotations

from ferrovia.engine.flow.events import Event


class OvershootPaid(Event, frozen=True, tag="overshoot_paid"):
    """3.2.10: what was bid above the cost of a card went to its company."""

    says = "{company} receives {amount:money} of the bid."

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

    says = "The share of {company} beside {card} goes to the Initial Offer."

    card: str
    company: str


class InterestRaised(Event, frozen=True, tag="interest_raised"):
    """Melisurgo was used."""

    says = "{card} raises the secured interest of {company}."

    card: str
    company: str


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A card was played, and its owner has still to name a company, or a line to build."""

    says = "{owner} plays {card}."

    owner: str
    card: str


class CompanyFavoured(Event, frozen=True, tag="company_favoured"):
    """Falcon named its company."""

    says = "{card} favours {company} in Benevento and Pontecorvo."

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

    says = "{seller} offers {buyer} {card} for {price:money}."

    card: str
    seller: str
    buyer: str
    price: int


class CardDeclined(Event, frozen=True, tag="card_declined"):
    """The other player did not want it."""

    says = "{buyer} declines {card} for {price:money}."

    card: str
    seller: str
    buyer: str
    price: int


class CardPooled(Event, frozen=True, tag="card_pooled"):
    """A card is nobody's again."""

    says = "{card} goes to the bank pool."

    card: str


EVENTS: tuple[type[Event], ...] = (
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
)
