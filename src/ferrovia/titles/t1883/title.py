"""1883 put together: its components, its steps, and where its rulebook answers differently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.routes import Route, Runner, Runs
from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import Action, BuyPrivate, Start, UsePrivate
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.common import COMMON_FRAMES
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.decision import Choice, Interjection
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.events import COMMON_EVENTS
from ferrovia.engine.flow.facets.audit import Audit
from ferrovia.engine.flow.facets.calendar import CalendarRules
from ferrovia.engine.flow.facets.corporations import CorporationRules
from ferrovia.engine.flow.facets.interjections import InterjectionRules
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
from ferrovia.engine.flow.state import BANK, OUT, State
from ferrovia.engine.flow.steps.privates import PrivateStep, offer
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.engine.flow.title import Title
from ferrovia.titles.t1883 import (
    balance,
    coaches,
    components,
    concessions,
    cooperative,
    event_questions,
    gravity,
    launching,
    link,
    merger,
    privates,
    raids,
    rounds,
    running,
    setup,
    steps,
    stock,
    track,
    words,
)
from ferrovia.titles.t1883.actions import ACTIONS, PlaceAnchor
from ferrovia.titles.t1883.citations import CITATIONS
from ferrovia.titles.t1883.closing import bankrupt, close
from ferrovia.titles.t1883.emilia import (
    CCFR,
    FROZEN,
    GRAVITY,
    MERGING,
    SARSA,
    SEFTA,
    Emilia,
    emilia,
    is_cooperative,
    keep,
)
from ferrovia.titles.t1883.happenings import HAPPENINGS


class EmilianSetup(SetupRules):
    def set_up(self, settings: Settings, chance: Chance) -> State:
        return setup.set_up(settings, chance)


class EmilianPrivates(PrivateRules):
    def sold(self, game: Game, private: str, player: str) -> None:
        privates.sold(game, private, player)

    def auction_over(self, game: Game) -> None:
        rounds.begin_stock_round(game)

    def auction_stalled(self, game: Game) -> None:
        game.end("1883-R79", "the bank has run out of money before all private companies were sold")

    def prices(self, game: Game, corporation: str, private: str) -> tuple[int, int] | None:
        return privates.prices(game, corporation, private)


class EmilianCorporations(CorporationRules):
    def may_start(self, game: Game) -> Iterable[str]:
        return launching.may_launch(game)

    def start_refusal(self, game: Game, player: str, action: Start) -> Refusal | None:
        return launching.launch_refusal(game, player, action)

    def start(self, game: Game, player: str, action: Start) -> None:
        launching.launch(game, player, action)

    def president(self, game: Game, corporation: str) -> str:
        if corporation == CCFR and is_cooperative(game):
            return emilia(game).ccfr_leader
        return game.holders(corporation)[PRESIDENT]


class EmilianStock(StockRules):
    sources = (OFFER, POOL)

    def share_price(self, game: Game, corporation: str, source: str) -> int:
        return stock.share_price(game, corporation, source)

    sells_after_buying = True

    extras = (stock.PoliticalSupport(), concessions.ConcessionPurchase())

    def sale_refusal(self, game: Game, seller: str, corporation: str) -> Refusal | None:
        return stock.sale_refusal(game, corporation)

    def purchase_refusal(self, game: Game, buyer: str, corporation: str, source: str) -> Refusal | None:
        return stock.barred_purchase(game, corporation, source)

    def pass_refusal(self, game: Game, player: str) -> Refusal | None:
        return balance.pass_refusal(game, player)

    def deal_refusal(self, game: Game, player: str, action: Action) -> Refusal | None:
        return balance.deal_refusal(game, player, action)

    def certificate_limit(self, game: Game) -> int:
        """5.4: by players in the game when the stock round began, and lower once SEFTA exists."""
        key = "certificate_limit_sefta" if emilia(game).merged else "certificate_limit"
        tables = components.sheet("game")["setup"]
        counted = emilia(game).limit_players or len(game.players)
        players = max(counted, min(table["players"] for table in tables))
        return int(next(table for table in tables if table["players"] == players)[key])


class PrivatePowers(Power):
    """3.4, 6.5: what private companies allow at any moment of a turn."""

    actions = (BuyPrivate, PlaceAnchor)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterable[Choice]:
        return privates.powers(game, turn)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        if isinstance(action, BuyPrivate):
            return privates.buy_refusal(game, turn, action)
        assert isinstance(action, PlaceAnchor)
        return privates.anchor_refusal(game, turn, action.hex)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        if isinstance(action, BuyPrivate):
            offer(game, turn, action)
        else:
            assert isinstance(action, PlaceAnchor)
            privates.place_anchor(game, turn, action.hex)


class EmilianOperating(OperatingRules):
    steps = (
        track.EmilianTrackStep(), track.EmilianTokenStep(), running.EmilianRunStep(), steps.EmilianDividendStep(),
        TrainStep(), steps.IssueStep(), steps.MergeStep(), PrivateStep(),
    )  # fmt: skip
    cooperative_steps = steps[:5]
    coach_steps = (coaches.CoachStep(), coaches.CoachRunStep(), steps[3], steps[5])

    def order(self, game: Game) -> Sequence[str]:
        frozen = emilia(game).ccfr == FROZEN
        return [name for name in game.market_order() if not (name == CCFR and frozen)]

    def steps_of(self, game: Game, corporation: str) -> Sequence[TurnStep]:
        if corporation == SARSA:
            return self.coach_steps
        if corporation == CCFR and emilia(game).ccfr == FROZEN:
            return ()  # 1883-8.1.6.2: also when it is frozen in the middle of its turn (R44)
        return self.cooperative_steps if corporation == CCFR and is_cooperative(game) else self.steps

    def turn_begins(self, game: Game, corporation: str) -> None:
        if corporation == SARSA:
            coaches.begin_turn(game)

    powers = (PrivatePowers(),)

    def dividend_goes_to(self, game: Game, corporation: str, holder: str) -> str | None:
        """6.7.2: the pool's part goes to the treasury, that of the Initial Offers to nobody."""
        if holder == OFFER:
            return None
        return corporation if holder == POOL else holder

    def turn_over(self, game: Game, corporation: str) -> None:
        if emilia(game).must_merge:
            merger.force(game)


