"""What an experienced player of a title knows beyond its rules. It estimates, and decides no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import Message
from ferrovia.titles.first_sight import FirstSight
from ferrovia.titles.surveying import Line

LEAST_ROUNDS, MOST_ROUNDS = 2.0, 12.0
SLOW_START = 150  # at least so much is paid in a round before long
FIRST_RUN = 40  # what trains earn that have no route yet: it comes
NEW_COMPANY, IDLE_COMPANY = 50, 10  # what one earns before it has run, and one that has lost its trains
RISES, DRIFTS, FALLS = 0.045, 0.012, -0.024  # the price of those that earn as much, more than half of it, or less
RESERVED_SHARES = 4
FIRST_TILES = 20  # what a corporation spends before its first train
MOST_SHARES = 6  # a founder who would have to buy more starts at another time
BEFORE_CLOSING = 2  # so many operating rounds of a private company are worth paying for: money is dear at first


class Verdict(NamedTuple):
    """What an action is worth in money, more or less; to do nothing is worth nothing."""

    money: float
    why: Message


class PlannedLine(NamedTuple):
    """A line that a corporation means to build, and what it brings when it is done."""

    line: Line
    prize: int
    why: Message


class Judgement:
    """What is read off the table in most titles; each says what is special to it."""

    first_sight = FirstSight()  # for players who reckon nothing

    resale = 0.7  # how much of what a private company would bring at an auction it is worth to its owner
    first_run = 40  # what a corporation will earn at least that has only begun to build
    growth = 0.0  # the part by which runs grow from round to round, as the map is built and cities rise
    rounds_of_track = 5  # operating rounds for which better track is counted
    rounds_of_token = 6
    rounds_of_place = 0.0  # for which places count that track has come near to; 0 where nobody looks at that
    runs_saved = 3  # so many runs are kept back for a train that must be bought, if they pay for it
    funding_others = 0  # against stock whose price goes into the treasury of a rival
    founding = 90  # what it is worth to start a corporation, before all that speaks against it
    first_train_lasts = 0.0  # for so many operating rounds the first train of a new corporation should run
    spent_on_trains = 250  # what all corporations together spend on trains in an operating round
    doubt = 0.0  # by so much for each operating round to come an estimate may be wrong
    at_hand = 0.0  # the part of what lies in their treasuries that they spend before that

    def rounds_left(self, game: Game) -> float:
        """About how many operating rounds are still to come: as many as the bank can pay for."""
        paid = max(SLOW_START, sum(game.state.earnings.values()))
        return max(LEAST_ROUNDS, min(MOST_ROUNDS, max(0, game.cash(BANK)) / paid))

    def is_foreseeable(self, game: Game) -> bool:
        """Whether it can be told what stock will be worth so well that lines beyond a turn are better than habit."""
        return True

    def runs_trains(self, game: Game, corporation: str) -> bool:
        """Whether trains would earn anything for a corporation as it stands."""
        return True

    def expected(self, game: Game, corporation: str) -> int:
        """What a corporation is going to earn in an operating round."""
        if game.trains(corporation):
            return game.title.runs.best(game, corporation).revenue or FIRST_RUN
        return IDLE_COMPANY if corporation in game.state.operated else NEW_COMPANY

    def rise(self, earned: float, price: int) -> float:
        """By what part of itself a price rises in a round, with what the corporation earns."""
        return RISES if earned >= price else DRIFTS if earned >= 0.6 * price else FALLS

    def network(self, game: Game, corporation: str) -> int | None:
        """What the network of a corporation is worth in a round, where its trains are no measure of it."""
        return None

    def lines(self, game: Game, corporation: str) -> Sequence[PlannedLine]:
        """The lines that a corporation plans to build."""
        return ()

    def grown(self, game: Game, corporation: str) -> float:
        """What a corporation will earn once it has made use of all that it reaches; 0 where nobody knows."""
        return 0

    def prospect(self, game: Game, corporation: str) -> float:
        """What a line that is not yet finished promises all shares of its corporation together, or takes from them."""
        return 0

    def claims(self, game: Game, player: str) -> float:
        """What a player has besides cash, private companies and stock with a price."""
        return 0

    def opening(self, game: Game, corporation: str) -> float:
        """In about how many operating rounds trains will earn for a corporation that has no use for them yet."""
        return 0

    def to_raise(self, game: Game, corporation: str) -> float:
        """What a corporation may still hope to get for its stock before it has to buy a train."""
        return 0

    def private_worth(self, game: Game, player: str, private: str) -> int:
        """What a private company, or whatever else is auctioned, is worth to a player."""
        card = game.title.box.privates[private]
        return card.face_value + BEFORE_CLOSING * card.revenue

    def reserve(self, game: Game, private: str) -> int:
        """What a player should keep for a corporation of their own who buys a private company."""
        return RESERVED_SHARES * min(game.phase.start_values, default=0)

    def may_found_another(self, game: Game, corporation: str) -> bool:
        """Whether a corporation stands well enough for its president to start another."""
        return True

    def shares_to_start(self, game: Game, corporation: str, price: int, next_train: int) -> int | None:
        """How many shares a founder must pay for at a par before the first train can be bought; None: too many."""
        money = next_train + game.corporation(corporation).token_fee + FIRST_TILES
        shares = max(2, -(-money // price))
        return shares if shares <= MOST_SHARES else None

    def worth(self, game: Game, player: str, corporation: str, action: Action) -> Verdict | None:
        """What an action is worth that only this title knows, or knows better; None leaves it to the usual view."""
        return None

    def priced(self, game: Game, player: str, corporation: str, span: Range) -> tuple[int, Verdict] | None:
        """The same for a choice with a price to name, and the price."""
        return None
