"""What would lift a refusal that only the island knows: corporations in front of one in the line, Messina rebuilt."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.actions import Action, Start
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.remedies.remedy import Case, Remedy
from ferrovia.saying.message import Message
from ferrovia.titles.t1849.sicily import keep, sicily


class LineMovedOn(Remedy, frozen=True, tag="line_moved_on"):
    """9.4.1: corporations are started in the order of their line."""

    ahead: tuple[str, ...]

    @property
    def message(self) -> Message:
        text = "once {ahead:and} {count:has|have} been started"
        return Message(text, ahead=self.ahead, count=len(self.ahead))

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game = changed.game
        keep(game, line=tuple(name for name in sicily(game).line if name not in self.ahead))
        return changed


class MessinaRebuilt(Remedy, frozen=True, tag="messina_rebuilt"):
    """12: after the earthquake Messina lies in ruins until the next stock round is over."""

    @property
    def message(self) -> Message:
        return Message("once the next stock round is over")

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game = changed.game
        keep(game, messina_in_ruins=False)
        return changed


def remedies(game: Game, action: Action) -> Iterator[Remedy]:
    own = sicily(game)
    if isinstance(action, Start) and action.corporation in own.line[1:]:
        yield LineMovedOn(own.line[: own.line.index(action.corporation)])
    if own.messina_in_ruins:
        yield MessinaRebuilt()
