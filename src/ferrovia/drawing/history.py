"""How a game went: worth, prices and runs at the end of every round, from its stored past."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ferrovia.engine.flow.events import DidNotRun, Ran
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import Round
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.positions import positions
from ferrovia.formats.save import Record
from ferrovia.saying.message import Trouble


class HistoryTrouble(Trouble, ValueError):
    """Why it cannot be told how a game went, in one sentence."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The end of a round."""

    round: Round
    worth: Mapping[str, int]  # of players
    price: Mapping[str, int]  # of corporations that are started
    run: Mapping[str, int]  # of corporations that ran in this round
    cash: Mapping[str, int]  # of players


def history(record: Record) -> list[Moment]:
    """The moments of a recorded game up to where it stands; a round that is not over ends there.

    What an old file does not hold must be played again; where that comes elsewhere, `HistoryTrouble` says so.
    """
    moments: list[Moment] = []
    ran: dict[str, int] = {}
    try:
        path = positions(record)
        now, _ = next(path)
        for game, events in path:
            for event in events:
                if isinstance(event, Ran | DidNotRun):
                    ran[event.corporation] = event.revenue if isinstance(event, Ran) else 0
            if game.state.round != now.state.round:
                moments.append(_moment(game, now.state.round, ran))
                ran = {}
            now = game
    except (Refusal, FileTrouble) as trouble:
        raise HistoryTrouble("There can be no charts of this game: {why}", why=trouble.message) from trouble
    return moments if now.over else [*moments, _moment(now, now.state.round, ran)]


def _moment(game: Game, ended: Round, ran: Mapping[str, int]) -> Moment:
    return Moment(
        ended,
        {player: game.title.calendar.worth(game, player) for player in game.state.seats},
        {name: game.title.box.market.price((row, column)) for name, row, column in game.state.market},
        ran,
        {player: game.cash(player) for player in game.state.seats},
    )
