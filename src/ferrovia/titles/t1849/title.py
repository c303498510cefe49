"""1849 by the sections of its rulebook: the title's front page."""

from __future__ import annotations

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.common import COMMON_FRAMES
from ferrovia.engine.flow.facets.audit import Audit
from ferrovia.engine.flow.facets.stock import StockRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.sheets import Box
from ferrovia.engine.flow.title import Title
from ferrovia.saying.message import term
from ferrovia.titles.t1849 import components, turn
from ferrovia.titles.t1849.actions import ACTIONS
from ferrovia.titles.t1849.citations import CITATIONS
from ferrovia.titles.t1849.closing import BondDue, LoanOrLeave
from ferrovia.titles.t1849.events import EVENTS
from ferrovia.titles.t1849.happenings import HAPPENINGS
from ferrovia.titles.t1849.market import SicilianMarket
from ferrovia.titles.t1849.privates import SicilianPrivates
from ferrovia.titles.t1849.rounds import SicilianCalendar
from ferrovia.titles.t1849.runs import SicilianRuns
from ferrovia.titles.t1849.setup import SicilianSetup
from ferrovia.titles.t1849.sicily import Sicily, sicily
from ferrovia.titles.t1849.starting import HomeChoice, RsaStart, SicilianCorporations
from ferrovia.titles.t1849.tokens import SicilianTokens
from ferrovia.titles.t1849.track import SicilianTrack
from ferrovia.titles.t1849.trains import SicilianTrains
from ferrovia.titles.t1849.words import SicilianSeen


class SicilianStock(StockRules):
    """Section 9.1: the certificate limit of the set-up table; all else is usual."""

    def certificate_limit(self, game: Game) -> int:
        return sicily(game).certificate_limit


class SicilianAudit(Audit):
    """What has left the game besides the usual: trains taken out at set-up (2), tokens under Messina (12)."""

    def train_roster(self, game: Game) -> tuple[str, ...]:
        return components.train_roster(len(sicily(game).order), game.settings.options)

    def lost_tokens(self, game: Game, corporation: str) -> int:
        return sicily(game).lost_tokens.count(corporation)


class Sicilian(Title):
    """1849, by the sections of its rulebook."""

    name = "1849"
    place = term("Sicily")
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
    operating = turn.SicilianOperating()  # 10.0, 10.2, 10.8, and the steps of 14
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
        return turn.variant_refusal(game, action)  # 14.0


TITLE = Sicilian()
