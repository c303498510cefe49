"""The whole table page for one viewer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ferrovia.drawing.stage import Stage
from ferrovia.table.page.desk import Desk, desk
from ferrovia.table.page.lots import Lot, Lots, lots
from ferrovia.table.page.market import Market, market
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import Marks, marks, stage_of

RECENT = 60  # moves whose log lines a page shows at once


@dataclass(frozen=True)
class LogLine:
    number: int
    by: str
    text: str


class Page:
    """What the template asks for; nothing is worked out before it is asked."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view = scene.view

    @cached_property
    def desk(self) -> Desk:
        return desk(self.scene)

    @cached_property
    def stage(self) -> Stage:
        return stage_of(self.scene)

    @cached_property
    def marks(self) -> Marks:
        control = self.desk.control
        return marks(self.scene, self.stage.view, control.marks.get("hexes", ()) if control else ())

    @cached_property
    def market(self) -> Market:
        return market(self.scene, self.desk.control, is_wide=self.stage.is_wide)

    @cached_property
    def lots(self) -> Lots | None:
        return lots(self.scene)

    @property
    def chosen_lot(self) -> Lot | None:
        """The lot that is pointed at."""
        control = self.desk.control
        rows = control.parts.get("rows", ()) if control is not None and self.lots is not None else ()
        return next((row.lot for row in rows if row.is_chosen), None)

    @cached_property
    def log(self) -> list[LogLine]:
        """The last moves, the newest first."""
        scene = self.scene
        told = scene.moment.events_since(max(0, scene.number - RECENT))
        return [
            LogLine(each.number, each.by, " ".join(scene.say(event) for event in each.events or ()))
            for each in reversed(told)
            if each.events
        ]
