"""A sitting: one game that several people play and look at, each in a thread of their own if need be.

A move is played on a fork, stored, and swapped in by one assignment. So nobody ever sees half a move, and a move that
could not be stored did not happen.
"""

from __future__ import annotations

from collections.abc import Collection
from threading import Lock

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Decision
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.title import Title
from ferrovia.formats.save import Move, Record, plain_state
from ferrovia.formats.view_types import ChoicesView, View
from ferrovia.saying.catalogue import SOURCE
from ferrovia.sitting.law import OWN, Law
from ferrovia.sitting.moment import Moment, MoveEvents
from ferrovia.sitting.storage import Overtaken, Storage


class Sitting:
    """A game, where it is kept, and the law of its table."""

    def __init__(self, storage: Storage, law: Law = OWN) -> None:
        self._storage = storage
        self._law = law
        self._lock = Lock()
        self._now = self._kept()

    # What there is

    @property
    def now(self) -> Moment:
        """The game at this moment. Whoever wants several things of it that agree takes it once."""
        return self._now

    @property
    def game(self) -> Game:
        """The game at this moment, to look at; it changes only through this sitting."""
        return self._now.game

    @property
    def record(self) -> Record:
        return self._now.record

    @property
    def title(self) -> Title:
        return self._now.game.title

    @property
    def number(self) -> int:
        """How many actions were taken."""
        return self._now.number

    @property
    def over(self) -> bool:
        return self._now.game.over

    def view(self, viewer: str | None = None, language: str = SOURCE) -> View:
        return self._now.view(viewer, language)

    def choices(self, player: str, language: str = SOURCE) -> ChoicesView:
        return self._now.choices(player, language)

    def decision_for(self, player: str) -> Decision:
        return self._now.decision_for(player)

    def events_since(self, number: int, viewer: str | None = None) -> list[MoveEvents]:
        return self._now.events_since(number, viewer)

    def at(self, number: int) -> Game:
        return self._now.at(number)

    # What can be done

    def act(
        self, action: Action, by: str | None = None, after: int | None = None, *, through: Storage | None = None
    ) -> list[Event]:
        """Play an action; raises `Refusal`, or `FileTrouble` where it cannot be stored, and then nothing has changed.

        `by` is who plays it, `after` the number of the action it follows; both are checked where given. `through`
        is another way to the place where the game is kept, of one who has something to store with the move.
        """
        with self._lock:
            now = self._now
            game = now.game.fork()
            events = game.apply(action, by=by, after=after)
            state = plain_state(game)
            move = Move.of(action, now.game.player_of(action, by), events, now.record.state, state)
            try:
                (through or self._storage).append(move, state, game, now.standing)
            except Overtaken:
                self._now = self._kept()
                raise
            self._now = now.after(game, move, state)
            return events

    def undo(
        self,
        by: str | Collection[str] | None = None,
        to: int | None = None,
        *,
        after: int | None = None,
        law: Law | None = None,
        through: Storage | None = None,
    ) -> int:
        """Take back the last action, or all after a number, by the law of the table; how many are left.

        `by` is whose actions are the taker's own, one player's or several, `after` the number of actions that the taker
        knows of, `law` another law than that of the sitting, `through` another way to the place where the game is kept.
        Raises `Refusal`, or `FileTrouble` where the way back is damaged or cannot be stored; then nothing has changed.
        """
        own = (by or "",) if isinstance(by, str | None) else by
        with self._lock:
            now = self._now
            if after is not None and after != now.number:
                raise Overtaken(after)
            number = now.number - 1 if to is None else to
            taken_back = range(max(0, number) + 1, now.number + 1)
            refusal = (law or self._law).undo_refusal([now.record.past_of(place).by for place in taken_back], own)
            if refusal is not None:
                raise refusal
            before = now.back_at(number)
            if before.game.state.draws < now.game.state.draws:
                raise Refusal("undo.chance", "A die or a card was revealed, so the action cannot be taken back.")
            try:
                (through or self._storage).cut(number, before.record.state, before.game, now.standing)
            except Overtaken:
                self._now = self._kept()
                raise
            self._now = before
            return number

    def _kept(self) -> Moment:
        """The game where it is kept: somebody else may have gone on with it."""
        record, game = self._storage.load()
        return Moment(game, record)
