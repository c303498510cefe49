"""Section 2, setup: seats, money, the co-operative and what everybody starts with."""

from __future__ import annotations

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.finance.certificates import OFFER
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.facets.setup import SetupRules
from ferrovia.engine.flow.sheets import Sheet
from ferrovia.engine.flow.state import State
from ferrovia.engine.flow.title import Title
from ferrovia.saying.message import term
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import CCFR, Concession, Emilia

MANDATORY_MERGING = "mandatory_merging"
STRENGTHEN_THE_WEAK = "strengthen_the_weak"
BOMBS_AWAY = "bombs_away"

OPTIONS = {
    MANDATORY_MERGING: term("FMMSF and FMV must merge when the first 5 train is bought."),
    STRENGTHEN_THE_WEAK: term("FMV has one more station token."),
    BOMBS_AWAY: term("The air raids come with the first 6 train at the latest."),
}
OPTION_NAMES = {
    MANDATORY_MERGING: term("Mandatory merging"),
    STRENGTHEN_THE_WEAK: term("Strengthen the weak"),
    BOMBS_AWAY: term("Bombs away"),
}


class EmilianSetup(SetupRules):
    """2: seats, money, the co-operative on the map and what everybody starts with."""

    options = OPTIONS
    option_names = OPTION_NAMES

    def stock_of(self, corporation: str) -> str:
        return OFFER

    def trains(self, title: Title, settings: Settings, table: Sheet) -> tuple[str, ...]:
        """Those of the co-operative are not the bank's."""
        bank = list(components.train_roster(title.box))
        for train in _gifts():
            bank.remove(train)
        return tuple(bank)

    def arrange(self, title: Title, settings: Settings, state: State) -> None:
        """2.1: everybody has a share of the co-operative, which begins with its tokens, its trains and a price."""
        card = title.box.corporations[CCFR]
        members = tuple(
            state.seats[number - 1] if 1 <= number <= len(state.seats) else OFFER
            for number in range(len(card.certificates))
        )
        state.certificates = {**state.certificates, CCFR: members}
        homes = tuple(stop_id(hex_id) for hex_id in card.homes)
        state.stations = {**state.stations, CCFR: homes}
        state.tokens = {**state.tokens, CCFR: card.tokens - len(homes)}
        if STRENGTHEN_THE_WEAK in settings.options:
            state.tokens = {**state.tokens, "FMV": state.tokens["FMV"] + 1}
        state.trains = {**state.trains, CCFR: _gifts()}
        start = title.box.market.start_cell(components.company_table(CCFR)["start_price"])
        state.market = ((CCFR, *start),)

    def own(self, title: Title, table: Sheet, in_play: tuple[str, ...], state: State, chance: Chance) -> Emilia:
        sheet = components.sheet("game")
        return Emilia(
            support=dict.fromkeys(state.seats, sheet["start"]["political_support"]),
            concessions={str(concession["id"]): Concession() for concession in sheet["concession"]},
            deck=tuple(chance.shuffled(components.event_deck(sheet["start"]["event_deck"]))),
        )


def _gifts() -> tuple[str, ...]:
    """The trains with which the co-operative begins."""
    return tuple(components.company_table(CCFR)["start_trains"])
