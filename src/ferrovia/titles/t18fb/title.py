"""18FB put together: its components, its steps, and where its rulebook answers differently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ferrovia.engine.board.routes import Route, Runner, Runs
from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT
from ferrovia.engine.finance.market import Cell, Step
from ferrovia.engine.flow.actions import Acquire, Action, BuyPrivate, OfferPrivate, Start, TakeConcession, UsePrivate
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.decision import Choice, Interjection
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingRound, OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.state import OUT, State
from ferrovia.engine.flow.title import Title
from ferrovia.titles.t18fb import (
    acquisitions,
    building,
    components,
    concessions,
    dividends,
    earnings,
    finance,
    homes,
    market,
    nationals,
    places,
    political,
    regionals,
    rounds,
    setup,
    states,
    stock,
    track,
    trains,
    unification,
    words,
)
from ferrovia.titles.t18fb.bankruptcy import bankrupt
from ferrovia.titles.t18fb.citations import CITATIONS
from ferrovia.titles.t18fb.happenings import HAPPENINGS
from ferrovia.titles.t18fb.south import (
    BESIDE,
    FP,
    South,
    is_bourbon_age,
    is_major,
    is_national,
    is_regional,
    keep,
    south,
)
from ferrovia.titles.t18fb.states import State as CompanyState
from ferrovia.titles.t18fb.states import state_of

MARGIN_OF_CONCESSIONS = 20  # per cent, in PH1 to PH4


class Southern(Title):
    """18FB, by the sections of its rulebook."""

    name = "18FB"
    place = "the Bourbon south"
    note = (
        "Of 18FB only the rulebook survives for us: board, tiles, market, trains and charters are rebuilt around"
        " everything it says. components/PROVENANCE.md tells which is which; an owner of the box can correct the"
        " sheets beside it without touching code."
    )
    options = setup.OPTIONS
    endless_trains = components.endless_trains()
    citations = CITATIONS
    happenings = HAPPENINGS
    own_type = South
    stock_extra_actions = (TakeConcession, BuyPrivate)
    power_actions = (Acquire,)
    interjection_actions = (OfferPrivate, UsePrivate)
    frames = (
        OperatingRound,
        OperatingTurn,
        Offer,
        PresidentExchange,
        political.PoliticalRound,
        political.CardOffer,
        political.Favour,
        stock.SouthernStockRound,
        concessions.Rescue,
        homes.FpHome,
        homes.SfmHome,
        building.Invitation,
        regionals.RegionalRound,
        nationals.Formation,
        nationals.NapoliToken,
    )
    steps = (
        track.SouthernTrackStep(), building.LineStep(), dividends.EarningsStep(), dividends.SouthernDividendStep(),
        finance.ForcedSales(seconds_too=False), trains.SouthernTrainStep(), finance.ForcedSales(seconds_too=True),
        finance.FinanceStep(),
    )  # fmt: skip

    def __init__(self) -> None:
        game = components.sheet("game")
        self.full_name = game["full_title"]
        self.currency = game["currency"]
        self.bank_size = game["bank"]
        self.player_counts = tuple(game["players"])
        self.player_limit = game["ownership"]["player_percent"]
        self.pool_limit = game["ownership"]["pool_percent"]
        self.board = components.BOX.board
        self.market = components.market()
        self.corporations = components.corporations()
        self.privates = components.cards()
        self.trains = components.trains()
        self.phases = components.phases()
        end = components.sheet("market")["end"]["cell"]
        self._highest = (end[0], end[1])

    # 2.1 Phases

    def phase_event(self, game: Game, event: str) -> None:
        if event == "rm_forms":
            nationals.begin(game)
        else:
            unification.phase_event(game, event)

    # 2.2 The stock market

    def moved(self, game: Game, cell: Cell, step: Step, times: int) -> Cell:
        return market.moved(self.market, cell, step, times)

    def price_entered(self, game: Game, corporation: str, cell: Cell) -> None:
        if cell == self._highest:
            game.end("18FB-4.2", f"{corporation} has reached the highest share value")

    # 2.3 Shares

    def certificate_limit(self, game: Game) -> int:
        """R26: by the players who started."""
        tables = components.sheet("game")["setup"]
        return int(next(table for table in tables if table["players"] == len(game.state.seats))["certificate_limit"])

    def uncounted_certificates(self, game: Game, player: str) -> int:
        return sum(owner == player for owner in game.state.privates.values())

    def certificate_places(self, game: Game, corporation: str) -> frozenset[str]:
        return frozenset({OFFER, POOL, OUT, BESIDE, *game.state.seats})

    def has_president(self, game: Game, corporation: str) -> bool:
        return not is_national(corporation) or game.holders(corporation)[PRESIDENT] in game.state.seats

    def president(self, game: Game, corporation: str) -> str:
        if is_national(corporation):
            return nationals.president(game, corporation)
        return game.holders(corporation)[PRESIDENT]

    # 2.5 The map

    def route_starts(self, game: Game, corporation: str) -> tuple[str, ...]:
        return places.route_starts(game, corporation)

    def closed_stops(self, game: Game, corporation: str) -> frozenset[str]:
        return places.closed_stops(game, corporation)

    def may_be_crowded(self, game: Game, stop: str) -> bool:
        """R72: home, reserved and Bourbon slots stand beside those of the tile."""
        return len(places.companies_at(game, stop)) <= places.all_slots(game, stop)

    def spaces(self, game: Game, stop: str) -> tuple[str, ...]:
        return places.spaces(game, stop)

    def lost_tokens(self, game: Game, corporation: str) -> int:
        """Companies that have left play took their tokens with them."""
        return self.corporations[corporation].tokens if game.holders(corporation)[PRESIDENT] == OUT else 0

    def map_changed(self, game: Game) -> None:
        if not is_bourbon_age(game):
            regionals.place_waiting(game)
            regionals.pay_bonuses(game)

    # 2.6 Trains

    def train_roster(self, game: Game) -> tuple[str, ...]:
        """2.6.6: of trains without end there are as many as have come into play."""
        endless = components.endless_trains()
        printed = [train for train in components.train_stock() if train not in endless]
        in_play = [train for owned in game.state.trains.values() for train in owned if train in endless]
        return (*printed, *in_play)

    def trains_on_sale(self, game: Game) -> tuple[str, ...]:
        return trains.on_sale(game)

    def train_refusal(self, game: Game, buyer: str, train: str, source: str) -> Refusal | None:
        return trains.barred(game, buyer, train, source)

    def train_bought(self, game: Game, corporation: str) -> None:
        trains.replenish(game)
        trains.note_purchase(game, corporation)

    # 2.7 Political cards, at any moment

    def interjections(self, game: Game) -> Sequence[Interjection]:
        return tuple(political.interjections(game))

    def interjection_refusal(self, game: Game, action: Action, by: str | None) -> Refusal | None:
        return political.interjection_refusal(game, action, by)

    def interject(self, game: Game, player: str, action: Action) -> None:
        political.interject(game, player, action)

    # 3.1 Setup, 3.2 the Political Round

    def set_up(self, settings: Settings, chance: Chance) -> State:
        return setup.set_up(settings, chance)

    def auction_over(self, game: Game) -> None:
        rounds.auction_over(game)

    # 3.3 The stock round

    def stock_sources(self) -> tuple[str, ...]:
        return (OFFER, stock.TREASURY, POOL)

    def share_price(self, game: Game, corporation: str, source: str) -> int:
        return stock.share_price(game, corporation, source)

    def next_certificate(self, game: Game, corporation: str, place: str) -> int | None:
        return stock.next_certificate(game, corporation, place)

    def stock_payee(self, game: Game, corporation: str, place: str) -> str:
        return stock.payee(game, corporation, place)

    def stock_bought(self, game: Game, corporation: str) -> None:
        stock.bought(game, corporation)

    def stock_extras(self, game: Game, player: str) -> Iterable[Choice]:
        return stock.extras(game, player)

    def stock_extra_refusal(self, game: Game, player: str, action: Action) -> Refusal | None:
        return stock.extra_refusal(game, player, action)

    def stock_extra(self, game: Game, player: str, action: Action) -> None:
        stock.extra(game, player, action)

    def sale_refusal(self, game: Game, seller: str, corporation: str) -> Refusal | None:
        return stock.sale_refusal(game, seller, corporation)

    def may_start(self, game: Game) -> Iterable[str]:
        return stock.may_start(game)

    def start_refusal(self, game: Game, player: str, action: Start) -> Refusal | None:
        return stock.start_refusal(game, player, action)

    def start(self, game: Game, player: str, action: Start) -> None:
        stock.start(game, player, action)

    def takeover_margin(self, game: Game) -> int:
        """3.3.5: concessionaires are protected in PH1 to PH4."""
        return MARGIN_OF_CONCESSIONS if is_bourbon_age(game) else 1

    def presidency_changed(self, game: Game, corporation: str, outgoing: str) -> None:
        concessions.presidency_changed(game, corporation)

    def stock_round_over(self, game: Game) -> None:
        rounds.end_stock_round(game)

    # 3.5 The operating round

    def operating_order(self, game: Game) -> Sequence[str]:
        """3.6.3.4: regionals first; then what has floated, by price; a national needs somebody to decide (R59)."""
        floated = south(game).floated
        railways = [name for name in game.market_order() if name in floated and game.president(name)]
        return [*regionals.operating(game), *railways]

    def is_open(self, game: Game, corporation: str) -> bool:
        if is_regional(corporation):
            return game.holders(corporation)[PRESIDENT] in game.players
        return corporation in south(game).floated

    def clause(self, game: Game, refusal: Refusal) -> str:
        """What has no place in a turn: one tile or token too many, or out of the order of the company's state."""
        turn = None if game.over else game.top
        if refusal.rule == "turn" and isinstance(turn, OperatingTurn) and is_major(turn.corporation):
            kind = refusal.values["kind"]
            if kind == "lay_tile" and len(track.hexes_laid(turn)) >= track.tile_steps(game, turn.corporation):
                return "18FB-3.5.1.1"
            if kind == "build_line" and building.tokens_placed(turn):
                return "18FB-3.5.2.1"
            if state_of(game, turn.corporation) is CompanyState.BUILDING:
                return "18FB-3.5.7"
        return super().clause(game, refusal)

    def turn_begins(self, game: Game, corporation: str) -> None:
        keep(game, earning="")
        if corporation == FP and not south(game).fp_home:
            game.push(homes.FpHome())

    def powers(self, game: Game, turn: OperatingTurn) -> Iterable[Choice]:
        return acquisitions.offered(game, turn)

    def power_refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        assert isinstance(action, Acquire)
        return acquisitions.refusal(game, turn, action.company)

    def use_power(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, Acquire)
        acquisitions.acquire(game, turn.corporation, action.company)

    def runner(self, game: Game, corporation: str, train: str) -> Runner:
        raise LookupError("Trains of 18FB have no routes: see `earnings`.")

    def best_runs(self, game: Game, corporation: str, seconds: float | None = None) -> Runs:
        return earnings.best_runs(game, corporation)

    def how_counted(self, game: Game, corporation: str, route: Route) -> str:
        return earnings.in_words(game, corporation)

    def dividend_goes_to(self, game: Game, corporation: str, holder: str) -> str | None:
        """3.5.6.5, 3.5.6.6: nothing for the pool; what was not sold or bought back earns for the company."""
        if holder in (POOL, BESIDE):
            return None
        return corporation if holder == OFFER else holder

    def must_own_train(self, game: Game, corporation: str) -> bool:
        return trains.must_own(game, corporation)

    def bankrupt(self, game: Game, corporation: str, player: str) -> None:
        bankrupt(game, corporation, player)

    def turn_over(self, game: Game, corporation: str) -> None:
        """R23: a company has operated once a turn with earnings is completed."""
        own = south(game)
        if own.earning == corporation and corporation not in own.earned and self.is_open(game, corporation):
            keep(game, earned=(*own.earned, corporation))
        keep(game, earning="")

    def operating_round_over(self, game: Game) -> None:
        rounds.end_operating_round(game)

    # 3.7 National companies

    def settle(self, game: Game) -> None:
        if south(game).leases:
            nationals.repay_leases(game)

    # What is seen

    def words(self, game: Game, action: Action) -> str | None:
        return words.words(game, action)

    def goals(self, game: Game, corporation: str) -> frozenset[str]:
        return states.goals(game, corporation)

    def own_view(self, game: Game, viewer: str | None) -> dict[str, Any]:
        """5: states, the revenue chart, what trains would earn now and which markers they serve, who has operated."""
        companies = {}
        rounds, turn = game.find(OperatingRound), game.find(OperatingTurn)
        done = set(rounds.done if rounds else ()) - {turn.corporation if turn else ""}
        for name in (*south(game).floated, *regionals.operating(game)):
            found = earnings.earnings(game, name)
            companies[name] = {
                "state": state_of(game, name).value,
                "operated_this_round": name in done,
                "revenue_chart": sum(value for _, value in (*found.stations, *found.left_out)),
                "earnings": found.total,
                "stations": dict(found.stations),
                "markers_served": found.served,
                "markers_idle": found.idle,
            }
        return {**super().own_view(game, viewer), "companies": companies}

    # 4 The end

    def worth(self, game: Game, player: str) -> int:
        return rounds.worth(game, player)


TITLE = Southern()
