"""The check of an action before it is played: well formed, in turn, of this moment, and by the rules of the step."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, get_args, get_type_hints

import msgspec
from msgspec import convert
from msgspec.structs import asdict

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Interjection
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.library import in_our_words

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class ActionCheck(NamedTuple):
    """What is found: why the action would be refused, if it would; the interjection that it is, if it is one."""

    refusal: Refusal | None
    interjection: Interjection | None = None

    @classmethod
    def of(cls, game: Game, action: Action, by: str | None, after: int | None) -> ActionCheck:
        """`by` is who plays it, `after` the number of the action it follows; both are checked where given."""
        refusal, ill_formed = None, malformed(action)
        if not game.over and after in (None, game.state.number) and not ill_formed:
            interjection = interjected(game, action, by)
            if interjection is not None:
                return cls(None, interjection)
            refusal = game.title.interjections.refusal(game, action, by)
        refusal = refusal or _out_of_turn(game, by, after) or ill_formed
        return cls(refusal or game.title.action_refusal(game, action) or game.top.refusal(game, action))


def interjected(game: Game, action: Action, by: str | None) -> Interjection | None:
    """The action as something that its player may do whoever's turn it is."""
    if not isinstance(action, game.title.interjections.actions):
        return None
    for interjection in game.title.interjections.listed(game):
        if interjection.allows(action) and by in (None, interjection.player):
            return interjection
    return None


def _out_of_turn(game: Game, by: str | None, after: int | None) -> Refusal | None:
    """Why nobody, or not this player, may act now."""
    if after is not None and after != game.state.number:
        text = "This was meant to follow action {after}, but the game is at action {now}."
        return Refusal("stale", text, after=after, now=game.state.number)
    if game.over:
        return Refusal(game.state.ended_by, "The game is over: {why:term}.", why=game.state.over)
    if by is None:
        return None
    decider = game.top.decider(game)
    if by == decider:
        return None
    return Refusal("not_your_turn", "It is for {decider} to choose now, not for {by}.", decider=decider, by=by)


def malformed(action: object) -> Refusal | None:
    """Values of a wrong type, which msgspec checks only when it reads them; structs it takes on trust even then."""
    if not isinstance(action, Action):
        return Refusal("malformed", "This is not an action.")
    kind = type(action)
    try:
        is_as_read = convert(asdict(action), kind) == action
        for field in _parts(kind):
            is_as_read = is_as_read and all(
                convert(asdict(part), type(part)) == part for part in getattr(action, field)
            )
    except msgspec.ValidationError as error:
        return Refusal("malformed", "This is not a well-formed action: {why}.", why=in_our_words(error))
    if not is_as_read:
        return Refusal("malformed", "This is not a well-formed action: a list stands where a tuple belongs.")
    return None


@lru_cache(maxsize=256)
def _parts(kind: type[Action]) -> tuple[str, ...]:
    """The fields in which an action holds structs."""
    held = {field: next(iter(get_args(hint)), None) for field, hint in get_type_hints(kind).items()}
    return tuple(field for field, part in held.items() if isinstance(part, type) and issubclass(part, msgspec.Struct))
