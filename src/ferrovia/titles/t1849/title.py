"""1849 put together: its components, its steps, and where its rulebook answers differently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ferrovia.engine.board.routes import Runner, can_run
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import Action, BuyPrivate, Start, UsePrivate
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.common import COMMON_FRAMES
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.events import COMMON_EVENTS
from ferrovia.engine.flow.facets.audit import Audit
from ferrovia.engine.flow.facets.calendar import CalendarRules
from ferrovia.engine.flow.facets.corporations import CorporationRules
from ferrovia.engine.flow.facets.market import MarketRules
from ferrovia.engine.flow.facets.operating import OperatingRules, Power
from ferrovia.engine.flow.facets.privates import PrivateRules
from ferrovia.engine.flow.facets.runs import RunRules
from ferrovia.engine.flow.facets.seen import Seen
from ferrovia.engine.flow.facets.setup import SetupRules
from ferrovia.engine.flow.facets.stock import StockRules
from ferrovia.engine.flow.facets.tokens import TokenRules
from ferrovia.engine.flow.facets.track import TrackRules
from ferrovia.engine.flow.facets.trains import TrainRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK, State
from ferrovia.engine.flow.title import Title
from ferrovia.titles.t1849 import (
    cautions,
    components,
    earthquake,
    electric_dreams,
    gauges,
    privates,
    rounds,
    setup,
    starting,
    turn,
    words,
)
from ferrovia.titles.t1849.actions import ACTIONS
from ferrovia.titles.t1849.bonds import is_out
from ferrovia.titles.t1849.citations import CITATIONS
from ferrovia.titles.t1849.closing import BondDue, LoanOrLeave, close, collect, fail
from ferrovia.titles.t1849.happenings import HAPPENINGS
from ferrovia.titles.t1849.sicily import Sicily, keep, sicily


class SicilianSetup(SetupRules):
    def set_up(self, settings: Settings, chance: Chance) -> State:
        return setup.set_up(settings, chance)


class SicilianPrivates(PrivateRules):
    def sold(self, game: Game, private: str, player: str) -> None:
        if private == privates.RSA:
            game.push(starting.RsaStart(sicily(game).order[0], player))  # 1849-8.1.1

    def auction_over(self, game: Game) -> None:
        rounds.begin_stock_round(game)

    def auction_stalled(self, game: Game) -> None:
        game.end("1849-R46", "the bank has run out of money before all private companies were sold")


class SicilianCorporations(CorporationRules):
    def presidency_changed(self, game: Game, corporation: str, outgoing: str) -> None:
        if is_out(game, corporation):
            text = "{heir} answers for the bond of {corporation}."
            game.log(text, heir=game.president(corporation), corporation=corporation)

    def may_start(self, game: Game) -> Iterable[str]:
        return sicily(game).line[:1]

    def start_refusal(self, game: Game, player: str, action: Start) -> Refusal | None:
        return starting.start_refusal(game, player, action)

    def start(self, game: Game, player: str, action: Start) -> None:
        starting.start(game, player, action)

    certificates_at_start = starting.MOST_ADDED


class SicilianStock(StockRules):
    def certificate_limit(self, game: Game) -> int:
        return sicily(game).certificate_limit


class PrivatePowers(Power):
    """7.1, 10.2: what private companies allow at any moment of a turn."""

    actions = (BuyPrivate, UsePrivate)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterable[Choice]:
        return privates.powers(game, turn)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        return privates.power_refusal(game, turn, action)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        privates.use_power(game, turn, action)


class SicilianOperating(OperatingRules):
    steps = turn.steps(())

    powers = (PrivatePowers(),)

    def steps_of(self, game: Game, corporation: str) -> Sequence[TurnStep]:
        return turn.steps(game.settings.options) if game.settings.options else self.steps

    def turn_over(self, game: Game, corporation: str) -> None:
        rounds.end_turn(game, corporation)


class SicilianTrack(TrackRules):
    def hex_refusal(self, game: Game, corporation: str, hex_id: str) -> Refusal | None:
        return privates.blocked_refusal(game, hex_id)

    upgrades_cost = True

    def terrain_cost(self, game: Game, corporation: str, hex_id: str, gauges_added: Iterable[int]) -> int:
        return gauges.terrain_cost(game, corporation, hex_id, gauges_added)

    def changed(self, game: Game) -> None:
        starting.watch_garibaldi(game)


class SicilianTokens(TokenRules):
    def reserved(self, game: Game, stop: str) -> tuple[str, ...]:
        """1849-10.4.4: the home of a corporation not in operation, unless it was removed at set-up."""
        homes = game.title.box.board.stops[stop].reserved
        return tuple(name for name in homes if name in sicily(game).order and not game.is_started(name))

    def bought(self, game: Game, corporation: str) -> None:
        operating = game.find(OperatingTurn)
        assert operating is not None
        operating.next_step(game)  # 1849-R37: one a turn


class SicilianTrains(TrainRules):
    def on_sale(self, game: Game) -> tuple[str, ...]:
        left = dict.fromkeys(game.trains(BANK))
        line = [name for name in left if game.title.box.trains[name].in_line]
        begun = [phase.starts_with for phase in game.title.box.phases.values()]
        begun = begun[: list(game.title.box.phases).index(game.state.phase) + 1]
        beside = [name for name in left if game.title.box.trains[name].available_after in begun and name not in line]
        return (*line[:1], *beside)  # 1849-10.6.2

    def refusal(self, game: Game, buyer: str, train: str, source: str) -> Refusal | None:
        return electric_dreams.train_refusal(game, buyer, train)

    def bought(self, game: Game, corporation: str) -> None:
        if sicily(game).rsa == corporation:
            keep(game, rsa="")
            if privates.RSA in game.state.privates:
                game.close_private(privates.RSA)  # 1849-8.1.5

    def must_own(self, game: Game, corporation: str) -> bool:
        """10.6: some train of the game could run for it, on sale or not (R15)."""
        stations, closed = game.state.stations[corporation], game.closed_to(corporation)
        ports = game.title.runs.uncounted_stops(game)
        names = ("16H", "R6H", "E") if electric_dreams.has_e_token(game, corporation) else ("16H", "R6H")
        longest = (game.title.runs.runner(game, corporation, train) for train in names)
        return any(can_run(game.layout, train, stations, closed, ports) for train in longest)

    def bankrupt(self, game: Game, corporation: str, player: str) -> None:
        fail(game, corporation, player)


class SicilianRuns(RunRules):
    def __init__(self) -> None:
        self._ports = gauges.ports()

    def runner(self, game: Game, corporation: str, train: str) -> Runner:
        return gauges.runner(game, corporation, train)

    def uncounted_stops(self, game: Game) -> frozenset[str]:
        return self._ports


class SicilianMarket(MarketRules):
    def __init__(self) -> None:
        market = components.BOX.market
        self._blue = market.zone("phase_only")
        self._closed = market.zone("closed")
        self._last = market.zone("end_of_game")

    def barred(self, game: Game) -> frozenset[Cell]:
        return frozenset() if game.state.phase == "16" else self._blue  # 1849-5.0.7

    def entered(self, game: Game, corporation: str, cell: Cell) -> None:
        if cell in self._closed:
            close(game, corporation)  # 1849-5.0.14
        elif cell in self._last:
            keep(game, reached_end=(*sicily(game).reached_end, corporation))


class SicilianCalendar(CalendarRules):
    def phase_event(self, game: Game, event: str) -> None:
        match event:
            case "close_privates":
                for private in tuple(game.state.privates):
                    game.close_private(private)  # 1849-6.0.11
            case "messina_earthquake":
                earthquake.strike(game)
            case _:
                raise LookupError(f"1849 has no event {event}.")

    def stock_round_over(self, game: Game) -> None:
        rounds.end_stock_round(game)

    def operating_round_over(self, game: Game) -> None:
        rounds.end_operating_round(game)

    def worth(self, game: Game, player: str) -> int:
        return rounds.worth(game, player)

    def settle(self, game: Game) -> None:
        if sicily(game).dues and not game.over:
            collect(game)  # 1849-14.2.5


class SicilianSeen(Seen):
    open = frozenset(
        {
            "order", "line", "certificate_limit", "removed", "waiting", "garibaldi_aside", "rsa", "port", "port_owner",
            "loans", "reached_end", "lost_tokens", "messina_in_ruins", "garibaldi_home", "bonds", "dues", "e_tokens",
            "e_tokens_sold",
        }
    )  # fmt: skip

    def queue(self, game: Game) -> tuple[str, ...]:
        """2.2, 9.4: corporations are started in the order in which they were drawn."""
        return sicily(game).line

    def words(self, game: Game, action: Action) -> str | None:
        return words.words(game, action)

    def caution(self, game: Game, action: Action) -> str:
        return cautions.caution(game, action)

    def warnings(self, game: Game, player: str) -> Iterable[str]:
        return cautions.warnings(game, player) if sicily(game).bonds else ()


class SicilianAudit(Audit):
    def train_roster(self, game: Game) -> tuple[str, ...]:
        return components.train_roster(len(sicily(game).order), game.settings.options)

    def lost_tokens(self, game: Game, corporation: str) -> int:
        return sicily(game).lost_tokens.count(corporation)


class Sicilian(Title):
    """1849, by the sections of its rulebook."""

    name = "1849"

    place = "Sicily"

    options = setup.OPTIONS

    citations = CITATIONS

    happenings = HAPPENINGS

    own_type = Sicily

    actions = ACTIONS
    events = COMMON_EVENTS
    frames = (
        *COMMON_FRAMES,
        starting.RsaStart,
        starting.HomeChoice,
        LoanOrLeave,
        BondDue,
        rounds.PricesAnswer,
    )

    def __init__(self) -> None:
        super().__init__(components.BOX)

    def action_refusal(self, game: Game, action: Action) -> Refusal | None:
        return turn.variant_refusal(game, action)

    setup = SicilianSetup()
    privates = SicilianPrivates()
    corporations = SicilianCorporations()
    stock = SicilianStock()
    operating = SicilianOperating()
    track = SicilianTrack()
    tokens = SicilianTokens()
    trains = SicilianTrains()
    runs = SicilianRuns()
    market = SicilianMarket()
    calendar = SicilianCalendar()
    seen = SicilianSeen()
    audit = SicilianAudit()


TITLE = Sicilian()
