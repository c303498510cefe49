"""What an experienced player of 1849 knows: what RSA brings, ports, bonds and E tokens."""

from __future__ import annotations

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.flow.actions import Action, Exchange, Pass, PlaceToken, UsePrivate
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.saying.message import Message
from ferrovia.titles.judgement import Judgement, Verdict
from ferrovia.titles.t1849.actions import BuyEToken, BuyToken, IssueBond, LeaveGame, RepayBond, TakeLoan
from ferrovia.titles.t1849.bonds import BOND
from ferrovia.titles.t1849.corporations import PRESIDENTS_SHARES, RSA_VALUES
from ferrovia.titles.t1849.electric_dreams import E_TRAIN, e_token_price
from ferrovia.titles.t1849.first_sight import SicilianFirstSight
from ferrovia.titles.t1849.sicily import CNM, RSA, SMS, keep

ROUNDS_OF_PORT = 5  # operating rounds for which the port is counted, and a token on the coast
RISE, MOST = 0.06, 0.2  # a price rises by such a part in a round for one that earns it once, and at most
FORESEEN_FROM = 3  # the turn of the game from which estimates tell something
LANDING = 1000  # for the token that SMS was used for
TILE_FORGONE = 30  # what the tile would have brought which is not laid


class SicilianJudgement(Judgement):
    """1849: the first train before the first tile, and 377 as an aim."""

    first_sight = SicilianFirstSight()

    first_run = 60
    growth = 0.12
    rounds_of_track = rounds_of_token = 9
    rounds_of_place = 3.0
    runs_saved = 1  # who pays nothing falls behind
    funding_others = 60
    founding = 240  # its stock rises from the start
    first_train_lasts = 4.0
    at_hand = 0.3
    doubt = 4.0

    def is_foreseeable(self, game: Game) -> bool:
        """Until stock has been traded twice, estimates of who is ahead say next to nothing about who wins, as games of
        three keen have shown.
        """
        return game.state.round.turn >= FORESEEN_FROM

    def rise(self, earned: float, price: int) -> float:
        """A price rises with every dividend of at least as much (10.5.3), and so for longer the lower it is."""
        return min(MOST, RISE * earned / max(price, 1))

    def private_worth(self, game: Game, player: str, private: str) -> int:
        """With RSA comes the presidency of the first corporation, paid by the bank (8.1); once that has its train, RSA
        is gone.
        """
        worth = super().private_worth(game, player, private)
        if private != RSA:
            return worth
        if game.state.privates.get(RSA, BANK) != BANK:
            return game.title.box.privates[RSA].revenue
        return max(worth, PRESIDENTS_SHARES * max(RSA_VALUES))

    def reserve(self, game: Game, private: str) -> int:
        """RSA brings a corporation, but no train."""
        return max(RSA_VALUES) if private == RSA else super().reserve(game, private)

    def may_found_another(self, game: Game, corporation: str) -> bool:
        """Track is dear: a player with a company that has no run has no money for a second."""
        return game.state.earnings.get(corporation, 0) > 0

    def worth(self, game: Game, player: str, corporation: str, action: Action) -> Verdict | None:
        match action:
            case UsePrivate(private=private, hex=hex_id) if private == CNM:
                return self._port(game, corporation, hex_id)
            case UsePrivate(private=private) if private == SMS:
                return self._by_sea(game, corporation, action)
            case Pass() if _is_landing(game):
                return Verdict(LANDING, Message("SMS was used for the token."))
            case Exchange(certificates=certificates):
                return Verdict(len(certificates), Message("Single shares are easier to sell."))
            case IssueBond():
                return self._bond(game, corporation)
            case RepayBond():
                has_spare = game.cash(corporation) >= BOND + _dearest_on_sale(game)
                text = "{corporation} can spare the money, and a bond lowers its shares."
                return Verdict(5 if has_spare else -5, Message(text, corporation=corporation))
            case BuyEToken():
                return self._e_token(game, corporation)
            case TakeLoan():
                return Verdict(1, Message("A player who leaves the game cannot win it."))
            case LeaveGame():
                return Verdict(-100_000, Message("A player who leaves the game cannot win it."))
        return None

    def _port(self, game: Game, corporation: str, hex_id: str) -> Verdict:
        """7.1: the bonus is good where a route of the corporation ends."""
        after = game.fork()
        keep(after, port=hex_id, port_owner=corporation)
        runs = game.title.runs
        gain = runs.best(after, corporation).revenue - runs.best(game, corporation).revenue
        place = game.title.box.board.place(hex_id)
        text = "The port of {hex} would earn {corporation} {gain:money} more each round."
        why = Message(text, hex=place, corporation=corporation, gain=gain)
        return Verdict(ROUNDS_OF_PORT * gain if gain else -1, why)

    def _by_sea(self, game: Game, corporation: str, action: Action) -> Verdict:
        """7.1: a token where trains of the corporation could run, though no route leads there; the tile is forgone."""
        runs = game.title.runs
        landed = game.fork()
        landed.apply(action)
        if _is_landing(landed):
            landed.apply(Pass())
        gains = {"": 0}
        for choice in landed.decision.choices:
            if isinstance(choice, PlaceToken):
                after = landed.fork()
                after.place_token(corporation, stop_id(choice.hex, choice.city))
                gains[choice.hex] = runs.best(after, corporation).revenue - runs.best(game, corporation).revenue
        hex_id = max(gains, key=lambda hex_id: gains[hex_id])
        money = ROUNDS_OF_PORT * gains[hex_id] - TILE_FORGONE
        if money <= 0:
            return Verdict(-1, Message("A city without a route to it does not pay."))
        text = "By sea {corporation} comes to {hex}, and would earn {gain:money} more each round."
        place = game.title.box.board.place(hex_id)
        return Verdict(money, Message(text, hex=place, corporation=corporation, gain=gains[hex_id]))

    def _bond(self, game: Game, corporation: str) -> Verdict:
        price, cash = _dearest_on_sale(game), game.cash(corporation)
        is_enough = not game.trains(corporation) and cash < price <= cash + BOND
        text = "The bond of {corporation} pays for its train."
        return Verdict(12 if is_enough else -5, Message(text, corporation=corporation))

    def _e_token(self, game: Game, corporation: str) -> Verdict:
        """14.3: good for those who can pay for the train too."""
        limit, cost = game.phase.train_limit, game.title.box.trains[E_TRAIN].cost
        has_room = limit is None or game.trains_in_limit(corporation) < limit
        is_payable = has_room and game.cash(corporation) >= cost + (e_token_price(game) or 0)
        text = "{corporation} can pay for an E train too."
        return Verdict(12 if is_payable else -5, Message(text, corporation=corporation))

    def priced(self, game: Game, player: str, corporation: str, span: Range) -> tuple[int, Verdict] | None:
        if isinstance(span.action, BuyToken):
            return span.low, Verdict(-5, Message("The space is worth more to its owner."))
        return None


def _is_landing(game: Game) -> bool:
    """Whether SMS was used and a tile might be laid: it would bind the token to its hex."""
    turn = game.top
    return isinstance(turn, OperatingTurn) and turn.power == SMS and turn.step_id(game) == TrackStep.id


def _dearest_on_sale(game: Game) -> int:
    return max((game.title.box.trains[train].cost for train in game.title.trains.on_sale(game)), default=0)


JUDGEMENT = SicilianJudgement()
