"""18FB put together: its components, its steps, and where its rulebook answers differently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ferrovia.engine.board.routes import Route, Runner, Runs
from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT
from ferrovia.engine.finance.market import Cell, Step
from ferrovia.engine.flow.actions import Action, Start, UsePrivate
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.decision import Interjection
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.events import COMMON_EVENTS
from ferrovia.engine.flow.facets.audit import Audit
from ferrovia.engine.flow.facets.calendar import CalendarRules
from ferrovia.engine.flow.facets.corporations import CorporationRules
from ferrovia.engine.flow.facets.interjections import InterjectionRules
from ferrovia.engine.flow.facets.market import MarketRules
from ferrovia.engine.flow.facets.operating import OperatingRules
from ferrovia.engine.flow.facets.privates import PrivateRules
from ferrovia.engine.flow.facets.runs import RunRules
from ferrovia.engine.flow.facets.seen import Seen
from ferrovia.engine.flow.facets.setup import SetupRules
from ferrovia.engine.flow.facets.stock import StockRules
from ferrovia.engine.flow.facets.tokens import TokenRules
from ferrovia.engine.flow.facets.track import TrackRules
from ferrovia.engine.flow.facets.trains import TrainRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingRound, OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.sheets import Box
from ferrovia.engine.flow.state import BANK, OUT, State
from ferrovia.engine.flow.title import Title
from ferrovia.titles.t18fb import (
    acquisitions,
    auctions,
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
from ferrovia.titles.t18fb.actions import ACTIONS, OfferPrivate
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


class SouthernSetup(SetupRules):
    def set_up(self, settings: Settings, chance: Chance) -> State:
        return setup.set_up(settings, chance)


class SouthernPrivates(PrivateRules):
    def auction_over(self, game: Game) -> None:
        rounds.auction_over(game)

    def auction_stalled(self, game: Game) -> None:
        raise LookupError("The cards of 18FB are put up one by one: their auction never stalls.")


class SouthernCorporations(CorporationRules):
    def president(self, game: Game, corporation: str) -> str:
        if is_national(corporation):
            return nationals.president(game, corporation)
        return game.holders(corporation)[PRESIDENT]

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

    def is_open(self, game: Game, corporation: str) -> bool:
        if is_regional(corporation):
            return game.holders(corporation)[PRESIDENT] in game.players
        return corporation in south(game).floated


class SouthernStock(StockRules):
    def certificate_limit(self, game: Game) -> int:
        """R26: by the players who started."""
        tables = components.sheet("game")["setup"]
        return int(next(table for table in tables if table["players"] == len(game.state.seats))["certificate_limit"])

    def uncounted(self, game: Game, player: str) -> int:
        return sum(owner == player for owner in game.state.privates.values())

    sources = (OFFER, stock.TREASURY, POOL)

    def share_price(self, game: Game, corporation: str, source: str) -> int:
        return stock.share_price(game, corporation, source)

    def next_certificate(self, game: Game, corporation: str, place: str) -> int | None:
        return stock.next_certificate(game, corporation, place)

    def payee(self, game: Game, corporation: str, place: str) -> str:
        return stock.payee(game, corporation, place)

    def bought(self, game: Game, corporation: str) -> None:
        stock.bought(game, corporation)

    extras = (concessions.Taking(), stock.PoolPurchase())

    def sale_refusal(self, game: Game, seller: str, corporation: str) -> Refusal | None:
        return stock.sale_refusal(game, seller, corporation)


class SouthernOperating(OperatingRules):
    steps = (
        track.SouthernTrackStep(), building.LineStep(), dividends.EarningsStep(), dividends.SouthernDividendStep(),
        finance.ForcedSales(seconds_too=False), trains.SouthernTrainStep(), finance.ForcedSales(seconds_too=True),
        finance.FinanceStep(),
    )  # fmt: skip

    def order(self, game: Game) -> Sequence[str]:
        """3.6.3.4: regionals first; then what has floated, by price; a national needs somebody to decide (R59)."""
        floated = south(game).floated
        railways = [name for name in game.market_order() if name in floated and game.president(name)]
        return [*regionals.operating(game), *railways]

    def turn_begins(self, game: Game, corporation: str) -> None:
        keep(game, earning="")
        if corporation == FP and not south(game).fp_home:
            game.push(homes.FpHome())

    powers = (acquisitions.Acquisition(),)

    def dividend_goes_to(self, game: Game, corporation: str, holder: str) -> str | None:
        """3.5.6.5, 3.5.6.6: nothing for the pool; what was not sold or bought back earns for the company."""
        if holder in (POOL, BESIDE):
            return None
        return corporation if holder == OFFER else holder

    def turn_over(self, game: Game, corporation: str) -> None:
        """R23: a company has operated once a turn with earnings is completed."""
        own = south(game)
        if (
            own.earning == corporation
            and corporation not in own.earned
            and game.title.corporations.is_open(game, corporation)
        ):
            keep(game, earned=(*own.earned, corporation))
        keep(game, earning="")


class SouthernTrack(TrackRules):
    def changed(self, game: Game) -> None:
        if not is_bourbon_age(game):
            regionals.place_waiting(game)
            regionals.pay_bonuses(game)


class SouthernTokens(TokenRules):
    def route_starts(self, game: Game, corporation: str) -> tuple[str, ...]:
        return places.route_starts(game, corporation)

    def closed_stops(self, game: Game, corporation: str) -> frozenset[str]:
        return places.closed_stops(game, corporation)

    def spaces(self, game: Game, stop: str) -> tuple[str, ...]:
        return places.spaces(game, stop)


class SouthernTrains(TrainRules):
    def on_sale(self, game: Game) -> tuple[str, ...]:
        return trains.on_sale(game)

    def refusal(self, game: Game, buyer: str, train: str, source: str) -> Refusal | None:
        return trains.barred(game, buyer, train, source)

    def bought(self, game: Game, corporation: str) -> None:
        trains.replenish(game)
        trains.note_purchase(game, corporation)

    def must_own(self, game: Game, corporation: str) -> bool:
        return trains.must_own(game, corporation)

    def bankrupt(self, game: Game, corporation: str, player: str) -> None:
        bankrupt(game, corporation, player)


class SouthernRuns(RunRules):
    def runner(self, game: Game, corporation: str, train: str) -> Runner:
        raise LookupError("Trains of 18FB have no routes: see `earnings`.")

    def best(self, game: Game, corporation: str, seconds: float | None = None) -> Runs:
        return earnings.best_runs(game, corporation)

    def how_counted(self, game: Game, corporation: str, route: Route) -> str:
        return earnings.in_words(game, corporation)


class SouthernMarket(MarketRules):
    def __init__(self) -> None:
        end = components.sheet("market")["end"]["cell"]
        self._highest = (end[0], end[1])

    def moved(self, game: Game, cell: Cell, step: Step, times: int) -> Cell:
        return market.moved(game.title.box.market, cell, step, times)

    def entered(self, game: Game, corporation: str, cell: Cell) -> None:
        if cell == self._highest:
            game.end("18FB-4.2", f"{corporation} has reached the highest share value")


class SouthernCalendar(CalendarRules):
    def phase_event(self, game: Game, event: str) -> None:
        if event == "rm_forms":
            nationals.begin(game)
        else:
            unification.phase_event(game, event)

    def stock_round_over(self, game: Game) -> None:
        rounds.end_stock_round(game)

    def operating_round_over(self, game: Game) -> None:
        rounds.end_operating_round(game)

    def settle(self, game: Game) -> None:
        if south(game).leases:
            nationals.repay_leases(game)

    def worth(self, game: Game, player: str) -> int:
        return rounds.worth(game, player)


class SouthernInterjections(InterjectionRules):
    actions = (OfferPrivate, UsePrivate)

    def listed(self, game: Game) -> Sequence[Interjection]:
        return tuple(political.interjections(game))

    def refusal(self, game: Game, action: Action, by: str | None) -> Refusal | None:
        return political.interjection_refusal(game, action, by)

    def play(self, game: Game, player: str, action: Action) -> None:
        political.interject(game, player, action)


class SouthernSeen(Seen):
    open = frozenset(
        {
            "concessions", "bourbon", "pars", "floated", "markers", "earned", "earning", "extended",
            "melisurgo", "falcon", "riseis_used", "papal", "declined",
            "given_up", "fp_home", "gone", "closed", "regional_round", "waiting", "bonuses",
            "leases", "exchange_order", "bankrupt",
        }
    )  # fmt: skip

    def words(self, game: Game, action: Action) -> str | None:
        return words.words(game, action)

    def goals(self, game: Game, corporation: str) -> frozenset[str]:
        return states.goals(game, corporation)

    def offers(self, game: Game) -> Iterable[dict[str, Any]]:
        """A card offered to another player (3.3.6), and the lot that is bid for, nobody's while nobody has bid."""
        card, lots = game.find(political.CardOffer), game.find(auctions.Lots)
        if card is not None:
            yield {"thing": "card", "name": card.card, "buyer": card.buyer, "seller": card.seller, "price": card.price}
        if lots is not None and lots.lot:
            yield {"thing": "lot", "name": lots.lot, "buyer": lots.bidder, "seller": BANK, "price": lots.price}

    def own(self, game: Game, viewer: str | None) -> dict[str, Any]:
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
        return {**super().own(game, viewer), "companies": companies}


