"""Sections 4, 5.7, 6.0 and 9: how rounds follow one another, and how the game ends."""

from __future__ import annotations

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.events import OperatingRoundBegins, PriorityHeld, StockRoundBegins
from ferrovia.engine.flow.frame import Frame
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingRound
from ferrovia.engine.flow.state import Round
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t1883 import concessions, cooperative, events
from ferrovia.titles.t1883.emilia import CCFR, SARSA, emilia, is_cooperative, keep
from ferrovia.titles.t1883.launching import PRESIDENTS_SHARES, may_launch


def begin_stock_round(game: Game) -> None:
    keep(game, launched=(), waiting=(), concession_buyers=(), hot_autumn=False, limit_players=len(game.players))
    game.state.round = Round("stock", game.state.round.turn + 1)
    game.tell(StockRoundBegins(turn=game.state.round.turn))
    game.push(StockRound(game.state.priority))


def end_stock_round(game: Game) -> None:
    """5.7: the priority stays with whom it came to; sold-out corporations rise, in price order; then they operate."""
    game.tell(PriorityHeld(player=game.state.priority))
    for corporation in game.market_order():
        if corporation == CCFR and is_cooperative(game):
            continue
        if all(holder in game.state.seats for holder in game.holders(corporation)):
            game.move(corporation, Direction.UP)
            if game.over:
                return  # 1883-9.0.5
    if game.state.round.turn == 1:
        cooperative.choose_first_leader(game)
    turn, rounds = game.state.round.turn, game.phase.operating_rounds
    begin_operating_round(game, Round("operating", turn, 1, rounds))


def begin_operating_round(game: Game, next_round: Round) -> None:
    """6.0: private income and counters, the event, the corporations."""
    game.state.round = next_round
    game.tell(OperatingRoundBegins(turn=next_round.turn, number=next_round.number))
    keep(game, operated_before=game.state.operated)
    game.title.privates.pay_revenue(game)
    concessions.advance_counters(game)
    game.push(OperatingRound())
    if emilia(game).first_round_over:
        events.draw(game)
    keep(game, first_round_over=True)


def end_operating_round(game: Game) -> None:
    """6.11: overdue concessions are settled before the round is over."""
    game.push(RoundEnd())
    concessions.check_deadlines(game)


class RoundEnd(Frame, frozen=True, tag="round_end"):
    """What closes an operating round once all penalties are paid."""

    def step(self, game: Game) -> str:
        return "round end"

    def proceed(self, game: Game) -> bool:
        game.pop()
        done = tuple(name for name in game.market_order() if name in game.state.operated)
        keep(game, operated_last=done)
        events.end_of_round(game)
        cooperative.rotate(game)
        now = game.state.round
        if now.number < now.of:
            begin_operating_round(game, Round("operating", now.turn, now.number + 1, now.of))
        elif game.state.bank_broken:
            clause = "1883-9.0.2" if game.state.bank_broken == "operating" else "1883-9.0.1"
            game.end(clause, "the bank has run out of money")
        elif is_dead(game):
            game.end("1883-R71", "no corporation operates and nobody can launch one")
        else:
            begin_stock_round(game)
        return True


def is_dead(game: Game) -> bool:
    """R71: nothing can ever happen again: nobody operates, nothing pays, and no launch can be afforded."""
    if game.title.operating.order(game) or any(owner in game.state.seats for owner in game.state.privates.values()):
        return False
    cheapest = min(game.phase.start_values) * PRESIDENTS_SHARES
    can_be_launched = emilia(game).waiting or list(may_launch(game))
    return not can_be_launched or all(game.cash(player) < cheapest for player in game.players)


def entered(game: Game, corporation: str) -> None:
    """9.0: SARSA on the highest value ends the game at once."""
    if corporation == SARSA:
        clause = "1883-9.0.4" if game.state.round.kind == "operating" else "1883-9.0.5"
        game.end(clause, "SARSA has reached the highest share value")


def worth(game: Game, player: str) -> int:
    """9.0: cash and shares at market price; nothing for who is bankrupt."""
    if player in game.state.gone:
        return 0
    stock = sum(
        game.price(corporation) * game.percent(corporation, player) // 10
        for corporation, holders in game.state.certificates.items()
        if player in holders and game.is_started(corporation)
    )
    return game.cash(player) + stock
