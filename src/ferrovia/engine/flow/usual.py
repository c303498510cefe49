"""An 18xx with nothing out of the ordinary: every facet with its usual answers, for a title to say where it differs."""

from __future__ import annotations

from ferrovia.engine.flow.actions import USUAL_ACTIONS
from ferrovia.engine.flow.common import COMMON_FRAMES
from ferrovia.engine.flow.events import COMMON_EVENTS
from ferrovia.engine.flow.facets.audit import Audit
from ferrovia.engine.flow.facets.calendar import CalendarRules
from ferrovia.engine.flow.facets.corporations import CorporationRules
from ferrovia.engine.flow.facets.operating import OperatingRules
from ferrovia.engine.flow.facets.runs import RunRules
from ferrovia.engine.flow.facets.setup import SetupRules
from ferrovia.engine.flow.facets.stock import StockRules
from ferrovia.engine.flow.facets.trains import TrainRules
from ferrovia.engine.flow.title import Title


class UsualTitle(Title):
    """A title that has a name, a box and clauses, and answers as most do."""

    actions = USUAL_ACTIONS
    frames = COMMON_FRAMES
    events = COMMON_EVENTS

    setup = SetupRules()
    corporations = CorporationRules()
    stock = StockRules()
    operating = OperatingRules()
    trains = TrainRules()
    runs = RunRules()
    calendar = CalendarRules()
    audit = Audit()
