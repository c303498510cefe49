"""Of many acts that are refused, the one whose refusal tells most of what somebody has in mind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ferrovia.engine.board.laying import Fault
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.remedies.moments import is_untimely
from ferrovia.engine.flow.remedies.remedy import Case
from ferrovia.engine.flow.remedies.search import why_not

_ASKED = 8  # acts of which the ways are looked for
_OF_A_TILE = frozenset(fault.value for fault in Fault)
_EMPTY = ("buy.pool_empty", "buy.treasury_empty", "train.seller")


class RefusedAct(NamedTuple):
    """What somebody may have meant, and why it may not be done."""

    action: Action
    refusal: Refusal


def most_telling(game: Game, acts: Iterable[Action], by: str | None = None) -> RefusedAct | None:
    """Of acts that are all refused the one whose refusal tells most, with what would make it legal.

    None where one of them may be done, or there are none. That a tile does not fit a hex at all tells least.
    """
    tried: list[RefusedAct] = []
    for action in acts:
        refusal = game.why_not(action, by=by)
        if refusal is None:
            return None
        tried.append(RefusedAct(action, refusal))
    if not tried:
        return None
    rank = min(_rank(act.refusal) for act in tried)
    telling = [act for act in tried if _rank(act.refusal) == rank]
    (rule, _), *_ = Counter(act.refusal.rule for act in telling).most_common(1)
    alike = [act for act in telling if act.refusal.rule == rule]
    if is_untimely(alike[0].refusal) and len(alike) > _ASKED:
        alike = [_best_then(game, alike, by)]
    return min((_with_way(game, act, by) for act in alike[:_ASKED]), key=_length)


def _best_then(game: Game, alike: Sequence[RefusedAct], by: str | None) -> RefusedAct:
    """Of acts that are all untimely the one that is legal when their time has come, or then tells most."""
    way = _with_way(game, alike[0], by).refusal.way
    if way is None:
        return alike[0]
    then: list[RefusedAct] = []
    for act in alike:
        refusal = way.remedies[0].supposed(Case(game, act.action, by)).refusal()
        if refusal is None:
            return act
        then.append(RefusedAct(act.action, refusal))
    return min(then, key=lambda act: _rank(act.refusal))


def _rank(refusal: Refusal) -> int:
    """How little a refusal tells of what somebody has in mind."""
    if refusal.word == "malformed" or refusal.text in _OF_A_TILE:
        return 3
    return 2 if refusal.word in _EMPTY else 1 if is_untimely(refusal) else 0


def _with_way(game: Game, act: RefusedAct, by: str | None) -> RefusedAct:
    return act._replace(refusal=why_not(game, act.action, by) or act.refusal)


def _length(act: RefusedAct) -> tuple[bool, int, int]:
    """The shortest way that makes it legal first, then those that end where a refusal tells most."""
    way = act.refusal.way
    if way is None:
        return True, _rank(act.refusal), 0
    return not way.suffices, _rank(way.then) if way.then else 0, len(way.remedies)
