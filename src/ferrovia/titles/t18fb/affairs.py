"""How things stand in 18FB, in short sentences: what lies open of its own and stands nowhere else on the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ferrovia.saying.message import Message
from ferrovia.titles.t18fb.components import called
from ferrovia.titles.t18fb.concessions import RISEIS
from ferrovia.titles.t18fb.political import FALCON, MELISURGO
from ferrovia.titles.t18fb.south import is_regional
from ferrovia.titles.t18fb.states import CompanyState

Own = Mapping[str, Any]  # what `SouthernSeen.own` lays open, as plain data

# What the tables of companies show: a token beyond the home is one of the stations.
ELSEWHERE = frozenset({"extended"})


def told(own: Own) -> Iterator[Message]:
    yield from _companies(own)
    yield from _stock(own)
    yield from _concessions(own)
    yield from _cards(own)
    yield from _slots(own)
    yield from _regionals(own)
    yield from _endings(own)


def belongings(own: Own) -> Iterator[tuple[str, Message]]:
    """Concessions of players with their deposits; the markers and debts of companies, and their states but the last."""
    for name, concession in own.get("concessions", {}).items():
        if concession["owner"]:
            text = "concession of {company}, deposit {deposit:money}"
            if not concession["deposit"]:
                text = "concession of {company}"
            yield concession["owner"], Message(text, company=name, deposit=concession["deposit"])
    for name, company in own.get("companies", {}).items():
        if company["state"] != CompanyState.DEFINITIVE:  # from then on they are like all others
            yield name, Message("{state:term}", state=company["state"])
    for name, count in own.get("markers", {}).items():
        if count:
            yield name, Message("{count} {count:marker|markers}", count=count)
    for name, owed in own.get("leases", {}).items():
        yield name, Message("owes {owed:money}", owed=owed)


# Companies


def _companies(own: Own) -> Iterator[Message]:
    """5: their states, what their stations are worth and what their trains would earn."""
    companies: Own = own.get("companies", {})
    for name, company in companies.items():
        text = "{company} is {state:term}, has stations worth {stations:money} and would earn {earnings:money}."
        if company["state"] == CompanyState.BUILDING:  # it runs no trains
            text = "{company} is {state:term} and has stations worth {stations:money}."
        yield Message(
            text,
            company=name,
            state=company["state"],
            stations=company["revenue_chart"],
            earnings=company["earnings"],
        )
    operated = [name for name, company in companies.items() if company["operated_this_round"]]
    if operated:
        yield Message("Operated in this round: {names}.", names=operated)
    if own.get("earning"):
        yield Message("{company} has had its earnings in this turn.", company=own["earning"])
    markers = [_markers(name, count, companies) for name, count in own.get("markers", {}).items() if count]
    if markers:
        yield Message("Markers: {names}.", names=markers)


def _markers(name: str, count: int, companies: Own) -> Message:
    idle = companies[name]["markers_idle"] if name in companies else 0
    text = "{company} {count} ({idle} without a train)" if idle else "{company} {count}"
    return Message(text, company=name, count=count, idle=idle)


def _stock(own: Own) -> Iterator[Message]:
    """What may be sold."""
    earned = [name for name in own.get("earned", ()) if not is_regional(name)]  # R56: those are never sold
    if earned:
        yield Message("Stock that may be sold: {names}.", names=earned)


# The kingdom


def _concessions(own: Own) -> Iterator[Message]:
    """Who owns which for what deposit, and those that wait for an owner."""
    concessions: Own = own.get("concessions", {})
    owners = dict.fromkeys(concession["owner"] for concession in concessions.values() if concession["owner"])
    for owner in owners:
        names = [_deposit(name, each["deposit"]) for name, each in concessions.items() if each["owner"] == owner]
        yield Message(
            "{player} owns {count:the concession|the concessions} of {names:and}.",
            player=owner,
            count=len(names),
            names=names,
        )
    free = [name for name, concession in concessions.items() if not concession["taken"]]
    if free:
        yield Message("Concessions nobody has taken: {names}.", names=free)
    withdrawn = [
        _withdrawal(name, concession["withdrawn"])
        for name, concession in concessions.items()
        if concession["taken"] and not concession["owner"]
    ]
    if withdrawn:
        yield Message("Withdrawn concessions: {names}.", names=withdrawn)


def _deposit(name: str, deposit: int) -> Message:
    text = "{company} (deposit {deposit:money})" if deposit else "{company}"
    return Message(text, company=name, deposit=deposit)


def _withdrawal(name: str, turn: int) -> Message:
    text = "{company} (in stock round {turn})" if turn else "{company}"
    return Message(text, company=name, turn=turn)


def _cards(own: Own) -> Iterator[Message]:
    """What political cards have brought about; with the last concession most of it is over."""
    if own.get("concessions"):
        yield from _bourbon(own.get("bourbon", {}))
        if own.get("melisurgo"):
            text = "{card} raises the secured interest of {company}."
            yield Message(text, card=MELISURGO, company=own["melisurgo"])
        if own.get("riseis_used"):
            yield Message("{card} has been used.", card=RISEIS)
    if own.get("falcon"):
        yield Message("{card} favours {company} in Benevento and Pontecorvo.", card=FALCON, company=own["falcon"])
    if own.get("papal"):
        yield Message("Marker of Pontecorvo: {names}.", names=own["papal"])
    for card, player, price in own.get("declined", ()):
        text = "{player} has declined {card} for {price:money} in this round."
        yield Message(text, player=player, card=card, price=price)


def _bourbon(tokens: Own) -> Iterator[Message]:
    standing = [number for number, company in tokens.items() if not company]
    if standing:
        yield Message("Bourbon tokens on the map: {names}.", names=standing)
    for number, company in tokens.items():
        if company:
            yield Message("{company} has replaced Bourbon token {number}.", company=company, number=number)


def _slots(own: Own) -> Iterator[Message]:
    if own.get("fp_home"):
        yield Message("FP builds from {place}.", place=called(own["fp_home"]))
    lost = [Message("{company} in {place}", company=name, place=called(at)) for name, at in own.get("given_up", ())]
    if lost:
        yield Message("Reserved slots given up: {names}.", names=lost)


# From PH5 on


def _regionals(own: Own) -> Iterator[Message]:
    if own.get("regional_round") == "due":
        yield Message("The regional round follows this operating round.")
    if own.get("waiting"):
        yield Message("Tokens waiting beside their home: {names}.", names=own["waiting"])
    paid = [Message("{company} for {place}", company=name, place=called(at)) for name, at in own.get("bonuses", ())]
    if paid:
        yield Message("Bonuses paid: {names}.", names=paid)


def _endings(own: Own) -> Iterator[Message]:
    for name, owed in own.get("leases", {}).items():
        yield Message("{company} owes {owed:money} for its leased train.", company=name, owed=owed)
    if own.get("exchange_order"):
        yield Message("Order of the exchange: {names}.", names=own["exchange_order"])
    merged = [name for name in own.get("gone", ()) if name not in own.get("closed", ())]
    if merged:
        yield Message("Merged or acquired: {names}.", names=merged)
    if own.get("closed"):
        yield Message("Closed: {names}.", names=own["closed"])
    if own.get("bankrupt"):
        yield Message("Bankrupt: {names}.", names=own["bankrupt"])
