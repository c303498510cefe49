"""What would lift a refusal that only the kingdom knows: a destination reached, a run counted, a concession owned."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.remedies.remedy import Case, Remedy
from ferrovia.saying.message import Message
from ferrovia.titles.t18fb.components import stops_of
from ferrovia.titles.t18fb.south import has_operated, is_major, keep, south
from ferrovia.titles.t18fb.states import CompanyState, lines_asked, state_of


class DestinationReached(Remedy, frozen=True, tag="destination_reached"):
    """3.4: a company that is building becomes a railway with its intermediate destination."""

    company: str
    place: str

    @property
    def message(self) -> Message:
        text = "once {company} has a token on its intermediate destination"
        return Message(text, company=self.company)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game = changed.game
        stations = (*game.state.stations[self.company], stops_of(self.place)[0])
        game.set_stations(self.company, stations, game.state.tokens[self.company])
        return changed


class EarningsCounted(Remedy, frozen=True, tag="earnings_counted"):
    """R23: a company has operated once its earnings were counted."""

    company: str

    @property
    def message(self) -> Message:
        return Message("once earnings of {company} have been counted", company=self.company)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game = changed.game
        keep(game, earned=(*south(game).earned, self.company))
        return changed


class ConcessionOwned(Remedy, frozen=True, tag="concession_owned"):
    """3.4: a company whose concession nobody owns is frozen."""

    company: str

    @property
    def message(self) -> Message:
        return Message("once somebody owns the concession of {company}", company=self.company)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game = changed.game
        concessions = south(game).concessions
        owned = msgspec.structs.replace(concessions[self.company], owner=game.players[0])
        keep(game, concessions={**concessions, self.company: owned})
        return changed


def remedies(game: Game, action: Action) -> Iterator[Remedy]:
    """For the companies that an action is about: the one that it names, and the one whose turn it is."""
    named = (getattr(action, "corporation", ""), game.top.corporation_of(game))
    for company in dict.fromkeys(name for name in named if is_major(name)):
        if not has_operated(game, company):
            yield EarningsCounted(company)
        match state_of(game, company):
            case CompanyState.BUILDING:
                yield from (DestinationReached(company, line.intermediate) for line in lines_asked(game, company)[:1])
            case CompanyState.FROZEN:
                yield ConcessionOwned(company)
