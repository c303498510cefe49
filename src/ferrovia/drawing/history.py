"""How a game went: worth, prices and runs at the end of every round, from its actions played again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import Round


class HistoryTrouble(ValueError):
    """Why a game cannot be played again, in one sentence."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The end of a round."""

    round: Round
    worth: Mapping[str, int]  # of players
    price: Mapping[str, int]  # of corporations that are started
    run: Mapping[str, int]  # of corporations that ran in this round


def history(game: Game) -> list[Moment]:
    """The moments of a game up to where it stands; a round that is not over ends there.

    A game of older rules may have an action that is refused today; that raises `HistoryTrouble`.
    """
    played = Game(game.title, game.settings)
    moments: list[Moment] = []
    ran: dict[str, int] = {}
    for number, action in enumerate(game.actions, 1):
        before, earned, corporation = played.state.round, played.state.earnings, played.top.corporation_of(played)
        try:
            played.apply(action)
        except Refusal as refusal:
            raise HistoryTrouble(
                f"Action {number} is refused when the game is played again, as charts need it: {refusal} "
                f"Up to there it can be drawn with --at {number - 1}."
            ) from refusal
        now = played.state.earnings
        ran |= {name: run for name, run in now.items() if run != earned.get(name)}
        if now is not earned and corporation in now:  # the same as the time before
            ran[corporation] = now[corporation]
        if played.state.round != before:
            moments.append(_moment(played, before, ran))
            ran = {}
    if played.hash() != game.hash():
        raise HistoryTrouble("Played again, as charts need it, the game does not come to the position it has now.")
    return moments if played.over else [*moments, _moment(played, played.state.round, ran)]


def _moment(game: Game, ended: Round, ran: Mapping[str, int]) -> Moment:
    return Moment(
        ended,
        {player: game.title.calendar.worth(game, player) for player in game.state.seats},
        {name: game.title.box.market.price((row, column)) for name, row, column in game.state.market},
        ran,
    )
