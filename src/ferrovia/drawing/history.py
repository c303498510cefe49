"""How a game went: worth, prices and runs at the end of every round, from its actions played again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ferrovia.engine.flow.game import Game


@dataclass(frozen=True, slots=True)
class Moment:
    """The end of a round."""

    name: str
    worth: Mapping[str, int]  # of players
    price: Mapping[str, int]  # of corporations that are started
    run: Mapping[str, int]  # of corporations that ran in this round


def history(game: Game) -> list[Moment]:
    """The moments of a game up to where it stands; a round that is not over ends there."""
    played = Game(game.title, game.settings)
    moments: list[Moment] = []
    ran: dict[str, int] = {}
    for action in game.actions:
        before, earned, corporation = played.state.round, played.state.earnings, played.top.corporation_of(played)
        played.apply(action)
        now = played.state.earnings
        ran |= {name: run for name, run in now.items() if run != earned.get(name)}
        if now is not earned and corporation in now:  # the same as the time before
            ran[corporation] = now[corporation]
        if played.state.round != before:
            moments.append(_moment(played, str(before), ran))
            ran = {}
    return [*moments, _moment(played, str(played.state.round), ran)]


def _moment(game: Game, name: str, ran: Mapping[str, int]) -> Moment:
    return Moment(
        name,
        {player: game.title.worth(game, player) for player in game.state.seats},
        {name: game.title.market.price((row, column)) for name, row, column in game.state.market},
        ran,
    )
