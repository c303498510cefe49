"""A moment of a sitting: the game, its record and its past states at one instant, none of which change any more.

Whoever takes a moment in hand sees view, decision and events that agree, whatever others do meanwhile.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ferrovia.engine.flow.decision import Decision
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import State
from ferrovia.formats.differences import Plain
from ferrovia.formats.save import Move, Record, earlier, resume
from ferrovia.formats.view import choices_view, view_for
from ferrovia.formats.view_types import ChoicesView, View
from ferrovia.saying.catalogue import SOURCE
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.sitting.storage import Standing


class MoveEvents(msgspec.Struct, frozen=True):
    """What an action told; `by` is empty and `events` None where that was not stored."""

    number: int
    by: str
    events: tuple[Event, ...] | None


class Moment(NamedTuple):
    """Where a game stands and how it came there."""

    game: Game
    record: Record
    states: tuple[State, ...] = ()  # those before the last actions, as far as they were seen here

    def __repr__(self) -> str:
        """A trace or a log that prints one must not print the seed."""
        return f"<Moment after {self.number} moves>"

    @property
    def number(self) -> int:
        return len(self.record.actions)

    @property
    def standing(self) -> Standing:
        return Standing.of(self.record)

    # Looking

    def view(self, viewer: str | None = None, language: str = SOURCE) -> View:
        """The game as a player sees it, or a bystander."""
        return view_for(self.game, viewer, language)

    def choices(self, player: str, language: str = SOURCE) -> ChoicesView:
        """What a player may do now, in words: see `decision_for`."""
        return choices_view(self.game, language, self.decision_for(player))

    def decision_for(self, player: str) -> Decision:
        """What a player may do now: the choices of the turn if it is theirs, and what they may do at any moment."""
        self._check_seat(player)
        decision = self.game.decision
        own = tuple(one for one in decision.interjections if one.player == player)
        if decision.player == player:
            return msgspec.structs.replace(decision, interjections=own)
        return msgspec.structs.replace(decision, choices=(), ranges=(), interjections=own)

    def events_since(self, number: int, viewer: str | None = None) -> list[MoveEvents]:
        """What the actions after a number told. All that is told is told to the whole table."""
        if viewer is not None:
            self._check_seat(viewer)
        return [self._told(place) for place in range(max(0, number) + 1, self.number + 1)]

    def _told(self, number: int) -> MoveEvents:
        events = self.record.events_of(number)
        return MoveEvents(number, self.record.past_of(number).by, None if events is None else tuple(events))

    def _check_seat(self, player: str) -> None:
        if player not in self.game.state.seats:
            raise UnknownTrouble("{player} is not a player in this game.", player=player)

    def at(self, number: int) -> Game:
        """The game as it stood after a number of actions, to look at; raises `UnknownTrouble` where it never was."""
        self._check_number(number)
        if number == self.number:
            return self.game.fork()
        state = self._state_at(number)
        return resume(earlier(self.record, number)) if state is None else self.game.standing_at(state)

    # Going on, and going back

    def after(self, game: Game, move: Move, state: Plain) -> Moment:
        """The moment after one more move."""
        return Moment(game, self.record.with_move(move, state), (*self.states, self.game.state))

    def back_at(self, number: int) -> Moment:
        """The moment in which the game stood at a number of actions."""
        self._check_number(number)
        record = earlier(self.record, number)
        state = self._state_at(number)
        game = resume(record) if state is None else self.game.standing_at(state)
        return Moment(game, record, self.states[: max(0, len(self.states) - (self.number - number))])

    def _state_at(self, number: int) -> State | None:
        """A past state that was seen here; None where it must be read from the record."""
        back = self.number - number
        return self.states[-back] if 0 < back <= len(self.states) else None

    def _check_number(self, number: int) -> None:
        if not 0 <= number <= self.number:
            text = "The game has {count} {count:action|actions}, so there is no position after {number}."
            raise UnknownTrouble(text, count=self.number, number=number)
