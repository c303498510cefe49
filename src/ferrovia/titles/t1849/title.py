"""1849 by the sections of its rulebook: the title's front page."""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.common import COMMON_FRAMES
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.remedies.remedy import Remedy
from ferrovia.engine.flow.sheets import Box
from ferrovia.engine.flow.title import Title
from ferrovia.saying.message import term
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.actions import ACTIONS
from ferrovia.titles.t1849.audit import SicilianAudit
from ferrovia.titles.t1849.calendar import SicilianCalendar
from ferrovia.titles.t1849.citations import CITATIONS
from ferrovia.titles.t1849.closing import BondDue, LoanOrLeave
from ferrovia.titles.t1849.corporations import HomeChoice, RsaStart, SicilianCorporations
from ferrovia.titles.t1849.events import EVENTS
from ferrovia.titles.t1849.happenings import HAPPENINGS
from ferrovia.titles.t1849.introduction import ABOUT, INTRODUCTION
from ferrovia.titles.t1849.market import SicilianMarket
from ferrovia.titles.t1849.operating import SicilianOperating, variant_refusal
from ferrovia.titles.t1849.privates import SicilianPrivates
from ferrovia.titles.t1849.remedies import remedies
from ferrovia.titles.t1849.runs import SicilianRuns
from ferrovia.titles.t1849.seen import SicilianSeen
from ferrovia.titles.t1849.setup import SicilianSetup
from ferrovia.titles.t1849.sicily import Sicily
from ferrovia.titles.t1849.stock import SicilianStock
from ferrovia.titles.t1849.tokens import SicilianTokens
from ferrovia.titles.t1849.track import SicilianTrack
from ferrovia.titles.t1849.trains import SicilianTrains


class Sicilian(Title):
    """1849, by the sections of its rulebook."""

    name = "1849"
    place = term("Sicily")
    about = ABOUT
    introduction = INTRODUCTION
    citations = CITATIONS
    happenings = HAPPENINGS
    actions = ACTIONS
    events = EVENTS
    frames = (*COMMON_FRAMES, RsaStart, HomeChoice, LoanOrLeave, BondDue)
    own_type = Sicily

    setup = SicilianSetup()  # 1, 2
    market = SicilianMarket()  # 5
    privates = SicilianPrivates()  # 7.1, 8
    corporations = SicilianCorporations()  # 7.2, 9.4
    stock = SicilianStock()  # 9
    operating = SicilianOperating()  # 10.0, 10.2, 10.8, and the steps of 14
    track = SicilianTrack()  # 10.3
    tokens = SicilianTokens()  # 10.4
    runs = SicilianRuns()  # 10.5
    trains = SicilianTrains()  # 10.6, 10.7, 11
    calendar = SicilianCalendar()  # 3, 6, 9.7, 12, 13
    seen = SicilianSeen()
    audit = SicilianAudit()

    def __init__(self, box: Box = components.BOX) -> None:
        super().__init__(box)

    def action_refusal(self, game: Game, action: Action) -> Refusal | None:
        return variant_refusal(game, action)  # 14.0

    def remedies(self, game: Game, action: Action) -> Iterable[Remedy]:
        return remedies(game, action)


TITLE = Sicilian()