class EmilianTrack(TrackRules):
    def hex_refusal(self, game: Game, corporation: str, hex_id: str) -> Refusal | None:
        return track.hex_refusal(game, corporation, hex_id)

    def changed(self, game: Game) -> None:
        concessions.test(game)


class EmilianTokens(TokenRules):
    one_per_hex = False

    def cost(self, game: Game, corporation: str) -> int:
        return launching.token_cost(game, corporation)

    def reserved(self, game: Game, stop: str) -> tuple[str, ...]:
        """6.5.2: a space stays free in every home of a corporation that is not operating (R30)."""
        homes = game.title.box.board.stops[stop].reserved
        if emilia(game).merged:
            homes = tuple(dict.fromkeys(SEFTA if name in MERGING else name for name in homes))
        here = game.tokens_at(stop)  # the frozen co-operative's tokens stay
        return tuple(name for name in homes if not game.is_started(name) and name not in here)


class EmilianTrains(TrainRules):
    def on_sale(self, game: Game) -> tuple[str, ...]:
        left = dict.fromkeys(game.trains(BANK))
        line = [name for name in left if game.title.box.trains[name].in_line]
        gravity_trains = [GRAVITY] if GRAVITY in left and game.state.phase in ("1", "2", "3") else []
        return (*line[:1], *gravity_trains)

    def refusal(self, game: Game, buyer: str, train: str, source: str) -> Refusal | None:
        return steps.train_refusal(game, buyer, train, source)

    def bought(self, game: Game, corporation: str) -> None:
        for name in game.title.box.corporations:
            gravity.return_surplus(game, name)

    def must_own(self, game: Game, corporation: str) -> bool:
        """6.8.1: a railway with a run of two stops, FS lines included (R32)."""
        if corporation == SARSA or (corporation == CCFR and is_cooperative(game)):
            return False
        longest = game.title.runs.runner(game, corporation, "8")
        return running.has_route(game, corporation, (longest,))

    sales_must_suffice = True
    president_must_stay = False  # 1883-5.3.4.5, R33

    def bankrupt(self, game: Game, corporation: str, player: str) -> None:
        bankrupt(game, corporation, player)


