"""The region's affairs in sentences: what lies open of them, for people who look at the table.

They are told from plain data, as a public copy of a game has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ferrovia.saying.message import Message
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import CAPITALIST, FROZEN

# What stands elsewhere on the page: the limit of certificates, the round, who has left, what corporations ran for.
ELSEWHERE = frozenset({"limit_players", "first_round_over", "coaching", "operated_before", "operated_last", "bankrupt"})

Facts = Mapping[str, Any]


def told(own: Facts) -> Iterator[Message]:
    """A sentence for whatever is not empty."""
    yield from _events(own)
    yield from _support(own)
    yield from _concessions(own)
    yield from _corporations(own)
    yield from _cooperative(own)
    yield from _merger(own)
    yield from _pieces(own)


def belongings(own: Facts) -> Iterator[tuple[str, Message]]:
    """Support cards of players; concessions with their counters, and anchors, of corporations."""
    for player, cards in own["support"].items():
        if cards:
            yield player, Message("{cards} support", cards=cards)
    for name, concession in own["concessions"].items():
        if concession["owner"]:
            due = components.concession_table(name)["due"]
            text = "concession {name} (round {counter} of {due})"
            yield concession["owner"], Message(text, name=name, counter=concession["counter"], due=due)
    for corporation, anchors in own["anchors"].items():
        if anchors:
            yield corporation, Message("{anchors} {anchors:anchor|anchors}", anchors=anchors)


def _events(own: Facts) -> Iterator[Message]:
    for key in own["in_force"]:
        card = components.event_table(key)
        yield Message("Event in force: {card:term}. {effect:term}", card=card["name"], effect=card["effect"])
    for corporation, effect in own["effects"].items():
        text = "{corporation} earns only half in this operating round."
        if effect == "zero":
            text = "{corporation} earns nothing in this operating round."
        yield Message(text, corporation=corporation)
    if own["hot_autumn"]:
        yield Message("The hot autumn lasts until the next stock round.")
    if own["strike_breaker"] > 1:
        yield Message("The strike breaker stays until the end of the next operating round.")
    elif own["strike_breaker"]:
        yield Message("The strike breaker stays for one operating round.")
    if own["raids_done"]:
        yield Message("The air raids are over.")
    if own["set_aside"]:
        yield Message("{amount:money} of the bank's money is set aside.", amount=own["set_aside"])
    if own["tax_shield_used"]:
        yield Message("The tax shield has been used.")
    text = "The event deck has {cards} {cards:card|cards} left." if own["deck"] else "The event deck is empty."
    yield Message(text, cards=own["deck"])


def _support(own: Facts) -> Iterator[Message]:
    hands = [
        Message("{player} {cards}", player=player, cards=cards) for player, cards in own["support"].items() if cards
    ]
    if hands:
        yield Message("Political support: {hands}.", hands=hands)


def _concessions(own: Facts) -> Iterator[Message]:
    for name, concession in own["concessions"].items():
        if concession["owner"]:
            yield Message(
                "{corporation} owns concession {name} ({places}); its counter is at {counter} of {due}.",
                corporation=concession["owner"],
                name=name,
                places=components.places(name),
                counter=concession["counter"],
                due=components.concession_table(name)["due"],
            )
    for_sale = [
        Message(
            "{name} ({places}) for {cost:money}",
            name=name,
            places=components.places(name),
            cost=components.concession_table(name)["cost"],
        )
        for name, concession in own["concessions"].items()
        if not concession["owner"]
    ]
    if for_sale:
        yield Message("Concessions for sale: {concessions:;}.", concessions=for_sale)
    if own["concession_buyers"]:
        yield Message(
            "Bought a concession since the last stock round began: {corporations}.",
            corporations=own["concession_buyers"],
        )


def _corporations(own: Facts) -> Iterator[Message]:
    if own["launched"]:
        yield Message("Launched since the last stock round began: {corporations}.", corporations=own["launched"])
    if own["waiting"]:
        yield Message("To be launched again from the next stock round: {corporations}.", corporations=own["waiting"])


def _cooperative(own: Facts) -> Iterator[Message]:
    if own["ccfr"] == FROZEN:
        yield Message("CCFR is frozen until it is capitalised.")
    elif own["ccfr"] == CAPITALIST:
        yield Message("CCFR is capitalised.")
    elif own["ccfr_leader"] and own["ccfr_passed_on"]:
        yield Message("CCFR is a co-operative; {player} leads it in the next operating round too.",
                      player=own["ccfr_leader"])  # fmt: skip
    elif own["ccfr_leader"]:
        yield Message("CCFR is a co-operative led by {player}.", player=own["ccfr_leader"])
    else:
        yield Message("CCFR is a co-operative.")


def _merger(own: Facts) -> Iterator[Message]:
    if own["merged"]:
        yield Message("FMMSF and FMV have merged into SEFTA.")
    if own["must_merge"]:
        yield Message("FMMSF and FMV merge when this turn is over.")
    if own["no_merger"]:
        yield Message("SEFTA can no longer be formed.")


def _pieces(own: Facts) -> Iterator[Message]:
    for corporation, anchors in own["anchors"].items():
        if anchors:
            yield Message(
                "{corporation} has {anchors} {anchors:anchor|anchors} to place.",
                corporation=corporation,
                anchors=anchors,
            )
    if own["ports"]:
        ports = [
            Message("{corporation} on {place}", corporation=corporation, place=components.place(hex_id))
            for hex_id, corporation in own["ports"]
        ]
        yield Message("Anchors: {ports}.", ports=ports)
    if own["coaches"]:
        yield Message("SARSA's coaches: {hexes:place}.", hexes=own["coaches"])
    if own["used_powers"]:
        yield Message("Private companies that have used their power: {privates}.", privates=own["used_powers"])
    if own["worn_out"]:
        yield Message("Brown tiles out of play: {tiles}.", tiles=own["worn_out"])
