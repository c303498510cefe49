"""Section 7: what the words for a company's state mean."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.events import CorporationClosed, Event
from ferrovia.titles.t18fb.events import CompanyStarted, ConcessionTaken, ConcessionWithdrawn, DestinationReached
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
        match event:
            case CompanyStarted(company=company):
                self.lines[company] = CompanyState.BUILDING
            case DestinationReached(company=company, destination="intermediate"):
                self.lines[company] = CompanyState.PROVISIONAL
            case DestinationReached(company=company):
                self.lines[company] = CompanyState.DEFINITIVE
            case ConcessionWithdrawn(company=company):
                self.frozen.add(company)
            case ConcessionTaken(corporation=company):
                self.frozen.discard(company)
            case CorporationClosed(corporation=company):
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
