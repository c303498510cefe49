"""18FB put together: its components, and a facet for each section of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.facets.calendar import PricesAnswer
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingRound, OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.remedies.remedy import Remedy
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.sheets import Box
from ferrovia.engine.flow.title import Title
from ferrovia.saying.message import term
from ferrovia.titles.t18fb import (
    building,
    components,
    concessions,
    homes,
    nationals,
    political,
    regionals,
    track,
)
from ferrovia.titles.t18fb.actions import ACTIONS
from ferrovia.titles.t18fb.audit import SouthernAudit
from ferrovia.titles.t18fb.calendar import SouthernCalendar
from ferrovia.titles.t18fb.citations import CITATIONS
from ferrovia.titles.t18fb.corporations import SouthernCorporations
from ferrovia.titles.t18fb.events import EVENTS
from ferrovia.titles.t18fb.happenings import HAPPENINGS
from ferrovia.titles.t18fb.interjections import SouthernInterjections
from ferrovia.titles.t18fb.introduction import ABOUT, INTRODUCTION
from ferrovia.titles.t18fb.market import SouthernMarket
from ferrovia.titles.t18fb.operating import SouthernOperating
from ferrovia.titles.t18fb.privates import SouthernPrivates
from ferrovia.titles.t18fb.remedies import remedies
from ferrovia.titles.t18fb.runs import SouthernRuns
from ferrovia.titles.t18fb.seen import SouthernSeen
from ferrovia.titles.t18fb.setup import SouthernSetup
from ferrovia.titles.t18fb.south import South, is_major
from ferrovia.titles.t18fb.states import CompanyState, state_of
from ferrovia.titles.t18fb.stock import SouthernStock, SouthernStockRound
from ferrovia.titles.t18fb.tokens import SouthernTokens
from ferrovia.titles.t18fb.track import SouthernTrack
from ferrovia.titles.t18fb.trains import SouthernTrains


class Southern(Title):
    """18FB, by the sections of its rulebook."""

    name = "18FB"
    place = term("the Bourbon south")
    about = ABOUT
    introduction = INTRODUCTION
    note = term(
        "We have only the rulebook of 18FB: board, tiles, market, trains and charters are rebuilt from what it says."
        " components/PROVENANCE.md tells which is which; whoever owns the box can correct the sheets beside it without"
        " touching code."
    )
    citations = CITATIONS
    happenings = HAPPENINGS

    # 1, 2.1, 4: the rounds, the phases, and the end; 3.6: Unification, 3.7: the national companies
    calendar = SouthernCalendar()
    # 2.2 The stock market, 3.5.7
    market = SouthernMarket()
    # 2.3 Shares, 3.3 Stock rounds; 3.3.2: concessions
    stock = SouthernStock()
    # 2.4 Companies, 3.3.5: presidents, 3.6.9: companies started from PH5 on
    corporations = SouthernCorporations()
    # 2.5 The map: 2.5.3, 2.5.4: stations and tokens
    tokens = SouthernTokens()
    # 2.6 Trains, 3.5.8, 3.5.10
    trains = SouthernTrains()
    # 2.7 Political cards, 3.2 their auction
    privates = SouthernPrivates()
    # 2.7.2, 3.3.6 Cards used and sold at any moment
    interjections = SouthernInterjections()
    # 3.1 Setting up
    setup = SouthernSetup()
    # 3.5 Operating rounds, 3.7.3: acquisitions
    operating = SouthernOperating()
    # 3.5.1 Tiles
    track = SouthernTrack()
    # 3.5.5 Earnings
    runs = SouthernRuns()
    # 5 What players see
    seen = SouthernSeen()
    # 8 The box
    audit = SouthernAudit()

    actions = ACTIONS
    events = EVENTS
    own_type = South
    frames = (
        OperatingRound,
        OperatingTurn,
        Offer,
        PresidentExchange,
        political.PoliticalRound,
        political.CardOffer,
        political.Favour,
        SouthernStockRound,
        PricesAnswer,
        concessions.Rescue,
        homes.FpHome,
        homes.SfmHome,
        building.Invitation,
        regionals.RegionalRound,
        nationals.Formation,
        nationals.NapoliToken,
    )

    def __init__(self, box: Box = components.BOX) -> None:
        super().__init__(box)

    def clause(self, game: Game, refusal: Refusal) -> str:
        """What has no place in a turn: one tile or token too many, or out of the order of the company's state."""
        turn = None if game.over else game.top
        if refusal.rule == "turn" and isinstance(turn, OperatingTurn) and is_major(turn.corporation):
            kind = refusal.values["kind"]
            if kind == "lay_tile" and len(track.hexes_laid(turn)) >= track.tile_steps(game, turn.corporation):
                return "18FB-3.5.1.1"
            if kind == "build_line" and building.tokens_placed(turn):
                return "18FB-3.5.2.1"
            if state_of(game, turn.corporation) is CompanyState.BUILDING:
                return "18FB-3.5.7"
        return super().clause(game, refusal)

    def remedies(self, game: Game, action: Action) -> Iterable[Remedy]:
        return remedies(game, action)


TITLE = Southern()