class EmilianRuns(RunRules):
    def runner(self, game: Game, corporation: str, train: str) -> Runner:
        return running.runner(game, corporation, train)

    def best(self, game: Game, corporation: str, seconds: float | None = None) -> Runs:
        return running.best(game, corporation, seconds)

    def chancy(self, game: Game, corporation: str) -> Sequence[tuple[Route, int]]:
        """6.8.5: gravity trains, which run after the others."""
        return [(route, gravity.chance()) for route in gravity.best(game, corporation)]

    def any_counts(self, game: Game) -> bool:
        return True  # 1883-6.7.2.2


class EmilianMarket(MarketRules):
    def __init__(self) -> None:
        self._closed = components.BOX.market.zone("closed")
        self._last = components.BOX.market.zone("end_of_game")

    def entered(self, game: Game, corporation: str, cell: Cell) -> None:
        if cell in self._closed:
            close(game, corporation)
        elif cell in self._last:
            rounds.entered(game, corporation)


class EmilianCalendar(CalendarRules):
    def phase_event(self, game: Game, event: str) -> None:
        match event:
            case "ccfr_receives_3" | "ccfr_receives_4":
                cooperative.receive(game, event[-1])
            case "event_deck_2" | "event_deck_3":
                keep(game, deck=tuple(game.shuffled(components.event_deck(int(event[-1])))))
                if event == "event_deck_3" and setup.BOMBS_AWAY in game.settings.options:
                    if not emilia(game).raids_done:
                        raids.begin(game)  # 1883-12.3.1
            case "close_privates":
                privates.close_all(game)
            case "ccfr_capitalised":
                if setup.MANDATORY_MERGING in game.settings.options:
                    merger.demand(game)  # 1883-12.1.2: the merger comes first, when the turn is over
                else:
                    cooperative.capitalise(game)
            case "unsold_concessions_removed":
                concessions.remove_unsold(game)
            case "fsf_second_tile_ends" | "sefta_may_merge" | "coaches_on_plain":
                pass  # read off the phase where they are asked for
            case _:
                raise LookupError(f"1883 has no event {event}.")
        if emilia(game).ccfr == FROZEN:
            cooperative.give_up_surplus(game)
        for corporation in game.title.box.corporations:
            gravity.return_surplus(game, corporation)

    def stock_round_over(self, game: Game) -> None:
        rounds.end_stock_round(game)

    def operating_round_over(self, game: Game) -> None:
        rounds.end_operating_round(game)

    def worth(self, game: Game, player: str) -> int:
        return rounds.worth(game, player)


class EmilianInterjections(InterjectionRules):
    actions = (UsePrivate,)

    def listed(self, game: Game) -> Sequence[Interjection]:
        return privates.interjections(game)

    def refusal(self, game: Game, action: Action, by: str | None) -> Refusal | None:
        return privates.power_refusal(game, action, by)

    def play(self, game: Game, player: str, action: Action) -> None:
        privates.swap(game, player)


