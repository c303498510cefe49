"""Section 8.3: FMMSF and FMV merge into SEFTA."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.actions import Accept, Action, Decline
from ferrovia.engine.flow.closing import bequeath
from ferrovia.engine.flow.frame import Frame, Procedure, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingRound, OperatingTurn, TurnStep
from ferrovia.engine.flow.phases import Discard, over_limit
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import OUT
from ferrovia.saying.message import term
from ferrovia.titles.t1883 import components, privates
from ferrovia.titles.t1883.actions import Merge
from ferrovia.titles.t1883.concessions import pass_on_bonuses
from ferrovia.titles.t1883.cooperative import capitalise
from ferrovia.titles.t1883.emilia import CCFR, MERGING, SEFTA, Concession, emilia, keep
from ferrovia.titles.t1883.events import Merged, NeverMerged
from ferrovia.titles.t1883.exchange import exchange
from ferrovia.titles.t1883.settling import Settling


def partner(corporation: str) -> str:
    first, second = MERGING
    return second if corporation == first else first


def refusal(game: Game, corporation: str) -> Refusal | None:
    """Why a corporation cannot propose the merger now."""
    own = emilia(game)
    if corporation not in MERGING or own.merged or own.no_merger:
        return Refusal("1883-8.3.1", "{corporation} has no corporation to merge with.", corporation=corporation)
    if not components.phase_table(game.state.phase)["sefta_may_merge"]:
        return Refusal("1883-4.0.22", "FMMSF and FMV may merge from phase 4 on.")
    other = partner(corporation)
    if not game.is_started(other):
        return Refusal("1883-8.3.1", "{corporation} is not in play.", corporation=other)
    if corporation not in own.operated_before or other not in game.state.operated:
        return Refusal("1883-8.3.2", "Both corporations must have completed an operating round.")
    reached = game.reach(corporation).paths
    if not any(stop in reached for stop in game.state.stations[other]):
        return Refusal("1883-8.3.1", "No route links a token of {corporation} to one of {other}.",
                       corporation=corporation, other=other)  # fmt: skip
    return None


def propose(game: Game, corporation: str) -> None:
    """Both presidents must agree; one person for both sides is agreement enough."""
    if game.president(corporation) == game.president(partner(corporation)):
        merge(game, corporation)
    else:
        game.push(MergerOffer(corporation))


class MergeStep(TurnStep):
    """8.3: the merger is the last action of a turn."""

    id = word = "merge"
    label = term("merger")
    asks = Prompt(term("Merge {corporation}?"), term("{player} may merge {corporation}"))
    station = term("Merger")
    actions = (Merge,)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Merge]:
        if refusal(game, turn.corporation) is None:
            yield Merge()

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        return refusal(game, turn.corporation)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        turn.next_step(game)
        propose(game, turn.corporation)


class MergerOffer(Frame, frozen=True, tag="merger_offer"):
    """The president of the other company agrees or not."""

    active: str

    word = "merger"
    label = term("merger")
    asks = Prompt(term("Merge {corporation} with {active}?"), term("{player} answers for {corporation}"))

    def decider(self, game: Game) -> str:
        return game.president(partner(self.active))

    def corporation_of(self, game: Game) -> str:
        return partner(self.active)

    def choices(self, game: Game) -> Iterator[Action]:
        yield Accept()
        yield Decline()

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if isinstance(action, Accept | Decline):
            return None
        return not_now(action, self.called(game)).cited("1883-8.3.1")

    def play(self, game: Game, action: Action) -> None:
        game.pop()
        if isinstance(action, Accept):
            merge(game, self.active)


def merge(game: Game, active: str) -> None:
    """The whole procedure; odd shares and the presidency may ask players on the way."""
    game.tell(Merged())
    president = game.president(active)
    value = _place_on_market(game)
    order = (president, *game.to_the_left(president))
    privates.close_all(game)  # 1883-8.3.15
    _take_over(game)
    keep(game, merged=True)
    game.set_par(SEFTA, value)
    game.push(Settling(order))
    exchange(game, order, value)
    done = game.find(OperatingRound)
    if done is not None:
        game.change(OperatingRound((*done.done, *MERGING, SEFTA)))  # 1883-8.3.3


def _place_on_market(game: Game) -> int:
    """8.3.5: the sum of both prices, at most 150, on the nearest value not above it, furthest east."""
    total = min(components.sheet("market")["sefta"]["maximum"], sum(game.price(name) for name in MERGING))
    rows = game.title.box.market.rows
    cells = [(row, col) for row, line in enumerate(rows) for col, price in enumerate(line) if 0 < price <= total]
    value = max(rows[row][col] for row, col in cells)
    cell = max((cell for cell in cells if rows[cell[0]][cell[1]] == value), key=lambda cell: cell[1])
    game.put_on_market(SEFTA, cell)
    return value


def _take_over(game: Game) -> None:
    """8.3.4: money, trains, concessions, bonuses and anchors; the old companies leave the market."""
    for name in MERGING:
        bequeath(game, name, SEFTA)
    own = emilia(game)
    keep(
        game,
        concessions={
            key: Concession(SEFTA, item.counter) if item.owner in MERGING else item
            for key, item in own.concessions.items()
        },
        anchors={SEFTA: sum(own.anchors.get(name, 0) for name in MERGING)}
        | {name: left for name, left in own.anchors.items() if name not in MERGING},
        effects=_inherited(own.effects),
        ports=tuple(dict.fromkeys((hex_id, SEFTA if name in MERGING else name) for hex_id, name in own.ports)),
    )
    pass_on_bonuses(game, SEFTA, MERGING)
    for name in MERGING:
        game.take_off_market(name)
        game.forget_operated(name)
    game.note_operated(SEFTA)


def _inherited(effects: dict[str, str]) -> dict[str, str]:
    """R80: what an event of the round does to the run of either company it does to SEFTA's, the worse of the two."""
    worse = max((effects.get(name, "") for name in MERGING), key=("", "half", "zero").index)
    others = {name: effect for name, effect in effects.items() if name not in MERGING}
    return {**others, SEFTA: worse} if worse else others


