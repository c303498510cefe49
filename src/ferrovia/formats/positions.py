"""All positions of a recorded game, one after the other, as they are stored: no rule of today is asked for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.differences import Plain
from ferrovia.formats.save import Record, stepped_back
from ferrovia.titles.registry import title_of


def positions(record: Record) -> Iterator[tuple[Game, Sequence[Event]]]:
    """The game after its set-up and after each of its actions, with what the action told.

    What a file of an older format does not hold is played again, and counts if it comes to the hashes it had. Raises
    `FileTrouble` where what is stored is damaged, and `Refusal` where the game played again comes elsewhere.
    """
    states = states_back(record)
    first = len(record.actions) - len(states) + 1  # the number of actions of the earliest state that is stored
    yield from _played_again(record, first)
    cards = title_of(record.settings)
    for number, state in enumerate(reversed(states), first):
        game = Game.restore(cards, record.settings, state, record.actions[:number])
        yield game, (record.events_of(number) or ()) if number else ()


def states_back(record: Record) -> list[Plain]:
    """The states that are stored, the last first."""
    states = [record.state]
    for number in range(len(record.actions), 0, -1):
        before = stepped_back(record, number, states[-1])
        if before is None:
            break
        states.append(before)
    return states


def _played_again(record: Record, until: int) -> Iterator[tuple[Game, Sequence[Event]]]:
    """The first positions, which are not stored."""
    if until == 0:
        return
    game = Game(title_of(record.settings), record.settings)
    events: Sequence[Event] = ()
    for number in range(until):
        if game.hash() != record.hashes[number]:
            text = "Played again, the game does not come to the position it had after {number} {number:action|actions}."
            raise Refusal("replay", text, number=number)
        yield game.fork(), events
        try:
            events = game.apply(record.actions[number])
        except Refusal as refusal:
            text = "Action {number} is refused when the game is played again: {why} [{clause}]"
            raise Refusal("replay", text, number=number + 1, why=refusal.message, clause=refusal.rule) from refusal
