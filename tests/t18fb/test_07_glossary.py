"""Section 7: what the words for a company's state mean."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.events import Event
from ferrovia.titles.t18fb.happenings import HAPPENINGS
from ferrovia.titles.t18fb.states import CompanyState, state_of
from tests.t18fb.random_game import every_position
from tests.t18fb.table import Table


@pytest.mark.clause("18FB-7.1")
def test_a_company_whose_shares_lie_in_the_offer_is_unfloated_whoever_has_its_free_share() -> None:
    table = Table()
    assert table.state("NN") is CompanyState.UNFLOATED
    table.cards(Bayard="Ada")
    assert (table.holding("NN", "Ada"), table.game.percent("NN", "offer")) == ([10], 90)
    assert table.state("NN") is CompanyState.UNFLOATED
    assert "NN" not in table.title.operating.order(table.game)
    table.start("NN", "Bruno")
    assert table.state("NN") is not CompanyState.UNFLOATED


@pytest.mark.clause("18FB-7.2")
def test_the_four_states_of_a_floated_company() -> None:
    table = Table().start("FSC", "Ada")
    assert table.state("FSC") is CompanyState.BUILDING
    assert table.concession("FSC", "").state("FSC") is CompanyState.FROZEN
    table.concession("FSC", "Ada").tokens("FSC", "F17")
    assert table.state("FSC") is CompanyState.PROVISIONAL
    assert table.concession("FSC", "").state("FSC") is CompanyState.FROZEN
    table.concession("FSC", "Ada").tokens("FSC", "F11")
    assert table.state("FSC") is CompanyState.DEFINITIVE
    assert table.concession("FSC", "").state("FSC") is CompanyState.FROZEN


@pytest.mark.clause("18FB-7.2")
def test_the_final_destination_alone_leaves_a_company_building() -> None:
    table = Table().start("FSC", "Ada").tokens("FSC", "F11")
    assert table.state("FSC") is CompanyState.BUILDING


class Chronicle:
    """The states as the events of a game tell them, without a look at concessions or tokens."""

    def __init__(self) -> None:
        self.lines: dict[str, CompanyState] = {}
        self.frozen: set[str] = set()

    def read(self, event: Event) -> None:
        company = str(event.values.get("company") or event.values.get("corporation"))
        if event.text == "{player} starts {company} at {price}.":
            self.lines[company] = CompanyState.BUILDING
        elif event.text == HAPPENINGS["building to provisional"]:
            self.lines[company] = CompanyState.PROVISIONAL
        elif event.text == HAPPENINGS["to definitive"]:
            self.lines[company] = CompanyState.DEFINITIVE
        elif event.text == HAPPENINGS["concession withdrawn"]:
            self.frozen.add(company)
        elif event.text == HAPPENINGS["concession taken"]:
            self.frozen.discard(company)
        elif event.text == HAPPENINGS["company closed"]:
            del self.lines[company]

    def state(self, company: str) -> CompanyState:
        if company not in self.lines:
            return CompanyState.UNFLOATED
        return CompanyState.FROZEN if company in self.frozen else self.lines[company]


@pytest.mark.clause("18FB-7.2")
def test_in_a_game_of_the_bourbon_age_every_company_is_always_in_the_state_its_history_gives_it() -> None:
    chronicle = Chronicle()
    seen = set()
    for game in every_position():
        if game.state.phase >= "PH5":
            break
        for event in game.events:
            chronicle.read(event)
        for company in game.state.own.concessions:
            assert state_of(game, company) is chronicle.state(company), (company, game.state.number)
            seen.add(chronicle.state(company))
    assert len(seen) > 2
