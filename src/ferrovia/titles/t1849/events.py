"""What is told only in Sicily: starts and homes, bonds and loans, Garibaldi, the powers of cards, the earthquake."""

from __future__ import annotations

from ferrovia.engine.flow.events import COMMON_EVENTS, Event

# 7.1 Private companies


class BonusTokenPlaced(Event, frozen=True, tag="bonus_token_placed"):
    """CNM was used on a port."""

    says = "{corporation} places the bonus token on port {hex}."

    corporation: str
    hex: str


class SmsUsed(Event, frozen=True, tag="sms_used"):
    """SMS takes the place of the tile and the token step."""

    says = "{corporation} uses SMS."

    corporation: str


# 8.1, 9.4 Starting a corporation


class CorporationStarted(Event, frozen=True, tag="corporation_started"):
    """A player bought the president's certificate of a corporation."""

    says = "{player} starts {corporation} at {price:money}."

    player: str
    corporation: str
    price: int


class ValueSet(Event, frozen=True, tag="value_set"):
    """The owner of RSA set the value of the corporation that comes with it."""

    says = "{player} sets the start value of {corporation} at {price:money}."

    player: str
    corporation: str
    price: int


class TokenFeePaid(Event, frozen=True, tag="token_fee_paid"):
    """A corporation paid for all of its station tokens."""

    says = "{corporation} pays {fee:money} for its station tokens."

    corporation: str
    fee: int


class GaribaldiAside(Event, frozen=True, tag="garibaldi_aside"):
    """There is no space left for Garibaldi."""

    says = "AFG is set aside: none of its cities has a vacant space."


class GaribaldiBack(Event, frozen=True, tag="garibaldi_back"):
    """A space has opened for Garibaldi."""

    says = "AFG has a vacant space again and joins the line at the next stock round."


# 10.7, 11 Presidents who cannot pay, and corporations that close


class TrainNotPaid(Event, frozen=True, tag="train_not_paid"):
    """All that a president had was not enough for a train."""

    says = "{president} cannot raise the money for a train."

    president: str


class InterestNotPaid(Event, frozen=True, tag="interest_not_paid"):
    """All that a president had was not enough for the interest on a bond."""

    says = "{president} cannot raise the money for the bond interest."

    president: str


class LoanTaken(Event, frozen=True, tag="loan_taken"):
    """A president who was left with nothing stays in the game."""

    says = "{player} takes a loan of {amount:money}."

    player: str
    amount: int


# 12 The Messina earthquake


class Earthquake(Event, frozen=True, tag="earthquake"):
    """Messina lies in ruins."""

    says = "An earthquake destroys Messina."


class TokenLost(Event, frozen=True, tag="token_lost"):
    """A station token was buried in Messina."""

    says = "{corporation} loses its token in Messina."

    corporation: str


# 14.2 Bonds


class BondIssued(Event, frozen=True, tag="bond_issued"):
    """The bank paid for a bond."""

    says = "{corporation} issues its bond for {amount:money}."

    corporation: str
    amount: int


class InterestPaid(Event, frozen=True, tag="interest_paid"):
    """A corporation paid for having its bond out."""

    says = "{corporation} pays {amount:money} interest on its bond."

    corporation: str
    amount: int


class BondRepaid(Event, frozen=True, tag="bond_repaid"):
    """A corporation took its bond back."""

    says = "{corporation} repays its bond for {amount:money}."

    corporation: str
    amount: int


class BondInherited(Event, frozen=True, tag="bond_inherited"):
    """The bond of a corporation is out, and it has a new president."""

    says = "{heir} now answers for the bond of {corporation}."

    heir: str
    corporation: str


class BondOwed(Event, frozen=True, tag="bond_owed"):
    """A corporation closed whose treasury did not cover its bond."""

    says = "{president} owes {missing:money} for the bond of {corporation}."

    president: str
    missing: int
    corporation: str


class BondWrittenOff(Event, frozen=True, tag="bond_written_off"):
    """A president paid what they had, and nobody is liable for the rest."""

    player: str
    paid: int
    rest: int
    corporation: str

    def sentence(self) -> str:
        if not self.paid:
            return "{player} cannot pay: the {rest:money} owed for the bond of {corporation} is written off."
        return "{player} pays {paid:money}; {rest:money} of the bond of {corporation} is written off."


# 14.3 Electric Dreams


class ETokenBought(Event, frozen=True, tag="e_token_bought"):
    """A corporation has the right to own E trains."""

    says = "{corporation} buys an E token for {price:money}."

    corporation: str
    price: int


# What is told in this game.
EVENTS: tuple[type[Event], ...] = (
    *COMMON_EVENTS,
    BonusTokenPlaced,
    SmsUsed,
    CorporationStarted,
    ValueSet,
    TokenFeePaid,
    GaribaldiAside,
    GaribaldiBack,
    TrainNotPaid,
    InterestNotPaid,
    LoanTaken,
    Earthquake,
    TokenLost,
    BondIssued,
    InterestPaid,
    BondRepaid,
    BondInherited,
    BondOwed,
    BondWrittenOff,
    ETokenBought,
)
