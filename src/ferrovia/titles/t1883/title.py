"""1883: its front page, section by section as in its rulebook."""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.common import COMMON_FRAMES
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.remedies.remedy import Remedy
from ferrovia.engine.flow.sheets import Box
from ferrovia.engine.flow.title import Title
from ferrovia.saying.message import term
from ferrovia.titles.t1883 import (
    components,
    concessions,
    event_questions,
    exchange,
    link,
    merger,
    raids,
    settling,
)
from ferrovia.titles.t1883.actions import ACTIONS
from ferrovia.titles.t1883.audit import EmilianAudit
from ferrovia.titles.t1883.calendar import EmilianCalendar, RoundEnd
from ferrovia.titles.t1883.citations import CITATIONS
from ferrovia.titles.t1883.corporations import EmilianCorporations, FsfPar
from ferrovia.titles.t1883.emilia import Emilia
from ferrovia.titles.t1883.events import EVENTS
from ferrovia.titles.t1883.happenings import HAPPENINGS
from ferrovia.titles.t1883.interjections import EmilianInterjections
from ferrovia.titles.t1883.introduction import ABOUT, INTRODUCTION
from ferrovia.titles.t1883.market import EmilianMarket
from ferrovia.titles.t1883.operating import EmilianOperating
from ferrovia.titles.t1883.privates import EmilianPrivates
from ferrovia.titles.t1883.remedies import remedies
from ferrovia.titles.t1883.runs import EmilianRuns
from ferrovia.titles.t1883.seen import EmilianSeen
from ferrovia.titles.t1883.setup import EmilianSetup
from ferrovia.titles.t1883.stock import EmilianStock
from ferrovia.titles.t1883.tokens import EmilianTokens
from ferrovia.titles.t1883.track import EmilianTrack
from ferrovia.titles.t1883.trains import EmilianTrains


class Emilian(Title):
    """1883, by the sections of its rulebook."""

    name = "1883"
    place = "Emilia"
    about = ABOUT
    introduction = INTRODUCTION
    note = term(
        "We do not have the printed board, tiles, market and charters of 1883: they and most prices are rebuilt from"
        " what its rulebook says. components/PROVENANCE.md tells which is which; whoever owns the box can correct"
        " the sheets beside it without touching code."
    )

    # 2 and 12: setup and variants
    setup = EmilianSetup()
    # 3: private companies; 3.2.4: the swap of CNP, at any moment
    privates = EmilianPrivates()
    interjections = EmilianInterjections()
    # 4, 5.7, 6.0 and 9: phases, rounds and the end
    calendar = EmilianCalendar()
    # 5: the market, stock rounds, political support and concessions; 5.3.3: launching
    market = EmilianMarket()
    stock = EmilianStock()
    corporations = EmilianCorporations()
    # 6: the operating turn, also that of the co-operative (8.1) and of SARSA (8.2)
    operating = EmilianOperating()
    track = EmilianTrack()  # 6.4
    tokens = EmilianTokens()  # 6.5
    runs = EmilianRuns()  # 6.6, 6.7
    trains = EmilianTrains()  # 6.8

    # 7 and 11: the event cards are drawn by the calendar; 8.3: the merger is a step of the turn

    # What is seen, told and counted
    seen = EmilianSeen()
    audit = EmilianAudit()
    events = EVENTS
    happenings = HAPPENINGS
    citations = CITATIONS

    # What players do, what waits for them, and what is kept
    actions = ACTIONS
    frames = (
        *COMMON_FRAMES,
        Debt,
        FsfPar,
        link.LinkChoice,
        concessions.BonusChoice,
        concessions.Penalty,
        event_questions.Strike,
        event_questions.Levy,
        event_questions.WarEffort,
        event_questions.MarshallPlan,
        raids.AirRaids,
        RoundEnd,
        merger.MergerOffer,
        exchange.OddShare,
        settling.Settling,
        settling.SeftaTokens,
        merger.Capitalisation,
    )
    own_type = Emilia

    def __init__(self, box: Box = components.BOX) -> None:
        super().__init__(box)

    def remedies(self, game: Game, action: Action) -> Iterable[Remedy]:
        return remedies(game, action)


TITLE = Emilian()
