"""What only 1849 keeps in its state."""

from __future__ import annotations

from typing import TypedDict, Unpack

import msgspec

from ferrovia.engine.flow.game import Game

GARIBALDI = "AFG"
MESSINA = "B14"
SCE, SIGI, CNM, SMS, RSA = "SCE", "SIGI", "CNM", "SMS", "RSA"  # the private companies (7.1)


class Sicily(msgspec.Struct, frozen=True, omit_defaults=True):
    """The island's own affairs."""

    order: tuple[str, ...]  # the corporations as they were drawn, the removed one left out
    line: tuple[str, ...]  # those not started, in the order in which they become available
    certificate_limit: int
    removed: str = ""
    waiting: tuple[str, ...] = ()  # those that join the end of the line at the next stock round
    garibaldi_aside: bool = False  # no space is vacant in any of its five cities (9.4.1)
    rsa: str = ""  # the corporation whose first train closes RSA (8.1)
    port: str = ""  # the port with the bonus token, and whose it is
    port_owner: str = ""
    loans: tuple[str, ...] = ()  # one entry for each loan taken (10.7)
    reached_end: tuple[str, ...] = ()  # corporations that have stood on 377 (13)
    lost_tokens: tuple[str, ...] = ()  # one entry for each token lost on Messina (12)
    messina_in_ruins: bool = False  # until the next stock round is over (12)
    still: str = ""  # a position in which nobody earns, as the stock round found it (R43)
    # With the variants of section 14:
    garibaldi_home: str = ""  # where AFG began: that token is not for sale
    bonds: tuple[str, ...] = ()  # the corporations whose bond is out
    dues: tuple[tuple[str, str, int], ...] = ()  # what is left of the bonds of closed corporations: who owes, for which
    e_tokens: tuple[str, ...] = ()  # the corporations with an E token
    e_tokens_sold: int = 0  # also those that have left the game with their corporations


class Affairs(TypedDict, total=False):
    """Some of the island's affairs, by their names in `Sicily`."""

    order: tuple[str, ...]
    line: tuple[str, ...]
    certificate_limit: int
    removed: str
    waiting: tuple[str, ...]
    garibaldi_aside: bool
    rsa: str
    port: str
    port_owner: str
    loans: tuple[str, ...]
    reached_end: tuple[str, ...]
    lost_tokens: tuple[str, ...]
    messina_in_ruins: bool
    still: str
    garibaldi_home: str
    bonds: tuple[str, ...]
    dues: tuple[tuple[str, str, int], ...]
    e_tokens: tuple[str, ...]
    e_tokens_sold: int


def sicily(game: Game) -> Sicily:
    own: Sicily = game.state.own
    return own


def keep(game: Game, **changes: Unpack[Affairs]) -> None:
    """Change some of the island's affairs."""
    game.state.own = msgspec.structs.replace(game.state.own, **changes)
