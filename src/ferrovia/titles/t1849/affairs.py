"""What lies open of the island's own affairs, in sentences for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ferrovia.saying.message import Message
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.electric_dreams import E_TOKENS
from ferrovia.titles.t1849.runs import PORT_BONUS

_PENALTY: int = components.sheet("game")["bankruptcy"]["loan_penalty"]


def told(own: Mapping[str, Any]) -> Iterator[Message]:
    """The drawn order, the line and the certificate limit stand elsewhere on the page."""
    yield from _of_corporations(own)
    yield from _of_the_map(own)
    yield from _of_money(own)
    yield from _of_electric_dreams(own)
    for corporation in own["reached_end"]:
        text = "{corporation} has reached the highest share value: the game ends after its turn."
        yield Message(text, corporation=corporation)


def port_town(hex_id: str) -> str:
    """The town of a port, whose name on the map is English."""
    return components.BOX.board.hexes[hex_id].name.removeprefix("Port of ")


def _of_corporations(own: Mapping[str, Any]) -> Iterator[Message]:
    if own["removed"]:
        yield Message("{corporation} is not in play.", corporation=own["removed"])
    for corporation in own["waiting"]:
        yield Message("{corporation} joins the line at the next stock round.", corporation=corporation)
    if own["garibaldi_aside"]:
        yield Message("AFG is set aside: none of its cities has a vacant space.")
    if own["rsa"]:
        yield Message("RSA closes when {corporation} buys its first train.", corporation=own["rsa"])


def _of_the_map(own: Mapping[str, Any]) -> Iterator[Message]:
    if own["port_owner"]:
        yield Message(
            "{corporation} earns {bonus:money} more in the port of {town} ({hex}).",
            corporation=own["port_owner"],
            bonus=PORT_BONUS,
            town=port_town(own["port"]),
            hex=own["port"],
        )
    if own["garibaldi_home"]:
        place = components.BOX.board.place(own["garibaldi_home"])
        yield Message("The home of AFG is {place}: nobody can buy its token there.", place=place)
    if own["messina_in_ruins"]:
        yield Message("Messina lies in ruins until the next stock round is over.")
    for corporation, count in _counted(own["lost_tokens"]).items():
        text = "{corporation} has lost {count} {count:token|tokens} in Messina."
        yield Message(text, corporation=corporation, count=count)


def _of_money(own: Mapping[str, Any]) -> Iterator[Message]:
    for player, count in _counted(own["loans"]).items():
        text = "{player} has {count} {count:loan|loans}: {penalty:money} off at the end of the game."
        yield Message(text, player=player, count=count, penalty=count * _PENALTY)
    for corporation in own["bonds"]:
        yield Message("The bond of {corporation} is out.", corporation=corporation)
    for player, corporation, missing in own["dues"]:
        text = "{president} owes {missing:money} for the bond of {corporation}."
        yield Message(text, president=player, missing=missing, corporation=corporation)


def belongings(own: Mapping[str, Any]) -> Iterator[tuple[str, Message]]:
    """Loans of players; bonds, E tokens and the bonus token of corporations."""
    for player, count in _counted(own["loans"]).items():
        yield player, Message("{count} {count:loan|loans}", count=count)
    for player, corporation, missing in own["dues"]:
        yield player, Message("owes {missing:money} for {corporation}", missing=missing, corporation=corporation)
    for corporation in own["bonds"]:
        yield corporation, Message("bond out")
    for corporation in own["e_tokens"]:
        yield corporation, Message("E token")
    if own["port_owner"]:
        yield own["port_owner"], Message("port {hex}", hex=own["port"])


def _of_electric_dreams(own: Mapping[str, Any]) -> Iterator[Message]:
    for corporation in own["e_tokens"]:
        yield Message("{corporation} has an E token.", corporation=corporation)
    left = E_TOKENS - own["e_tokens_sold"]
    if not left:
        yield Message("All E tokens are sold.")
    elif own["e_tokens_sold"]:
        yield Message("{left} {left:E token is|E tokens are} left.", left=left)


def _counted(names: list[str]) -> dict[str, int]:
    """How often each name stands there."""
    return {name: names.count(name) for name in dict.fromkeys(names)}
