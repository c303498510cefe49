"""What 18xx.games calls things: options, corporations in the order of a seed, certificates, cities and players."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from ferrovia.titles.t1849.setup import BONDS, BUY_STATION_TOKENS, ELECTRIC_DREAMS, FIVE_CORPORATIONS, IFT_FOURTH

# The site's options and ours.
OPTIONS = {
    "delay_ift": IFT_FOURTH,
    "reduced_4p_corps": FIVE_CORPORATIONS,
    "acquiring_station_tokens": BUY_STATION_TOKENS,
    "bonds": BONDS,
    "electric_dreams": ELECTRIC_DREAMS,
}

SITE_ORDER = ("AFG", "ATA", "CTL", "IFT", "RCS", "SFA")

LAST = 7  # the number of the last certificate, which is of 20 %

CLOSE_SMS, KEEP_SMS = "Close SMS", "Pass"
TWO_TENS, ONE_TWENTY = "Two 10% certs", "One 20% cert"
LOAN, LEAVE = "Take L.500 loan", "Leave game"
E_TOKEN = "Buy E-Token for L."

# Cities on printed hexes are numbered among all that is printed there; borders and labels come first.
_CITY_NUMBERS = {"B14": 1, "C1": 1, "C5": 1, "H12": 1, "M13": 1}

_RANGE = 2**31
_MOST_SEEDS = 100_000  # each of the 720 orders comes up every few hundred


def corporation_order(seed: int, delay_ift: bool) -> tuple[str, ...]:
    """The site's order of the corporations, which follows from its seed."""
    number = seed % _RANGE
    drawn = []
    for name in SITE_ORDER:
        number = (1103515245 * number + 12345) % _RANGE
        drawn.append((number, name))
    order = [name for _, name in sorted(drawn)]
    place = order.index("IFT")
    if delay_ift and place < 3:
        order[place], order[3] = order[3], order[place]
    return tuple(order)


def seed_of(order: Sequence[str], delay_ift: bool, first: str) -> int | None:
    """A seed from which the site deals the corporations in this order: `first` if it does, else the smallest."""
    tried: tuple[int, ...] = (int(first),) if first.isascii() and first.isdecimal() and len(first) < 40 else ()
    seeds = (seed for seed in chain(tried, range(1, _MOST_SEEDS)) if corporation_order(seed, delay_ift) == tuple(order))
    return next(seeds, None)


def certificate(corporation: str, number: int) -> str:
    return f"{corporation}_{number}"


def city_on_printed_hex(hex_id: str) -> str:
    return f"{hex_id}-0-{_CITY_NUMBERS.get(hex_id, 0)}"


def player_name(player: str) -> int | str:
    """Accounts of the site are numbers; those who have none go by their name, which the site takes for one."""
    is_number = player.isascii() and player.isdecimal() and str(int(player)) == player
    return int(player) if is_number else player