class Capitalisation(Procedure, frozen=True, tag="capitalisation"):
    """12.1: CCFR becomes capitalist as soon as the merger is settled, presidency and all."""

    def proceed(self, game: Game) -> bool:
        game.pop()
        capitalise(game)
        if game.is_started(CCFR) and over_limit(game, CCFR):
            game.push(Discard(CCFR))
        return True


def demand(game: Game) -> None:
    """Variant 12.1, at the first 5 train: the merger is due, then CCFR; without a merger CCFR at once."""
    own = emilia(game)
    if not own.merged and all(game.is_started(name) for name in MERGING):
        keep(game, must_merge=True)
        return
    if not own.merged:
        _never(game)
    capitalise(game)


def _never(game: Game) -> None:
    """12.1: SEFTA leaves the game for good."""
    keep(game, no_merger=True)
    game.place_stock(SEFTA, (OUT,) * len(game.sizes(SEFTA)))
    game.tell(NeverMerged())


def force(game: Game) -> None:
    """Variant 12.1: they merge whether they like it or not, if both are in play; then CCFR becomes capitalist."""
    keep(game, must_merge=False)
    game.push(Capitalisation())
    if emilia(game).merged:
        return
    if not all(game.is_started(name) for name in MERGING):
        _never(game)
        return
    order = [name for name in game.market_order() if name in MERGING]
    done = game.find(OperatingRound)
    operated = done is not None and any(name in done.done for name in MERGING)
    merge(game, order[0])
    if done is not None and not operated:
        game.change(OperatingRound((*done.done, *MERGING)))  # 1883-12.1.3: SEFTA still operates in this round
