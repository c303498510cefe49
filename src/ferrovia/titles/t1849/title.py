"""1849 put together: its components, its steps, and where its rulebook answers differently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ferrovia.engine.board.routes import Runner, can_run
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import Action, Start
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.common import COMMON_FRAMES
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.definitions import Settings
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
from ferrovia.titles.t1849.bonds import is_out
from ferrovia.titles.t1849.citations import CITATIONS
from ferrovia.titles.t1849.closing import BondDue, LoanOrLeave, close, collect, fail
from ferrovia.titles.t1849.happenings import HAPPENINGS
from ferrovia.titles.t1849.sicily import Sicily, keep, sicily


class Sicilian(Title):
    """1849, by the sections of its rulebook."""

    name = "1849"
    place = "Sicily"
    options = setup.OPTIONS
    citations = CITATIONS
    happenings = HAPPENINGS
    own_type = Sicily
    frames = (
        *COMMON_FRAMES,
        starting.RsaStart,
        starting.HomeChoice,
        LoanOrLeave,
        BondDue,
        rounds.PricesAnswer,
    )
    steps = turn.steps(())

    def __init__(self) -> None:
        super().__init__(components.BOX)
        self._blue = self.market.zone("phase_only")
        self._closed = self.market.zone("closed")
        self._last = self.market.zone("end_of_game")
        self._ports = gauges.ports()

    # 2 Setup

    def set_up(self, settings: Settings, chance: Chance) -> State:
        return setup.set_up(settings, chance)

    def train_roster(self, game: Game) -> tuple[str, ...]:
        return components.train_roster(len(sicily(game).order), game.settings.options)

    def lost_tokens(self, game: Game, corporation: str) -> int:
        return sicily(game).lost_tokens.count(corporation)

    # 5 Stock market

    def barred_cells(self, game: Game) -> frozenset[Cell]:
        return frozenset() if game.state.phase == "16" else self._blue  # 1849-5.0.7

    def price_entered(self, game: Game, corporation: str, cell: Cell) -> None:
        if cell in self._closed:
            close(game, corporation)  # 1849-5.0.14
        elif cell in self._last:
            keep(game, reached_end=(*sicily(game).reached_end, corporation))

    # 6 Game phases

    def phase_event(self, game: Game, event: str) -> None:
        match event:
            case "close_privates":
                for private in tuple(game.state.privates):
                    game.close_private(private)  # 1849-6.0.11
            case "messina_earthquake":
                earthquake.strike(game)
            case _:
                raise LookupError(f"1849 has no event {event}.")

    def trains_on_sale(self, game: Game) -> tuple[str, ...]:
        left = dict.fromkeys(game.trains(BANK))
        line = [name for name in left if self.trains[name].in_line]
        begun = [phase.starts_with for phase in self.phases.values()]
        begun = begun[: list(self.phases).index(game.state.phase) + 1]
        beside = [name for name in left if self.trains[name].available_after in begun and name not in line]
        return (*line[:1], *beside)  # 1849-10.6.2

    def train_refusal(self, game: Game, buyer: str, train: str, source: str) -> Refusal | None:
        return electric_dreams.train_refusal(game, buyer, train)

    # 7 and 10.2 Private companies

    def powers(self, game: Game, turn: OperatingTurn) -> Iterable[Choice]:
        return privates.powers(game, turn)

    def power_refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        return privates.power_refusal(game, turn, action)

    def use_power(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        privates.use_power(game, turn, action)

    # 8 Initial stock round

    def private_sold(self, game: Game, private: str, player: str) -> None:
        if private == privates.RSA:
            game.push(starting.RsaStart(sicily(game).order[0], player))  # 1849-8.1.1

    def auction_over(self, game: Game) -> None:
        rounds.begin_stock_round(game)

    def auction_stalled(self, game: Game) -> None:
        game.end("1849-R46", "the bank has run out of money before all private companies were sold")

    def train_bought(self, game: Game, corporation: str) -> None:
        if sicily(game).rsa == corporation:
            keep(game, rsa="")
            if privates.RSA in game.state.privates:
                game.close_private(privates.RSA)  # 1849-8.1.5

    # 9 Stock rounds

    def presidency_changed(self, game: Game, corporation: str, outgoing: str) -> None:
        if is_out(game, corporation):
            text = "{heir} answers for the bond of {corporation}."
            game.log(text, heir=game.president(corporation), corporation=corporation)

    def certificate_limit(self, game: Game) -> int:
        return sicily(game).certificate_limit

    def may_start(self, game: Game) -> Iterable[str]:
        return sicily(game).line[:1]

    def start_refusal(self, game: Game, player: str, action: Start) -> Refusal | None:
        return starting.start_refusal(game, player, action)

    def start(self, game: Game, player: str, action: Start) -> None:
        starting.start(game, player, action)

    def certificates_at_start(self) -> int:
        return starting.MOST_ADDED

    def stock_round_over(self, game: Game) -> None:
        rounds.end_stock_round(game)

    # 10 Operating rounds

    def steps_of(self, game: Game, corporation: str) -> Sequence[TurnStep]:
        return turn.steps(game.settings.options) if game.settings.options else self.steps

    def hex_refusal(self, game: Game, corporation: str, hex_id: str) -> Refusal | None:
        return privates.blocked_refusal(game, hex_id)

    upgrades_cost = True

    def terrain_cost(self, game: Game, corporation: str, hex_id: str, gauges_added: Iterable[int]) -> int:
        return gauges.terrain_cost(game, corporation, hex_id, gauges_added)

    def reserved(self, game: Game, stop: str) -> tuple[str, ...]:
        """1849-10.4.4: the home of a corporation not in operation, unless it was removed at set-up."""
        homes = self.board.stops[stop].reserved
        return tuple(name for name in homes if name in sicily(game).order and not game.is_started(name))

    def map_changed(self, game: Game) -> None:
        starting.watch_garibaldi(game)

    def runner(self, game: Game, corporation: str, train: str) -> Runner:
        return gauges.runner(game, corporation, train)

    def uncounted_stops(self, game: Game) -> frozenset[str]:
        return self._ports

    def must_own_train(self, game: Game, corporation: str) -> bool:
        """10.6: some train of the game could run for it, on sale or not (R15)."""
        stations, closed = game.state.stations[corporation], game.closed_to(corporation)
        names = ("16H", "R6H", "E") if electric_dreams.has_e_token(game, corporation) else ("16H", "R6H")
        longest = (self.runner(game, corporation, train) for train in names)
        return any(can_run(game.layout, train, stations, closed, self._ports) for train in longest)

    def bankrupt(self, game: Game, corporation: str, player: str) -> None:
        fail(game, corporation, player)

    def turn_over(self, game: Game, corporation: str) -> None:
        rounds.end_turn(game, corporation)

    def operating_round_over(self, game: Game) -> None:
        rounds.end_operating_round(game)

    # 13 Game end

    def worth(self, game: Game, player: str) -> int:
        return rounds.worth(game, player)

    # 14 Variants

    def action_refusal(self, game: Game, action: Action) -> Refusal | None:
        return turn.variant_refusal(game, action)

    def token_bought(self, game: Game, corporation: str) -> None:
        operating = game.find(OperatingTurn)
        assert operating is not None
        operating.next_step(game)  # 1849-R37: one a turn

    def settle(self, game: Game) -> None:
        if sicily(game).dues and not game.over:
            collect(game)  # 1849-14.2.5

    def words(self, game: Game, action: Action) -> str | None:
        return words.words(game, action)

    def caution(self, game: Game, action: Action) -> str:
        return cautions.caution(game, action)

    def warnings(self, game: Game, player: str) -> Iterable[str]:
        return cautions.warnings(game, player) if sicily(game).bonds else ()


TITLE = Sicilian()
