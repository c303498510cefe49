"""Sections 3, 9.7, 10 and 13: how rounds follow one another, and how the game ends."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.events import OperatingRoundBegins, StockRoundBegins
from ferrovia.engine.flow.frame import Frame
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingRound
from ferrovia.engine.flow.state import Round
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.bonds import share_value
from ferrovia.titles.t1849.sicily import keep, sicily
from ferrovia.titles.t1849.starting import PRESIDENTS_SHARES


def begin_stock_round(game: Game) -> None:
    own = sicily(game)
    keep(game, line=(*own.line, *own.waiting), waiting=(), still="")
    if _nobody_earns(game):
        keep(game, still=_position(game))
    game.state.round = Round("stock", game.state.round.turn + 1)
    game.tell(StockRoundBegins(turn=game.state.round.turn))
    game.push(StockRound(game.state.priority))


def end_stock_round(game: Game) -> None:
    """9.7: prices answer to pool and sold-out stock, in the order before the first of them moves (R13)."""
    game.push(PricesAnswer(game.market_order()))


class PricesAnswer(Frame, frozen=True, tag="prices_answer"):
    """The end of a stock round, token by token: who closes with a bond pays before the next one moves (R47)."""

    waiting: tuple[str, ...]

    def step(self, game: Game) -> str:
        return "prices"

    def proceed(self, game: Game) -> bool:
        if not self.waiting:
            game.pop()
            keep(game, messina_in_ruins=False)  # 1849-12.0.4
            turn, rounds = game.state.round.turn, game.phase.operating_rounds
            begin_operating_round(game, Round("operating", turn, 1, rounds))
            return True
        corporation, *others = self.waiting
        game.change(PricesAnswer(tuple(others)))
        holders = game.holders(corporation)
        if POOL in holders:
            game.move(corporation, Direction.DOWN)
        elif corporation not in holders:  # one that has closed meanwhile holds all of its stock
            game.move(corporation, Direction.UP)
        return True


def begin_operating_round(game: Game, next_round: Round) -> None:
    game.state.round = next_round
    game.tell(OperatingRoundBegins(turn=next_round.turn, number=next_round.number))
    game.title.privates.pay_revenue(game)
    game.push(OperatingRound())


def end_operating_round(game: Game) -> None:
    now = game.state.round
    if now.number < now.of:
        begin_operating_round(game, Round("operating", now.turn, now.number + 1, now.of))
    elif game.state.bank_broken:
        clause = "1849-13.0.3" if game.state.bank_broken == "operating" else "1849-13.0.4"
        game.end(clause, "the bank has run out of money")
    elif _is_dead(game):
        game.end("1849-R43", "no corporation is open and nobody can start one")
    elif sicily(game).still and sicily(game).still == _position(game):
        game.end("1849-R43", "a stock round and the operating rounds after it have changed nothing")
    else:
        begin_stock_round(game)


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
    bare.state.number, bare.state.round, bare.state.agenda = 0, Round(""), ()
    keep(bare, still="")
    return bare.hash()


def end_turn(game: Game, corporation: str) -> None:
    """13: the game ends after the turn of a corporation that has reached 377."""
    if corporation in sicily(game).reached_end:
        game.end("1849-13.0.1", f"{corporation} has reached the highest share value")


def worth(game: Game, player: str) -> int:
    """13: money and stock, less the loans; never below nothing. Who has left ends with nothing."""
    if player in game.state.gone:
        return 0
    stock = sum(
        share_value(game, corporation) * game.percent(corporation, player) // 10
        for corporation, holders in game.state.certificates.items()
        if player in holders
    )
    penalty: int = components.sheet("game")["bankruptcy"]["loan_penalty"]
    debts = sicily(game).loans.count(player) * penalty
    return max(0, game.cash(player) + stock - debts)
