"""Emergencies searched to their ends: what becomes of a president by every order of the listed choices."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.actions import Action, Answer, Bankrupt, BuyTrain, Exchange, SellShares
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game

BOUGHT, LOST = "bought", "lost"


def ends(game: Game, corporation: str) -> set[str]:
    """How an emergency can end for who presides over a corporation: every order of listed choices is followed."""
    return _ends(game, corporation, game.president(corporation), {})


def _ends(game: Game, corporation: str, president: str, known: dict[tuple[object, ...], set[str]]) -> set[str]:
    state = game.state
    position = (state.market, *state.certificates.values(), state.agenda, *state.cash.values())
    if position not in known:
        found: set[str] = set()
        for choice in _unasked(game, corporation, president):
            if isinstance(choice, BuyTrain | Bankrupt):
                found.add(BOUGHT if isinstance(choice, BuyTrain) else LOST)
                continue
            after = game.fork()
            after.apply(choice)
            found |= _ends(after, corporation, president, known)
        known[position] = found
    return known[position]


def _unasked(game: Game, corporation: str, president: str) -> Iterator[Action]:
    """What raises money or ends the raising, without anybody's consent; questions on the way are answered anyhow."""
    for choice in game.decision:
        action = choice.action if isinstance(choice, Range) else choice
        if isinstance(action, BuyTrain) and action.source in game.title.box.corporations:
            if game.president(action.source) == president:
                yield action
        elif isinstance(action, BuyTrain | SellShares | Bankrupt | Answer | Exchange):
            yield action
