"""3.1: setup: seats, money, the homes on the map and the political cards to be auctioned."""

from __future__ import annotations

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import OFFER
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.facets.setup import SetupRules
from ferrovia.engine.flow.frame import Frame
from ferrovia.engine.flow.sheets import Sheet
from ferrovia.engine.flow.state import State
from ferrovia.engine.flow.title import Title
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.concessions import DEPOSITS
from ferrovia.titles.t18fb.political import PoliticalRound
from ferrovia.titles.t18fb.south import BESIDE, Concession, South


class SouthernSetup(SetupRules):
    """3.1: what lies where before the first card is put up. There are no variants."""

    purses = (DEPOSITS,)
    reserved_names = (BESIDE,)
    first_round = "political"

    def stock_of(self, corporation: str) -> str:
        return OFFER

    def trains(self, title: Title, settings: Settings, table: Sheet) -> tuple[str, ...]:
        return components.train_stock(title.box)

    def first_frame(self, title: Title, seats: tuple[str, ...]) -> Frame:
        return PoliticalRound(seats[0], tuple(title.box.privates))

    def arrange(self, title: Title, settings: Settings, state: State) -> None:
        """3.1.2: free shares lie beside their cards; 3.1.3: the homes of the majors are on the map."""
        certificates = dict(state.certificates)
        for card in title.box.privates:
            company = components.card_table(card).get("share")
            if company is not None:
                certificates[company] = (*certificates[company][:-1], BESIDE)
        state.certificates = certificates
        state.stations = {name: _homes(name) for name in state.stations}
        state.tokens = {name: tokens - len(state.stations[name]) for name, tokens in state.tokens.items()}

    def own(self, title: Title, table: Sheet, in_play: tuple[str, ...], state: State, chance: Chance) -> South:
        return South(
            concessions={line["company"]: Concession() for line in components.sheet("companies")["concession"]},
            bourbon={str(line["number"]): "" for line in components.sheet("map")["bourbon_token"]},
        )


def _homes(company: str) -> tuple[StopId, ...]:
    """3.1.3, 3.1.4: where the home tokens of a major stand, its printed spot among several."""
    if company not in components.majors():
        return ()
    return tuple(_home_stop(company, hex_id) for hex_id in components.company_table(company)["home"])


def _home_stop(company: str, hex_id: str) -> StopId:
    for number, stop in enumerate(components.hex_table(hex_id)["stops"]):
        if company in stop.get("home", ()):
            return stop_id(hex_id, number)
    return stop_id(hex_id)
