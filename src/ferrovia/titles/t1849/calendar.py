"""Sections 3, 6, 9.7, 10 and 13: how rounds follow one another, what phases bring, and how the game ends."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.facets.calendar import CalendarRules, PhaseEvents
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import Round
from ferrovia.saying.message import term
from ferrovia.titles.t1849 import components, earthquake
from ferrovia.titles.t1849.bonds import share_value
from ferrovia.titles.t1849.closing import collect
from ferrovia.titles.t1849.corporations import PRESIDENTS_SHARES
from ferrovia.titles.t1849.sicily import keep, sicily

# What each loan takes off a player's worth (13).
LOAN_PENALTY: int = components.sheet("game")["bankruptcy"]["loan_penalty"]

# Why the game is over, in words that are kept with it: one text for each corporation, so that each has its article.
REACHED_END = {
    "AFG": term("AFG has reached the highest share value"),
    "ATA": term("ATA has reached the highest share value"),
    "CTL": term("CTL has reached the highest share value"),
    "IFT": term("IFT has reached the highest share value"),
    "RCS": term("RCS has reached the highest share value"),
    "SFA": term("SFA has reached the highest share value"),
}


class SicilianCalendar(CalendarRules):
    """The usual calendar, with the earthquake, the line of corporations and two dead ends (R43)."""

    def settle(self, game: Game) -> None:
        if sicily(game).dues and not game.over:
            collect(game)  # 1849-14.2.5

    phase_events: ClassVar[PhaseEvents] = {
        **CalendarRules.phase_events,  # 6.0.11
        "messina_earthquake": earthquake.strike,  # 12
    }

    def stock_round_begins(self, game: Game) -> None:
        own = sicily(game)
        keep(game, line=(*own.line, *own.waiting), waiting=(), still="")
        if _nobody_earns(game):
            keep(game, still=_position(game))

    def price_answer(self, game: Game, corporation: str) -> Direction | None:
        """9.7: down for stock in the pool, up where all is sold; in the order before the first of them moves (R13)."""
        return Direction.DOWN if POOL in game.holders(corporation) else super().price_answer(game, corporation)

    def begin_set(self, game: Game) -> None:
        keep(game, messina_in_ruins=False)  # 1849-12.0.4
        super().begin_set(game)

    def dead_end(self, game: Game) -> str:
        if _is_dead(game):
            return term("no corporation is open and nobody can start one")
        if sicily(game).still and sicily(game).still == _position(game):
            return term("a stock round and the operating rounds after it have changed nothing")
        return ""

    def worth(self, game: Game, player: str) -> int:
        """13: less the loans; never below nothing."""
        return max(0, super().worth(game, player) - sicily(game).loans.count(player) * LOAN_PENALTY)

    def stock_value(self, game: Game, corporation: str, percent: int) -> int:
        """14.2: a bond that is out lowers the value of every share."""
        return share_value(game, corporation) * percent // game.share(corporation)


def end_turn(game: Game, corporation: str) -> None:
    """13: the game ends after the turn of a corporation that has reached 377."""
    if corporation in sicily(game).reached_end:
        game.end("1849-13.0.1", REACHED_END[corporation])


def _is_dead(game: Game) -> bool:
    """Whether nothing can ever happen again: no corporation, no income, and no money to start with."""
    if game.state.market or any(owner in game.state.seats for owner in game.state.privates.values()):
        return False
    cheapest = min(game.phase.start_values) * PRESIDENTS_SHARES
    own = sicily(game)
    return not (own.line or own.waiting) or all(game.cash(player) < cheapest for player in game.players)


def _nobody_earns(game: Game) -> bool:
    """Whether no private company pays, and no corporation earned anything when it last ran."""
    return not game.state.privates and not any(game.state.earnings.values())


def _position(game: Game) -> str:
    """A fingerprint of the position, wherever in the sequence of play it stands."""
    bare = game.fork()
    bare.state = msgspec.structs.replace(bare.state, number=0, round=Round(""), agenda=())
    keep(bare, still="")
    return bare.hash()
