"""The site's own steps of an operating turn: which of them it asks, whatever ours do.

They come in the same order as ours. The site passes over a step where nothing can be done, but looks less closely
than we do: it always asks for track, for tokens in reach of SMS, for runs wherever two places are joined.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ferrovia.engine.finance.certificates import POOL, PRESIDENT
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.steps.dividend import DividendStep
from ferrovia.engine.flow.steps.finance import FinanceStep
from ferrovia.engine.flow.steps.privates import PrivateStep
from ferrovia.engine.flow.steps.run import RunStep
from ferrovia.engine.flow.steps.token import TokenStep
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.engine.flow.steps.trains import TrainStep, bank_trains
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.bonds import BOND, IssueStep, RepayStep, is_out
from ferrovia.titles.t1849.electric_dreams import ETokenStep, e_token_price, has_e_token
from ferrovia.titles.t1849.operating import turn_steps
from ferrovia.titles.t1849.runs import PORTS
from ferrovia.titles.t1849.setup import BONDS, BUY_STATION_TOKENS, ELECTRIC_DREAMS
from ferrovia.titles.t1849.sicily import CNM, GARIBALDI, SMS
from ferrovia.titles.t1849.token_trade import TokenTradeStep
from ferrovia.titles.t1849.variants import waits_for

# The steps that any variant has, in their order.
ORDER = tuple(step.word for step in turn_steps((BUY_STATION_TOKENS, BONDS, ELECTRIC_DREAMS)))
# What the site asks that is no step of ours: whether SMS is to be closed, and money for an emergency.
SMS_CLOSED, EMERGENCY = "sms", "emergency"
INTEREST_DUE: int = components.variant(BONDS)["interest"]

_FINANCE, _TOKEN = FinanceStep(), TokenStep()


class Notes(msgspec.Struct):
    """What must be remembered of a turn to know what the site asks."""

    turn: tuple[str, str] = ("", "")  # the round and the corporation
    sms_answered: bool = False
    repaid: bool = False  # the bond, so that it cannot be issued again
    begun: bool = False  # whether anything was done in it
    without_trains: bool = False  # the site passes over its train step
    buyer: str = ""  # who has just bought a train, and done nothing since

    def look_at(self, game: Game, turn: OperatingTurn) -> None:
        """Begin anew with every turn.

        By a slip of the site the end of AFG's train step is taken for that of the next turn in the round, if the
        earthquake has closed AFG in the purchase that brought it.
        """
        now = (str(game.state.round), turn.corporation)
        if now != self.turn:
            was_stricken = self.buyer == GARIBALDI and not game.is_started(GARIBALDI) and now[0] == self.turn[0]
            self.turn, self.sms_answered, self.repaid, self.begun = now, False, False, False
            self.without_trains = was_stricken
        self.buyer = ""


def passed_over(game: Game) -> tuple[OperatingTurn, str] | None:
    """The turn and the step that our game is about to leave by itself, because nothing can be done in it."""
    turn = game.top
    if not isinstance(turn, OperatingTurn) or not game.title.corporations.is_open(game, turn.corporation):
        return None
    all_steps = game.title.operating.steps_of(game, turn.corporation)
    if turn.at >= len(all_steps) or not all_steps[turn.at].is_idle(game, turn):
        return None
    return turn, all_steps[turn.at].word


def idle_player(game: Game) -> str | None:
    """The player of a stock round whom our game is about to pass over, because nothing can be bought or sold."""
    turn = game.top
    if not isinstance(turn, StockRound) or turn.passes >= len(game.players) or not turn.is_idle(game):
        return None
    return turn.player


def may_sell_half(game: Game, player: str, besides: str = "") -> bool:
    """Whether the site asks a player all the same, to sell half a president's certificate.

    By a slip it lets a president with nothing else sell 10 % of it where the heir has the last certificate alone, which
    cannot be split. Here that is no sale; where the pool has room for both halves, all of it can be sold on both sides.
    """
    turn = game.top
    if isinstance(turn, StockRound) and turn.bought:
        return False
    names = (name for name in game.market_order() if name in game.state.operated and name != besides)
    return any(_heir_cannot_split(game, player, name) for name in names)


def _heir_cannot_split(game: Game, president: str, corporation: str) -> bool:
    sizes, holders = game.sizes(corporation), game.holders(corporation)
    if game.president(corporation) != president or holders.count(president) > 1:
        return False
    held = {player: _percent(sizes, holders, player) for player in game.to_the_left(president)}
    most = max(held.values(), default=0)
    heir = next((player for player, percent in held.items() if percent == most), "")
    has_room = _percent(sizes, holders, POOL) + game.share(corporation) <= game.title.pool_limit
    return most == sizes[PRESIDENT] and holders.count(heir) == 1 and has_room


def _percent(sizes: Sequence[int], holders: Sequence[str], holder: str) -> int:
    return sum(size for size, owner in zip(sizes, holders, strict=True) if owner == holder)


def place(step: str) -> int:
    return ORDER.index(step)


def asks(game: Game, turn: OperatingTurn, step: str, notes: Notes) -> bool:
    """Whether the site would ask the corporation in this step, as the game stands."""
    corporation = turn.corporation
    match step:
        case TrackStep.word | TokenTradeStep.word:
            return True
        case TokenStep.word:
            has_tokens = game.state.tokens[corporation] > 0
            return has_tokens and (turn.power == SMS or not _TOKEN.is_idle(game, turn))
        case RunStep.word:
            return bool(game.trains(corporation)) and _joined(game, corporation, ports=True)
        case DividendStep.word:
            return turn.revenue > 0
        case ETokenStep.word:
            price = e_token_price(game)
            return price is not None and not has_e_token(game, corporation) and game.cash(corporation) >= price
        case TrainStep.word:
            return not notes.without_trains and (must_buy(game, corporation) or _can_buy(game, corporation))
        case FinanceStep.word:
            return corporation in game.state.operated and not _FINANCE.is_idle(game, turn)
        case RepayStep.word:
            return is_out(game, corporation) and game.cash(corporation) >= BOND
        case IssueStep.word:
            return not waits_for(game, BONDS) and not is_out(game, corporation) and not notes.repaid
        case PrivateStep.word:
            return _sees_privates(game, corporation)
    return False


def asks_about_sms(game: Game, turn: OperatingTurn, step: str, notes: Notes) -> bool:
    """Whether the site asks first whether SMS is to be closed: once, before track."""
    return step == TrackStep.word and not notes.sms_answered and game.state.privates.get(SMS) == turn.corporation


def must_buy(game: Game, corporation: str) -> bool:
    """The site's duty to own a train asks only for two joined places that are no ports."""
    return not game.trains(corporation) and bool(bank_trains(game)) and _joined(game, corporation, ports=False)


