"""1.1, 3.2.11, 3.3.7 and 4: how rounds follow one another, and the end."""

from __future__ import annotations

from ferrovia.engine.flow.events import OperatingRoundBegins, PriorityHeld, StockRoundBegins
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingRound
from ferrovia.engine.flow.shares import SHARE
from ferrovia.engine.flow.state import Round
from ferrovia.titles.t18fb import regionals, stock, trains
from ferrovia.titles.t18fb.events import SeatsTaken
from ferrovia.titles.t18fb.south import is_regional, keep, south
from ferrovia.titles.t18fb.states import CompanyState, state_of

POLITICAL, REGIONAL = "political", "regional"
_BROKEN = {"operating": "18FB-4.1", "stock": "18FB-4.4"}  # the clause to cite, by the round in which the bank ran out


def auction_over(game: Game) -> None:
    if game.state.round.kind == POLITICAL:
        _seat_by_cash(game)
        begin_stock_round(game)
    else:
        _regional_round_over(game)


def _seat_by_cash(game: Game) -> None:
    """3.2.11, 3.2.12: by cash, most first; players with equal cash keep their order."""
    state = game.state
    state.seats = tuple(sorted(state.seats, key=lambda player: -game.cash(player)))
    state.priority = state.seats[0]
    game.tell(SeatsTaken(order=state.seats))


def begin_stock_round(game: Game) -> None:
    keep(game, declined=())
    game.state.round = Round("stock", game.state.round.turn + 1)
    game.tell(StockRoundBegins(turn=game.state.round.turn))
    game.push(stock.SouthernStockRound(game.state.priority))


def end_stock_round(game: Game) -> None:
    game.tell(PriorityHeld(player=game.state.priority))
    stock.rise_sold_out(game)
    if not game.over:
        begin_operating_round(game, Round("operating", game.state.round.turn, 1, game.phase.operating_rounds))


def begin_operating_round(game: Game, next_round: Round) -> None:
    """3.5.1: the income of the cards, then the companies."""
    keep(game, declined=())
    game.state.round = next_round
    game.tell(OperatingRoundBegins(turn=next_round.turn, number=next_round.number))
    game.title.privates.pay_revenue(game)
    game.push(OperatingRound())


def end_operating_round(game: Game) -> None:
    """2.6.5: a train withers; 3.2: the Regional Round follows the round of the first PH5 train, unless that was
    the last of the game (R81)."""
    trains.wither(game)
    now = game.state.round
    if south(game).regional_round == "due" and not _is_last(game, now):
        keep(game, regional_round="done", declined=())
        game.state.round = Round(REGIONAL, now.turn, now.number, now.of)
        regionals.begin_round(game)
    else:
        _go_on(game, now)


def _regional_round_over(game: Game) -> None:
    """3.6.2.6, 3.6.2.8: the tokens are placed, and what was due comes next."""
    regionals.settle_unsold(game)
    regionals.place_tokens(game)
    game.title.track.changed(game)
    _go_on(game, game.state.round)


def _is_last(game: Game, last: Round) -> bool:
    """4.1, 4.4: whether a round ends the set in which, or before which, the bank ran out (R67, R81)."""
    broken = game.state.bank_broken
    has_set_to_come = last.kind == REGIONAL == broken
    return bool(broken) and last.number == last.of and not has_set_to_come


def _go_on(game: Game, last: Round) -> None:
    """The second operating round, the end, or the next stock round."""
    if last.number < last.of:
        begin_operating_round(game, Round("operating", last.turn, last.number + 1, last.of))
    elif _is_last(game, last):
        game.end(_BROKEN.get(game.state.bank_broken, "18FB-R67"), "the bank has run out of money")
    elif is_dead(game):
        game.end("18FB-R77", "no company operates and nobody can start one")
    else:
        game.state.round = Round("operating", last.turn, last.number, last.of)
        begin_stock_round(game)


def is_dead(game: Game) -> bool:
    """R77: nothing can ever happen again: no card pays, no company can act, and nobody can buy or start anything."""
    if any(owner in game.players for owner in game.state.privates.values()):
        return False
    if any(
        game.trains(name) or state_of(game, name) is not CompanyState.FROZEN
        for name in game.title.operating.order(game)
    ):
        return False
    turns = [stock.SouthernStockRound(player) for player in game.players]
    return all(next(turn.deals(game), None) is None for turn in turns)


def worth(game: Game, player: str) -> int:
    """4.6 to 4.8: shares at market value, regionals at nominal value, cash; nothing for who is bankrupt."""
    if player in game.state.gone:
        return 0
    total = game.cash(player)
    for company, holders in game.state.certificates.items():
        if player in holders and is_regional(company):
            total += regionals.nominal_value(company)
        elif player in holders and game.is_started(company):
            total += game.price(company) * game.percent(company, player) // SHARE
    return total