class SouthernAudit(Audit):
    endless_trains = components.endless_trains()

    def certificate_places(self, game: Game, corporation: str) -> frozenset[str]:
        return frozenset({OFFER, POOL, OUT, BESIDE, *game.state.seats})

    def has_president(self, game: Game, corporation: str) -> bool:
        return not is_national(corporation) or game.holders(corporation)[PRESIDENT] in game.state.seats

    def may_be_crowded(self, game: Game, stop: str) -> bool:
        """R72: home, reserved and Bourbon slots stand beside those of the tile."""
        return len(places.companies_at(game, stop)) <= places.all_slots(game, stop)

    def lost_tokens(self, game: Game, corporation: str) -> int:
        """Companies that have left play took their tokens with them."""
        return game.title.box.corporations[corporation].tokens if game.holders(corporation)[PRESIDENT] == OUT else 0

    def train_roster(self, game: Game) -> tuple[str, ...]:
        """2.6.6: of trains without end there are as many as have come into play."""
        endless = components.endless_trains()
        printed = [train for train in components.train_stock() if train not in endless]
        in_play = [train for owned in game.state.trains.values() for train in owned if train in endless]
        return (*printed, *in_play)


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

    citations = CITATIONS

    happenings = HAPPENINGS

    own_type = South

    actions = ACTIONS
    events = COMMON_EVENTS
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

    def __init__(self, box: Box = components.BOX) -> None:
        super().__init__(box)

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

    setup = SouthernSetup()
    privates = SouthernPrivates()
    corporations = SouthernCorporations()
    stock = SouthernStock()
    operating = SouthernOperating()
    track = SouthernTrack()
    tokens = SouthernTokens()
    trains = SouthernTrains()
    runs = SouthernRuns()
    market = SouthernMarket()
    calendar = SouthernCalendar()
    interjections = SouthernInterjections()
    seen = SouthernSeen()
    audit = SouthernAudit()


TITLE = Southern()