def debt(game: Game, turn: OperatingTurn) -> bool:
    """Whether the president has to pay part of the interest, which is an action there."""
    return is_out(game, turn.corporation) and game.cash(turn.corporation) < INTEREST_DUE


def _joined(game: Game, corporation: str, ports: bool) -> bool:
    """Whether track joins a station of the corporation to another place."""
    return any(
        ports or segment.end not in PORTS
        for station in game.state.stations[corporation]
        for segment in game.layout.segments(station)
    )


def _can_buy(game: Game, corporation: str) -> bool:
    """Whether there is room for a train and money for the cheapest, of whoever has one, be it never sold."""
    limit = game.phase.train_limit
    if limit is not None and len(game.trains(corporation)) >= limit:
        return False
    prices = [game.title.box.trains[train].cost for train, _ in bank_trains(game)]
    if any(
        held for owner, held in game.state.trains.items() if owner in game.state.certificates and owner != corporation
    ):
        prices.append(1)
    return bool(prices) and game.cash(corporation) >= min(prices)


def _sees_privates(game: Game, corporation: str) -> bool:
    """Whether a private company could be bought, or CNM still be used."""
    if game.state.privates.get(CNM) == corporation:
        return True
    return (
        game.phase.corporations_buy_privates
        and game.cash(corporation) > 0
        and any(
            owner in game.state.seats and game.title.privates.prices(game, corporation, private) is not None
            for private, owner in game.state.privates.items()
        )
    )
