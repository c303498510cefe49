"""PH6 at the table of 18FB: everything ready for the two national companies to form."""

from __future__ import annotations

from collections.abc import Mapping

from ferrovia.engine.flow.actions import Answer, BuyTrain
from ferrovia.engine.flow.state import BANK
from tests.t18fb.table import Table

CANDIDATES = {"RM": ("LdA", "NN", "FC", "FSC"), "RA": ("LTF", "FS", "SFTF", "SFM")}
FIRST_PH6 = BuyTrain("PH6", BANK, 650)
YES, NO = Answer("merge"), Answer("refuse")
PRESIDENTS = ("Ada", "Bruno", "Carla", "Dora")


def eve_of_ph6(national: str, *prices: int, buyer: str = "Ezio", players: int = 5) -> Table:
    """FP, which is no candidate, is about to buy the first PH6 train for its president, the buyer.

    The candidates for a national are floated at these prices, in their order, with Ada, Bruno, Carla and Dora as
    presidents; those left over are not floated, and neither are the candidates for the other national.
    """
    table = Table(players).phase("PH5").regionals().sold_out("PH5")
    table.start("FP", buyer, at=(0, 10), cash=2000).trains("FP", "PH5").own_is(fp_home="N21")
    for company, president, price in zip(CANDIDATES[national], PRESIDENTS, prices, strict=False):
        table.start(company, president, at=price)
        if company == "SFM":
            table.tokens("SFM", "K38")
    return table


def begin(table: Table, *answers: Answer) -> Table:
    """FP buys the first PH6 train; the presidents answer."""
    table.operate("FP", "trains", turn=6).do(FIRST_PH6)
    table.do(*answers)
    return table


def two_merge(
    national: str = "RM",
    first: Mapping[str, int] | None = None,
    second: Mapping[str, int] | None = None,
    presidents: tuple[str, str] = ("Ada", "Carla"),
    prices: tuple[int, int] = (140, 120),
    buyer: str = "Bruno",
    players: int = 3,
) -> Table:
    """The first two candidates, at 140 and 120, are ready to merge, with this stock besides the presidents'."""
    table = eve_of_ph6(national, buyer=buyer, players=players)
    one, other = CANDIDATES[national][:2]
    table.start(one, presidents[0], at=prices[0], stock=first).trains(one, "PH4")
    table.start(other, presidents[1], at=prices[1], stock=second).trains(other, "PH5")
    return table


def merged(table: Table) -> Table:
    """Both accept."""
    return begin(table, YES, YES)