class EmilianSeen(Seen):
    open = frozenset(
        {
            "support", "concessions", "pars", "limit_players", "launched", "waiting", "concession_buyers",
            "anchors", "ports", "worn_out", "used_powers",
            "first_round_over", "in_force", "strike_breaker", "hot_autumn", "effects", "raids_done", "set_aside",
            "tax_shield_used",
            "ccfr", "ccfr_leader", "ccfr_passed_on", "coaches", "coaching",
            "merged", "no_merger", "must_merge", "operated_before", "operated_last", "bankrupt",
        }
    )  # fmt: skip

    def words(self, game: Game, action: Action) -> str | None:
        return words.words(game, action)

    def map_marks(self, game: Game) -> Iterable[tuple[str, str, str]]:
        """SARSA's coaches, and the anchors in the ports."""
        own = emilia(game)
        yield from ((hex_id, "coach", SARSA) for hex_id in own.coaches)
        yield from ((hex_id, "token", corporation) for hex_id, corporation in own.ports)

    def own(self, game: Game, viewer: str | None) -> dict[str, Any]:
        """The events to come lie face down: only their number is seen."""
        return {**super().own(game, viewer), "deck": len(emilia(game).deck)}

    def redraw(self, game: Game, viewer: str | None) -> None:
        """7.0: everybody knows which events are left, and nobody in which order."""
        keep(game, deck=tuple(Chance(game.settings.seed).apart("deck").mixed(sorted(emilia(game).deck))))


class EmilianAudit(Audit):
    def train_roster(self, game: Game) -> tuple[str, ...]:
        return components.train_roster()

    def lost_tokens(self, game: Game, corporation: str) -> int:
        """SEFTA's tokens take the place of those of the two companies."""
        held = len(game.state.stations[corporation]) + game.state.tokens[corporation]
        return (
            game.title.box.corporations[corporation].tokens - held
            if emilia(game).merged
            else -self._extra(game, corporation)
        )

    def _extra(self, game: Game, corporation: str) -> int:
        return int(corporation == "FMV" and setup.STRENGTHEN_THE_WEAK in game.settings.options)

    def may_be_crowded(self, game: Game, stop: str) -> bool:
        """11.2.3, R30: after raids, and where a home token came back to a full city."""
        homes = {stop_id(hex_id) for name in game.tokens_at(stop) for hex_id in game.title.box.corporations[name].homes}
        return emilia(game).raids_done or stop in homes

    def lost_tiles(self, game: Game, tile: str) -> int:
        """6.4.2: only yellow and green tiles that are replaced are used again (R26)."""
        return emilia(game).worn_out.count(tile)

    def money_elsewhere(self, game: Game) -> int:
        return emilia(game).set_aside

    def certificate_places(self, game: Game, corporation: str) -> frozenset[str]:
        return frozenset({OFFER, POOL, OUT, *game.state.seats})

    def has_president(self, game: Game, corporation: str) -> bool:
        if corporation == CCFR and is_cooperative(game):
            return bool(emilia(game).ccfr_leader)
        return corporation != SEFTA or not (game.over or game.find(merger.Settling))


class Emilian(Title):
    """1883, by the sections of its rulebook."""

    name = "1883"

    place = "Emilia"

    note = (
        "The printed board, tiles, market and charters of 1883 are lost to us: they and most prices are rebuilt around"
        " everything its rulebook says. components/PROVENANCE.md tells which is which; an owner of the box can correct"
        " the sheets beside it without touching code."
    )

    options = setup.OPTIONS

    citations = CITATIONS

    happenings = HAPPENINGS

    own_type = Emilia

    actions = ACTIONS
    events = COMMON_EVENTS
    frames = (
        *COMMON_FRAMES,
        Debt,
        launching.FsfPar,
        link.LinkChoice,
        concessions.BonusChoice,
        concessions.Penalty,
        event_questions.Strike,
        event_questions.Levy,
        event_questions.WarEffort,
        event_questions.MarshallPlan,
        raids.AirRaids,
        rounds.RoundEnd,
        merger.MergerOffer,
        merger.OddShare,
        merger.Settling,
        merger.SeftaTokens,
        merger.Capitalisation,
    )

    def __init__(self) -> None:
        super().__init__(components.BOX)

    setup = EmilianSetup()
    privates = EmilianPrivates()
    corporations = EmilianCorporations()
    stock = EmilianStock()
    operating = EmilianOperating()
    track = EmilianTrack()
    tokens = EmilianTokens()
    trains = EmilianTrains()
    runs = EmilianRuns()
    market = EmilianMarket()
    calendar = EmilianCalendar()
    interjections = EmilianInterjections()
    seen = EmilianSeen()
    audit = EmilianAudit()


TITLE = Emilian()
