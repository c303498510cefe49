"""3.5.11: players who are bankrupt, and companies that close."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import POOL, PRESIDENT, ordinary
from ferrovia.engine.flow.closing import wind_up
from ferrovia.engine.flow.events import CorporationClosed, DebtPaid, StockPooled, WentBankrupt
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.shares import inherit_presidency
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.saying.message import term
from ferrovia.titles.t18fb import concessions
from ferrovia.titles.t18fb.events import CardPooled, InvestmentPooled, LeftByBankruptcy
from ferrovia.titles.t18fb.south import is_bourbon_age, is_regional, keep, south


def bankrupt(game: Game, company: str, player: str) -> None:
    """The player is out; the money raised stays with the company (R48), whose purchase a successor takes over."""
    game.tell(WentBankrupt(player))
    game.tell(LeftByBankruptcy(player=player, age="before" if is_bourbon_age(game) else "after"))
    state = game.state
    if game.cash(player):
        game.tell(DebtPaid(player=player, amount=game.cash(player), payee=company))
    game.pay(player, company, game.cash(player))
    presided = [name for name in state.certificates if game.president(name) == player and not is_regional(name)]
    for name, holders in state.certificates.items():
        for number, holder in enumerate(holders):
            if holder == player and (number != PRESIDENT or is_regional(name)):
                game.hand_over(name, number, POOL)
    game.tell(StockPooled(player))
    for card, owner in tuple(state.privates.items()):
        if owner == player:
            game.give_private(card, BANK)
            game.tell(CardPooled(card=card))
    keep(game, bankrupt=(*south(game).bankrupt, player))
    game.leave(player)
    for name, concession in south(game).concessions.items():
        if concession.owner == player:
            concessions.withdraw(game, name)
    for name in presided:
        if not inherit_presidency(game, name, player):
            close(game, name)
    turn = game.find(OperatingTurn)
    if turn is not None and game.title.corporations.is_open(game, turn.corporation):
        turn.note(game, emergency=True)  # R91: whoever takes over completes the purchase
    if len(game.players) == 1:
        game.end("18FB-R76", term("one player is left"))


def close(game: Game, company: str) -> None:
    """3.5.11.8 to 10: shares are lost, trains go to the pool, tokens leave the map, slots open (R16)."""
    game.tell(CorporationClosed(company))
    state, own = game.state, south(game)
    wind_up(game, company)
    for other in state.certificates:
        percent = game.percent(other, company)
        if other != company and percent:
            for number in ordinary(game.holders(other), company):
                game.hand_over(other, number, POOL)
            game.tell(InvestmentPooled(company=company, percent=percent, other=other))
    retire(game, company)
    concession = own.concessions.get(company)
    if concession is not None:
        concessions.forfeit(game, company)
    keep(
        game,
        closed=(*own.closed, company),
        leases={name: owed for name, owed in own.leases.items() if name != company},
        concessions={name: concession for name, concession in own.concessions.items() if name != company},
    )
    game.title.track.changed(game)


def retire(game: Game, company: str) -> None:
    """A company leaves the game: no price, no certificates, no tokens."""
    own = south(game)
    game.retire(company, OUT, 0)
    keep(
        game,
        gone=(*own.gone, company),
        markers={name: count for name, count in own.markers.items() if name != company},
        earned=tuple(name for name in own.earned if name != company),
        waiting=tuple(name for name in own.waiting if name != company),
    )
