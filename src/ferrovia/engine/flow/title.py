"""What a title brings: its components, and answers to the questions on which titles differ.

Each hook has the answer that most 18xx give; a title overrides the ones where its rulebook says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ferrovia.engine.board import routes
from ferrovia.engine.board.board import Board
from ferrovia.engine.board.route_counts import count
from ferrovia.engine.board.routes import Route, Runner, Runs
from ferrovia.engine.finance.certificates import POOL, PRESIDENT, top
from ferrovia.engine.finance.market import Cell, Market, Step
from ferrovia.engine.flow.actions import Action, BuyPrivate, UsePrivate
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Corporation, Phase, Private, Settings, Train
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK, State

if TYPE_CHECKING:
    from ferrovia.engine.flow.actions import Start
    from ferrovia.engine.flow.decision import Choice, Interjection
    from ferrovia.engine.flow.game import Game
    from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
    from ferrovia.engine.flow.sheets import Box


AGAIN = "again: "


class Title:
    """A game of this engine."""

    name: str
    full_name: str
    place: str
    note: str = ""  # what players should know about the edition, such as parts that had to be rebuilt
    currency: str
    player_counts: tuple[int, ...]
    options: Mapping[str, str]
    board: Board
    market: Market
    corporations: Mapping[str, Corporation]
    privates: Mapping[str, Private]
    trains: Mapping[str, Train]
    phases: Mapping[str, Phase]
    bank_size: int
    player_limit: int  # the most per cent of one corporation a player may hold
    pool_limit: int  # the most per cent of one corporation the bank pool may hold
    citations: Mapping[str, str]  # words of the engine -> clauses of this title
    # What is worth counting over many games: its name -> the text of the event that tells of it, as it is written in
    # the rules ("{corporation} closes.") or as it reads ("Event: Flooding."); after AGAIN, what happens once more to
    # the same corporation.
    happenings: Mapping[str, str] = {}
    frames: Sequence[type[Any]]
    own_type: type[Any]
    steps: Sequence[TurnStep]  # of an operating turn, in order

    def __init__(self, box: Box) -> None:
        game = box.sheet("game")
        self.full_name = game["full_title"]
        self.currency = game["currency"]
        self.bank_size = game["bank"]
        self.player_counts = tuple(game["players"])
        self.player_limit = game["stock_round"]["player_limit"]
        self.pool_limit = game["stock_round"]["pool_limit"]
        self.board = box.board
        self.market = box.market
        self.corporations = box.corporations
        self.privates = box.privates
        self.trains = box.trains
        self.phases = box.phases

    def set_up(self, settings: Settings, chance: Chance) -> State:
        """The state before the first decision."""
        raise NotImplementedError

    endless_trains: frozenset[str] = frozenset()  # classes of which the bank never runs out

    def train_roster(self, game: Game) -> tuple[str, ...]:
        """Every train card of this game."""
        raise NotImplementedError

    def money_elsewhere(self, game: Game) -> int:
        """Money that is in no purse."""
        return 0

    def has_president(self, game: Game, corporation: str) -> bool:
        """Whether a started corporation must have a president now."""
        return True

    def certificate_places(self, game: Game, corporation: str) -> frozenset[str]:
        """Where certificates of a corporation may be while it is not started."""
        return frozenset({corporation})

    def lost_tokens(self, game: Game, corporation: str) -> int:
        """Station tokens of a corporation that have left the game."""
        return 0

    def lost_tiles(self, game: Game, tile: str) -> int:
        """Tiles of a kind that have left the game."""
        return 0

    def may_be_crowded(self, game: Game, stop: str) -> bool:
        """Whether a stop may hold more station tokens than it shows spaces."""
        return False

    def clause(self, game: Game, refusal: Refusal) -> str:
        """The clause behind a word of the engine; a title may cite one in a single step ("turn.stock")."""
        word = refusal.rule
        in_step = "" if game.over else f"{word}.{game.top.step(game)}"
        return self.citations.get(in_step) or self.citations.get(word, word)

    def action_refusal(self, game: Game, action: Action) -> Refusal | None:
        """Why an action has no place in this game, or not now, whatever the step at hand would say to it."""
        return None

    def settle(self, game: Game) -> None:
        """See to what happens by itself as soon as it can, whatever made it possible."""

    def certificate_limit(self, game: Game) -> int:
        raise NotImplementedError

    def uncounted_certificates(self, game: Game, player: str) -> int:
        """Certificates of a player that the limit does not count."""
        return 0

    # The auction

    def private_sold(self, game: Game, private: str, player: str) -> None:
        """A private company has found its first owner."""

    def pay_private_revenue(self, game: Game) -> None:
        """The bank pays the owners of private companies."""
        for name, owner in game.state.privates.items():
            if owner != BANK and self.privates[name].revenue:
                game.pay(BANK, owner, self.privates[name].revenue)
                game.log(
                    "{owner} receives {amount} from {private}.",
                    owner=owner,
                    amount=self.privates[name].revenue,
                    private=name,
                )

    def auction_over(self, game: Game) -> None:
        raise NotImplementedError

    def auction_stalled(self, game: Game) -> None:
        """Nobody buys, and the bank has run out of money for the owners of what was sold."""
        raise NotImplementedError

    # Stock rounds

    def may_start(self, game: Game) -> Iterable[str]:
        """The corporations that can be started now."""
        raise NotImplementedError

    def start_refusal(self, game: Game, player: str, action: Start) -> Refusal | None:
        raise NotImplementedError

    def start(self, game: Game, player: str, action: Start) -> None:
        """Open the corporation for its new president."""
        raise NotImplementedError

    def certificates_at_start(self) -> int:
        """How many certificates may be added to the president's one in the same turn."""
        return 0

    def president(self, game: Game, corporation: str) -> str:
        """The player who decides for a corporation."""
        return game.holders(corporation)[PRESIDENT]

    def takeover_margin(self, game: Game) -> int:
        """By how many per cent somebody must exceed the president's holding to become president."""
        return 1

    def presidency_changed(self, game: Game, corporation: str, outgoing: str) -> None:
        """A corporation has a new president."""

    def next_certificate(self, game: Game, corporation: str, place: str) -> int | None:
        """The certificate of a corporation that is next to be bought from a place."""
        return top(game.holders(corporation), place)

    def stock_payee(self, game: Game, corporation: str, place: str) -> str:
        """Who gets the money for a certificate that is bought from a place."""
        return BANK if place == POOL else corporation

    def stock_bought(self, game: Game, corporation: str) -> None:
        """A certificate was bought."""

    def stock_sources(self) -> tuple[str, ...]:
        """Where players may buy stock."""
        return ("treasury", "pool")

    def share_price(self, game: Game, corporation: str, source: str) -> int:
        """What a share costs that is bought from a place."""
        return game.price(corporation)

    def sells_after_buying(self) -> bool:
        """Whether a player who has bought may still sell in the same turn, if they sold nothing before."""
        return False

    def sells_after_extra(self, action: Action) -> bool:
        """Whether that holds too when the purchase was something else than stock."""
        return self.sells_after_buying()

    stock_extra_actions: tuple[type[Action], ...] = ()

    def stock_extras(self, game: Game, player: str) -> Iterable[Choice]:
        """What else a player may do as the one purchase of a stock turn."""
        return ()

    def stock_extra_refusal(self, game: Game, player: str, action: Action) -> Refusal | None:
        raise NotImplementedError

    def stock_extra(self, game: Game, player: str, action: Action) -> None:
        raise NotImplementedError

    def sale_refusal(self, game: Game, seller: str, corporation: str) -> Refusal | None:
        """Why no stock of a started corporation can be sold for now; most titles wait until it has operated."""
        if corporation in game.state.operated:
            return None
        text = "{corporation} has not operated yet, so its stock cannot be sold."
        return Refusal("sell.unoperated", text, corporation=corporation)

    def purchase_refusal(self, game: Game, buyer: str, corporation: str, source: str) -> Refusal | None:
        """Why stock of a corporation cannot be bought for now, besides what holds for all."""
        return None

    def deal_refusal(self, game: Game, player: str, action: Action) -> Refusal | None:
        """Why a player may not make a deal in a stock round that is legal by itself."""
        return None

    def stock_pass_refusal(self, game: Game, player: str) -> Refusal | None:
        """Why a player may not pass in a stock round, besides holding too many certificates."""
        return None

    # Operating rounds

    def is_open(self, game: Game, corporation: str) -> bool:
        """Whether a corporation is in business; in most titles that is to have a price."""
        return game.is_started(corporation)

    def steps_of(self, game: Game, corporation: str) -> Sequence[TurnStep]:
        """The steps of a corporation's turn."""
        return self.steps

    def token_cost(self, game: Game, corporation: str) -> int:
        """What placing the next station token costs."""
        return 0

    def dividend_goes_to(self, game: Game, corporation: str, holder: str) -> str | None:
        """Who gets the dividend on stock that somebody holds; None: the bank keeps it."""
        return None if holder == POOL else holder

    def counts_for_limit(self, train: str) -> bool:
        """Whether a train of this class counts against the train limit."""
        return True

    def train_refusal(self, game: Game, buyer: str, train: str, source: str) -> Refusal | None:
        """Why a corporation may not buy a train for now, besides price, limit and order."""
        return None

    power_actions: tuple[type[Action], ...] = (BuyPrivate, UsePrivate)

    def powers(self, game: Game, turn: OperatingTurn) -> Iterable[Choice]:
        """What the operating corporation may do at any moment of its turn."""
        return ()

    def power_refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        raise NotImplementedError

    def use_power(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        raise NotImplementedError

    def private_prices(self, game: Game, corporation: str, private: str) -> tuple[int, int] | None:
        """The least and the most a corporation may pay a player for a private company now."""
        return self.privates[private].corporation_price if game.phase.corporations_buy_privates else None

    def route_starts(self, game: Game, corporation: str) -> tuple[str, ...]:
        """The stops from which a corporation's routes may start."""
        return game.state.stations[corporation]

    def closed_stops(self, game: Game, corporation: str) -> frozenset[str]:
        """The stops through which no route of a corporation may pass: those full of others' tokens."""
        return game.full_stops(corporation)

    def runner(self, game: Game, corporation: str, train: str) -> Runner:
        """How a train runs for a corporation now."""
        raise NotImplementedError

    def uncounted_stops(self, game: Game) -> frozenset[str]:
        """Stops that do not count towards the two a train must join."""
        return frozenset()

    def best_runs(self, game: Game, corporation: str, seconds: float | None = None) -> Runs:
        """The best runs of a corporation's trains as things stand."""
        return routes.best_runs(
            game.layout,
            [self.runner(game, corporation, train) for train in game.trains(corporation)],
            game.state.stations[corporation],
            game.closed_to(corporation),
            uncounted=self.uncounted_stops(game),
            seconds=seconds,
        )

    def how_counted(self, game: Game, corporation: str, route: Route) -> str:
        """How the length of one of the best runs was counted, in words; nothing for a train without limit."""
        runner = self.runner(game, corporation, route.train)
        counted = count(game.layout, runner, route.hexes)
        if counted.length == route.length:
            return str(counted)
        # A route that takes another railway's line is not all track: what is not stops is the line.
        stops = sum(runner.visit_cost(stop) for stop in route.stops)
        return f"stops {stops}, line {route.length - stops}"

    def chancy_routes(self, game: Game, corporation: str) -> Sequence[tuple[Route, int]]:
        """Routes besides the best runs that earn only if the dice allow, each with its chance in per cent."""
        return ()

    def counts_any_run(self, game: Game) -> bool:
        """Whether a run below the best is taken as shown."""
        return game.settings.runs_as_shown

    def meets_duty(self, train: str) -> bool:
        """Whether a train of this class is one that a corporation must own."""
        return True

    def must_own_train(self, game: Game, corporation: str) -> bool:
        raise NotImplementedError

    upgrades_cost: bool = False  # whether terrain is paid for again when a tile is replaced

    def terrain_cost(self, game: Game, corporation: str, hex_id: str, gauges: Iterable[int]) -> int:
        """What it costs to add track of these gauges to a hex."""
        return self.board.hexes[hex_id].cost

    def hex_refusal(self, game: Game, corporation: str, hex_id: str) -> Refusal | None:
        """Why no tile may be laid on a hex for now, besides what the board says."""
        return None

    def reserved(self, game: Game, stop: str) -> tuple[str, ...]:
        """The corporations for which a stop keeps a space free."""
        return ()

    def trains_on_sale(self, game: Game) -> tuple[str, ...]:
        """The classes the bank sells now."""
        raise NotImplementedError

    def operating_order(self, game: Game) -> Sequence[str]:
        """The corporations that operate, in the order of their turns as things stand."""
        return game.market_order()

    def one_token_per_hex(self) -> bool:
        """Whether a corporation may have only one token on a hex; otherwise one in each city."""
        return True

    # At any moment

    interjection_actions: tuple[type[Action], ...] = ()

    def interjections(self, game: Game) -> Sequence[Interjection]:
        """What players may do at any moment of the game, whoever's turn it is."""
        return ()

    def interjection_refusal(self, game: Game, action: Action, by: str | None) -> Refusal | None:
        """Why something that players may do at any moment cannot be done now; None for all other actions."""
        return None

    def interject(self, game: Game, player: str, action: Action) -> None:
        raise NotImplementedError

    # Moments

    def moved(self, game: Game, cell: Cell, step: Step, times: int) -> Cell:
        """Where a token comes to stand that moves some spaces."""
        barred = self.barred_cells(game)
        for _ in range(times):
            cell = self.market.moved(cell, step, barred)
        return cell

    def barred_cells(self, game: Game) -> frozenset[Cell]:
        """Market spaces that no token may enter yet."""
        return frozenset()

    def price_entered(self, game: Game, corporation: str, cell: Cell) -> None:
        """A token has come to a new space."""

    def map_changed(self, game: Game) -> None:
        """A tile or a token was placed or taken away."""

    def train_bought(self, game: Game, corporation: str) -> None:
        """A corporation has got a train, from wherever."""

    def token_bought(self, game: Game, corporation: str) -> None:
        """A corporation has put its token in the place of one that it bought."""

    def phase_event(self, game: Game, event: str) -> None:
        raise NotImplementedError

    def sells_in_vain(self) -> bool:
        """Whether a president sells all they can even when it cannot suffice."""
        return True

    def president_must_stay(self) -> bool:
        """Whether a president who raises money for a corporation may sell only so much of it as to remain its
        president."""
        return True

    def bankrupt(self, game: Game, corporation: str, player: str) -> None:
        """The president could not raise the money for a train that must be bought."""
        raise NotImplementedError

    def stock_round_over(self, game: Game) -> None:
        raise NotImplementedError

    def turn_begins(self, game: Game, corporation: str) -> None:
        """A corporation's operating turn is about to begin."""

    def turn_over(self, game: Game, corporation: str) -> None:
        """A corporation's operating turn has ended."""

    def operating_round_over(self, game: Game) -> None:
        raise NotImplementedError

    # What is seen

    def words(self, game: Game, action: Action) -> str | None:
        """A legal action of this moment in words, where only the title can tell what it means or costs."""
        return None

    def caution(self, game: Game, action: Action) -> str:
        """What a legal action of this moment sets off beyond what its words tell, as the end of a sentence."""
        return ""

    def warnings(self, game: Game, player: str) -> Iterable[str]:
        """What a player should know before choosing, because others could bring it about."""
        return ()

    def goals(self, game: Game, corporation: str) -> frozenset[str]:
        """The hexes a corporation is bound to reach, for players who plan its track."""
        return frozenset()

    def spaces(self, game: Game, stop: str) -> tuple[str, ...]:
        """The token spaces of a stop as the table sees them: for whom each is kept, nothing for an open one."""
        kept = self.reserved(game, stop)
        return (*kept, *("",) * (game.layout.stop(stop).slots - len(kept)))

    def map_marks(self, game: Game) -> Iterable[tuple[str, str, str]]:
        """What lies on hexes besides tiles and station tokens: the hex, what it is, and whose."""
        return ()

    def own_view(self, game: Game, viewer: str | None) -> dict[str, Any]:
        """What only this title keeps, as a player sees it; None is a bystander. Hidden cards are left out here."""
        facts: dict[str, Any] = msgspec.to_builtins(msgspec.structs.asdict(game.state.own))
        return facts

    # The end

    def worth(self, game: Game, player: str) -> int:
        """What a player is worth now, as the end would count it."""
        raise NotImplementedError
