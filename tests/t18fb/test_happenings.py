"""What is counted over many games of 18FB: no change of state, no power and no way out is forgotten."""

import pytest

from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.events import (
    BourbonTokenReplaced,
    CompanyFavoured,
    DepositHalved,
    DepositLowered,
    FoundByUnification,
    InterestRaised,
    LeftByBankruptcy,
    StateLost,
    StateRegained,
)
from ferrovia.titles.t18fb.happenings import HAPPENINGS
from ferrovia.titles.t18fb.states import CompanyState

COUNTED = {(each.kind, *each.where.values()) for each in HAPPENINGS.values()}
ON_THE_LINE = {CompanyState.BUILDING, CompanyState.PROVISIONAL, CompanyState.DEFINITIVE}


@pytest.mark.parametrize(
    ("kind", "states"),
    [
        (StateLost, ON_THE_LINE),
        (StateRegained, ON_THE_LINE),
        (FoundByUnification, {*ON_THE_LINE, CompanyState.FROZEN}),
    ],
)
def test_every_change_of_state_is_counted(kind: type, states: set[CompanyState]) -> None:
    assert {state for counted, *state in map(list, COUNTED) if counted is kind for state in state} == states


def test_every_power_of_a_political_card_is_counted() -> None:
    powers = {"interest_bands": InterestRaised, "half_deposit": DepositHalved, "papal_stations": CompanyFavoured}
    for card in components.sheet("companies")["political_card"]:
        power = powers.get(card["power"])
        assert ((power,) if power else (BourbonTokenReplaced, card["id"])) in COUNTED, card["id"]
        if card.get("share"):
            assert (DepositLowered, card["id"]) in COUNTED, card["id"]


def test_both_ways_of_bankruptcy_are_counted() -> None:
    assert {(LeftByBankruptcy, "before"), (LeftByBankruptcy, "after")} <= COUNTED
