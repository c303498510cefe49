"""What would lift a refusal that only the region knows: an event that is over, a co-operative with capital."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.remedies.remedy import Case, Remedy
from ferrovia.saying.message import Message
from ferrovia.titles.t1883.emilia import CAPITALIST, CCFR, emilia, is_cooperative, keep


class EventOver(Remedy, frozen=True, tag="event_over"):
    """What an event forbids it forbids for one operating round."""

    @property
    def message(self) -> Message:
        return Message("once the event of this operating round is over")

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game = changed.game
        keep(game, in_force=())
        return changed


class Capitalised(Remedy, frozen=True, tag="capitalised"):
    """8.1: the co-operative becomes a corporation like others."""

    is_open_ended = True

    @property
    def message(self) -> Message:
        return Message("once the co-operative is capitalised")

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game = changed.game
        keep(game, ccfr=CAPITALIST)
        if CCFR not in game.state.pars:
            game.set_par(CCFR, min(game.phase.start_values))
        return changed


def remedies(game: Game, action: Action) -> Iterator[Remedy]:
    if emilia(game).in_force:
        yield EventOver()
    if is_cooperative(game):
        yield Capitalised()
