"""Sections 5.8 and 6.8.6: corporations that close, and players who go bankrupt."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT
from ferrovia.engine.flow.closing import wind_up
from ferrovia.engine.flow.events import CorporationClosed, DebtPaid, StockPooled, WentBankrupt
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.shares import inherit_presidency
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term
from ferrovia.titles.t1883.concessions import are_withdrawn
from ferrovia.titles.t1883.cooperative import freeze, leader_leaves
from ferrovia.titles.t1883.emilia import CCFR, GRAVITY, Concession, emilia, is_cooperative, keep
from ferrovia.titles.t1883.events import GravityReturned
from ferrovia.titles.t1883.privates import CNP, place_sv_share


def close(game: Game, corporation: str) -> None:
    """5.8: it leaves play at once; it may be launched again from the next stock round on."""
    if corporation == CCFR and is_cooperative(game):
        freeze(game, to_offers=True)  # R44
        return
    game.tell(CorporationClosed(corporation=corporation))
    own = emilia(game)
    owned = game.state.privates
    for _ in range(game.trains(corporation).count(GRAVITY)):
        game.give_train(GRAVITY, corporation, BANK)
        game.tell(GravityReturned(corporation))
    wind_up(game, corporation)
    if owned.get(CNP) == corporation:
        place_sv_share(game, closing=corporation)  # 1883-5.8.4
    tokens = game.state.tokens[corporation] + len(game.state.stations[corporation])
    game.retire(corporation, OFFER, tokens)
    concessions = {
        name: Concession() if concession.owner == corporation else concession
        for name, concession in own.concessions.items()
    }
    if are_withdrawn(game):  # 1883-5.6.3.1: none is for sale any more
        concessions = {name: concession for name, concession in concessions.items() if concession.owner}
    keep(
        game,
        concessions=concessions,
        anchors={name: left for name, left in own.anchors.items() if name != corporation},
        ports=tuple(port for port in own.ports if port[1] != corporation),
        waiting=(*own.waiting, corporation),
        coaches=() if corporation == "SARSA" else own.coaches,
        coaching=own.coaching and corporation != "SARSA",
    )
    game.title.track.changed(game)


def bankrupt(game: Game, corporation: str, player: str) -> None:
    """6.8.6: the player is out, the corporation that waited for the money closes, other presidencies pass on."""
    game.tell(WentBankrupt(player))
    state = game.state
    presided = [name for name, holders in state.certificates.items() if holders[PRESIDENT] == player]
    heirs = game.to_the_left(player)
    for name, holders in state.certificates.items():
        for number, holder in enumerate(holders):
            if holder == player and number != PRESIDENT:
                game.hand_over(name, number, POOL)
    game.tell(StockPooled(player))
    if game.cash(player):
        game.tell(DebtPaid(player=player, amount=game.cash(player), payee=BANK))
    game.pay(player, BANK, game.cash(player))
    own = emilia(game)
    keep(game, support={**own.support, player: 0}, bankrupt=(*own.bankrupt, player))
    owned = [private for private, owner in game.state.privates.items() if owner == player]
    for private in owned:
        game.close_private(private)
    game.leave(player)
    leader_leaves(game, player, heirs)
    for name in presided:
        if name != corporation and not inherit_presidency(game, name, player):
            close(game, name)
    if corporation and game.is_started(corporation):
        close(game, corporation)
    if CNP in owned:
        place_sv_share(game)  # R34
    if len(game.players) == 1:
        game.end("1883-9.0.6", term("one player is left"))
