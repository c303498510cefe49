"""The calendar: what phases bring, how rounds follow one another, how the game ends, and what players are worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.events import OperatingRoundBegins, PriorityHeld, StockRoundBegins
from ferrovia.engine.flow.frame import Procedure
from ferrovia.engine.flow.operating import OperatingRound
from ferrovia.engine.flow.shares import market_value
from ferrovia.engine.flow.state import Round
from ferrovia.engine.flow.stock import StockRound
from ferrovia.saying.message import term

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class PricesAnswer(Procedure, frozen=True, tag="prices_answer"):
    """The end of a stock round, token by token; what a move brings about is settled before the next one moves."""

    waiting: tuple[str, ...]

    def proceed(self, game: Game) -> bool:
        calendar = game.title.calendar
        if not self.waiting:
            game.pop()
            calendar.begin_set(game)
            return True
        corporation, *others = self.waiting
        game.change(PricesAnswer(tuple(others)))
        if game.is_started(corporation):  # it may have closed meanwhile
            step = calendar.price_answer(game, corporation)
            if step is not None:
                game.move(corporation, step)
        return True


PhaseEvents = Mapping[str, "Callable[[Game], None] | None"]


def close_privates(game: Game) -> None:
    """All private companies leave the game."""
    for private in tuple(game.state.privates):
        game.close_private(private)


class CalendarRules:
    """Stock rounds, each followed by a set of operating rounds, until the bank has run out of money."""

    stock_round: type[StockRound] = StockRound
    # What the events on the sheet of trains bring about; nothing at once where they are read off the phase.
    phase_events: ClassVar[PhaseEvents] = {"close_privates": close_privates}

    def settle(self, game: Game) -> None:
        """See to what happens by itself as soon as it can, whatever made it possible."""

    def phase_event(self, game: Game, event: str) -> None:
        """Something happens with the first train of a new phase, by the name it has on the sheet of trains."""
        happen = self.phase_events[event]
        if happen is not None:
            happen(game)

    # Stock rounds

    def begin_stock_round(self, game: Game) -> None:
        self.stock_round_begins(game)
        game.begin(Round("stock", game.state.round.turn + 1))
        game.tell(StockRoundBegins(game.state.round.turn))
        game.push(self.stock_round(game.state.priority))

    def stock_round_begins(self, game: Game) -> None:
        """A stock round is about to begin."""

    def stock_round_over(self, game: Game) -> None:
        """All have passed: prices answer to what was bought and sold, in the order before the first of them moves."""
        game.tell(PriorityHeld(game.state.priority))
        game.push(PricesAnswer(game.market_order()))

    def price_answer(self, game: Game, corporation: str) -> Direction | None:
        """How the price of a corporation moves at the end of a stock round: up where players hold all of its stock."""
        return None if {POOL, OFFER, corporation} & {*game.holders(corporation)} else Direction.UP

    # Operating rounds

    def begin_set(self, game: Game) -> None:
        """The stock round is over: so many operating rounds follow as the phase of this moment says."""
        self.begin_operating_round(game, Round("operating", game.state.round.turn, 1, game.phase.operating_rounds))

    def begin_operating_round(self, game: Game, next_round: Round) -> None:
        game.begin(next_round)
        game.tell(OperatingRoundBegins(next_round.turn, next_round.number))
        self.operating_round_begins(game)

    def operating_round_begins(self, game: Game) -> None:
        """What comes first in an operating round, and then the corporations."""
        game.title.privates.pay_revenue(game)
        game.push(OperatingRound())

    def operating_round_over(self, game: Game) -> None:
        """All corporations have operated."""
        self.next_round(game)

    def next_round(self, game: Game) -> None:
        """Another round of the set, the end of the game, or the next stock round."""
        now = game.state.round
        if now.number < now.of:
            self.begin_operating_round(game, Round("operating", now.turn, now.number + 1, now.of))
        elif self.is_last(game, now):
            game.end(f"end.bank_broken.{game.state.bank_broken}", term("the bank has run out of money"))
        elif why := self.dead_end(game):
            game.end("end.dead", why)
        else:
            self.begin_stock_round(game)

    # The end

    def is_last(self, game: Game, now: Round) -> bool:
        """Whether the game ends with this round, because the bank has run out in it or before."""
        return bool(game.state.bank_broken) and now.number == now.of

    def dead_end(self, game: Game) -> str:
        """Why the game cannot go on although the bank has money; empty while it can."""
        if game.title.operating.order(game) or any(owner in game.players for owner in game.state.privates.values()):
            return ""
        turns = (self.stock_round(player) for player in game.players)
        if any(next(turn.deals(game), None) is not None for turn in turns):
            return ""
        return term("no corporation operates and nobody can start one")

    def worth(self, game: Game, player: str) -> int:
        """What a player is worth now, as the end would count it: cash and stock; nothing for one who has left."""
        if player in game.state.gone:
            return 0
        stock = (
            self.stock_value(game, corporation, game.percent(corporation, player))
            for corporation, holders in game.state.certificates.items()
            if player in holders
        )
        return game.cash(player) + sum(stock)

    def stock_value(self, game: Game, corporation: str, percent: int) -> int:
        """What so much of a corporation is worth in the end: nothing where it has no price."""
        return market_value(game, corporation, (percent,)) if game.is_started(corporation) else 0
