"""A referee who cannot object proves nothing: for every clause it judges, some corrupted moment is objected to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from ferrovia.bots.play import bot_game
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import SellShares
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK, State
from ferrovia.engine.flow.steps import dividend
from ferrovia.titles.registry import title
from ferrovia.titles.t18fb import components as southern
from ferrovia.titles.t18fb import concessions as deposits
from ferrovia.titles.t18fb import dividends, earnings, market
from ferrovia.titles.t1883 import coaches, concessions, runs
from tests.referees.proof import Proof
from tests.referees.referee import Referee
from tests.referees.watching import REFEREES, plan, referee_for, watch

# Judged once, before the first action: see below.
AT_THE_START = {
    "1849": ("1849-1.1.3", "1849-2.0.1"),
    "1883": ("1883-2.2.1", "1883-R02"),
    "18FB": ("18FB-3.1.9", "18FB-R04"),
}
# Clauses that come up too seldom, or only by two changes at once: each has a test of its own below.
APART = {"18FB-2.5.2.2", "18FB-3.5.10.7"}


# What can be broken only later in a game than a short look goes: ends, full hands, old concessions, tiles that run out.
LATER = {
    "1883-6.11.1",
    "1883-8.2.18",
    "1883-9.0.2",
    "1883-9.0.4",
    "1883-9.0.6",
    "18FB-4.1",
    "18FB-4.2",
    "18FB-6.1",
    "18FB-R26",
    "18FB-R76",
}


@pytest.mark.parametrize(
    ("name", "actions"),
    [
        ("1849", 100_000),
        pytest.param("1883", 150, marks=pytest.mark.soak),
        pytest.param("18FB", 130, marks=pytest.mark.soak),
    ],
)
def test_what_is_judged_in_a_game_can_be_objected_to(name: str, actions: int) -> None:
    proof = Proof()
    _, seed, players, options = plan(name, 1, "objections")[0]
    proof.take(name, seed, players, options, most=actions)
    assert len(proof.judged) > 50
    assert set(proof.silent) <= {*AT_THE_START[name], *APART, *LATER}


@pytest.mark.soak
@pytest.mark.parametrize("name", REFEREES)
def test_what_is_judged_in_any_game_can_be_objected_to(name: str) -> None:
    proof = Proof()
    for _, seed, players, options in plan(name, 8, "objections"):
        proof.take(name, seed, players, options)
    assert len(proof.judged) > 100
    assert set(proof.silent) <= {*AT_THE_START[name], *APART}


# The table before the first action


@pytest.mark.parametrize("name", REFEREES)
def test_a_wrong_start_is_objected_to(name: str) -> None:
    game, _ = bot_game(name, ["sensible"] * title(name).player_counts[0], "any")
    for purse, clause in zip((game.state.seats[0], BANK), AT_THE_START[name], strict=True):
        referee = REFEREES[name](game.title, game.settings)
        cash = {**game.state.cash, purse: game.state.cash[purse] + 1}
        referee.begin(msgspec.structs.replace(game.state, cash=cash))
        assert clause in [fault.clause for fault in referee.faults]
        referee = REFEREES[name](game.title, game.settings)
        referee.begin(game.state.copy())
        assert referee.faults == []


@pytest.mark.parametrize("name", REFEREES)
def test_wrong_scores_are_objected_to(name: str) -> None:
    game, bots = bot_game(name, ["sensible"] * title(name).player_counts[0], "any")
    referee = referee_for(game)
    for _ in watch(game, lambda game: bots[game.top.decider(game)].choose(game), referee, most=60):
        pass
    scores = {player: game.title.calendar.worth(game, player) for player in game.settings.players}
    assert referee.score(scores) == []
    player = game.state.seats[0]
    assert len(referee.score({**scores, player: scores[player] + 1})) == 1


# Apart


@pytest.mark.clause("18FB-2.5.2.2")
def test_a_closed_pass_is_seen() -> None:
    game, _ = bot_game("18FB", ["sensible"] * 3, "any")
    referee: Any = referee_for(game)
    hex_id, edge = next(
        (table["id"], border["edge"])
        for table in southern.sheet("map")["hex"]
        for border in table.get("borders", ())
        if "opens" in border
    )
    beside = game.title.box.board.neighbours[hex_id][edge]
    side = frozenset({(hex_id, edge), beside})
    for phase, cost in (("PH2", None), ("PH3", 60)):
        _open_books(referee, msgspec.structs.replace(game.state, phase=phase))
        assert referee._crossing(frozenset({side})) == cost


@pytest.mark.clause("18FB-3.5.10.7")
def test_an_emergency_sale_that_loses_the_company_is_seen() -> None:
    game, bots = bot_game("18FB", ["sensible"] * 3, "any")
    referee = referee_for(game)
    for moment, _ in watch(game, lambda game: bots[game.top.decider(game)].choose(game), referee):
        company, player = moment.corporation, moment.player
        if moment.step != "trains" or moment.before.phase < "PH5" or company not in moment.before.own.earned:
            continue
        rival = next(other for other in moment.before.seats if other != player)
        holders = (player, player, rival, rival, rival, *("offer",) * 4)
        before = msgspec.structs.replace(moment.before, certificates={**moment.before.certificates, company: holders})
        sold = msgspec.structs.replace(moment, before=before, action=SellShares(company, (10,)))
        assert "18FB-3.5.10.7" in [fault.clause for fault in referee.fork().see(sold)]
        return
    pytest.fail("No company has bought trains after Unification.")


def _open_books(referee: Any, state: State) -> None:
    from tests.referees.books import Books

    referee.books = Books(referee.title, state)
    referee.books.own = referee.own_tables(state)


# Rules of the program, changed


def _more(function: Callable[..., int], by: int = 10) -> Callable[..., int]:
    return lambda *facts, **named: function(*facts, **named) + by


def _wrap(patch: pytest.MonkeyPatch, owner: Any, name: str, change: Callable[..., Any]) -> None:
    patch.setattr(owner, name, change(getattr(owner, name)))


def _phases(name: str, **facts: Any) -> Callable[[pytest.MonkeyPatch], None]:
    """All phases of a title with other facts."""
    return lambda patch: patch.setattr(
        title(name).box,
        "phases",
        {key: msgspec.structs.replace(phase, **facts) for key, phase in title(name).box.phases.items()},
    )


def _moves(direction: Direction, times: int) -> Callable[[pytest.MonkeyPatch], None]:
    """Tokens that move so many spaces more in a direction."""

    def change(move: Callable[..., None]) -> Callable[..., None]:
        return lambda game, name, to, count=1: move(game, name, to, count + times if to is direction else count)

    return lambda patch: _wrap(patch, Game, "move", change)


def _no_pool_rule(patch: pytest.MonkeyPatch) -> None:
    def pay_all(game: Game, corporation: str, revenue: int) -> None:
        for holder in dict.fromkeys(game.holders(corporation)):
            receiver = corporation if holder in ("pool", "offer") else holder
            game.pay(BANK, receiver, revenue * game.percent(corporation, holder) // 100)

    patch.setattr(dividend, "pay_dividend", pay_all)
    patch.setattr(dividends, "pay_dividend", pay_all)


def _set(owner: Any, name: str, value: Any) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(owner, name, value)


def _dearer(owner: Any, name: str, by: int = 10) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: _wrap(patch, owner, name, lambda function: _more(function, by))


def _reversed_order(name: str) -> Callable[[pytest.MonkeyPatch], None]:
    kind = type(title(name).operating)
    return lambda patch: _wrap(
        patch, kind, "order", lambda order: lambda rules, game: list(reversed(order(rules, game)))
    )


def _facet(name: str, facet: str) -> Any:
    """The class that answers for a part of a title's rules."""
    return type(getattr(title(name), facet))


CHANGED: list[tuple[str, str, str, Callable[[pytest.MonkeyPatch], None]]] = [
    ("1849", "terrain costs more", "1849-10.3.1.2", _dearer(_facet("1849", "track"), "terrain_cost")),
    ("1849", "the pool's dividend is paid", "1849-10.5.3.2", _no_pool_rule),
    ("1849", "a sale moves the price too far", "1849-9.2.2", _moves(Direction.DOWN, 1)),
    ("1849", "withholding moves the price twice", "1849-10.5.3.7", _moves(Direction.LEFT, 1)),
    ("1849", "dividends move the price twice", "1849-10.5.3.4", _moves(Direction.RIGHT, 1)),
    ("1849", "being sold out moves the price twice", "1849-9.7.2", _moves(Direction.UP, 1)),
    ("1849", "no train is ever eliminated", "1849-6.0.6", _phases("1849", eliminates=())),
    ("1849", "always one operating round", "1849-6.0.3", _phases("1849", operating_rounds=1)),
    ("1849", "no train limit", "1849-6.0.8", _phases("1849", train_limit=9)),
    ("1849", "grey cities always pay most", "1849-10.5.2.1", _phases("1849", revenue_level=2)),
    (
        "1849",
        "no certificate limit",
        "1849-9.1.3",
        _set(_facet("1849", "stock"), "certificate_limit", lambda title, game: 99),
    ),
    ("1849", "no limit of holding", "1849-9.3.3", _set(title("1849"), "player_limit", 100)),
    ("1849", "no limit of the pool", "1849-9.2.6", _set(title("1849"), "pool_limit", 100)),
    (
        "1849",
        "presidents are hard to oust",
        "1849-9.5.1",
        _set(_facet("1849", "corporations"), "takeover_margin", lambda title, game: 11),
    ),
    ("1849", "the cheapest operates first", "1849-10.0.2", _reversed_order("1849")),
    (
        "1849",
        "private companies pay nothing",
        "1849-7.1.12",
        _set(_facet("1849", "privates"), "pay_revenue", lambda *_: None),
    ),
    ("1883", "tokens cost more", "1883-6.5.3", _dearer(_facet("1883", "tokens"), "cost")),
    ("1883", "shares cost more", "1883-5.3.2.1", _dearer(_facet("1883", "stock"), "share_price", 5)),
    ("1883", "the offer's dividend is paid", "1883-6.7.2.3", _no_pool_rule),
    ("1883", "a sale moves the price too far", "1883-5.2.2", _moves(Direction.DOWN, 1)),
    ("1883", "coaches earn more", "1883-8.2.8", _dearer(coaches, "hex_value")),
    ("1883", "strikes are harmless", "1883-6.7.2.1", _set(runs, "after_events", lambda game, name, earned: earned)),
    ("1883", "concessions last for ever", "1883-6.11.1", _set(concessions, "check_deadlines", lambda game: None)),
    (
        "1883",
        "no certificate limit",
        "1883-5.4.6",
        _set(_facet("1883", "stock"), "certificate_limit", lambda title, game: 99),
    ),
    ("1883", "the cheapest operates first", "1883-R16", _reversed_order("1883")),
    ("1883", "no train is ever scrapped", "1883-4.0.14", _phases("1883", eliminates=())),
    ("1883", "always one operating round", "1883-4.0.3", _phases("1883", operating_rounds=1)),
    (
        "1883",
        "nobody minds the balance",
        "1883-8.2.18",
        _set(_facet("1883", "stock"), "pass_refusal", lambda *_: None),
    ),
    ("18FB", "no deposit comes back", "18FB-3.3.2.3", _set(deposits, "refund", lambda *_, **__: None)),
    (
        "18FB",
        "half dividends are rounded down",
        "18FB-3.5.6.4",
        _set(dividends, "shareholders_half", lambda r: r // 20 * 10),
    ),
    ("18FB", "stations earn more", "18FB-3.5.5.9", _dearer(earnings, "station_value")),
    ("18FB", "cards pay more", "18FB-3.5.1", _dearer(_facet("18FB", "privates"), "revenue")),
    ("18FB", "there are no ledges", "18FB-2.2.5.1", _set(market, "_depth", lambda market, cell: 0)),
    ("18FB", "the cheapest operates first", "18FB-3.5.5", _reversed_order("18FB")),
    (
        "18FB",
        "presidents are hard to oust",
        "18FB-3.3.5.2",
        _set(_facet("18FB", "corporations"), "takeover_margin", lambda title, game: 90),
    ),
    ("18FB", "no train is ever scrapped", "18FB-2.1.5", _phases("18FB", eliminates=())),
    ("18FB", "no limit of holding", "18FB-2.3.4", _set(title("18FB"), "player_limit", 100)),
]


# There are things that nobody with any sense does.
SENSELESS = {"1849-9.2.6", "1883-8.2.18", "18FB-3.3.5.2"}


@pytest.mark.parametrize(
    ("name", "clause", "change"), [(name, clause, change) for name, _, clause, change in CHANGED],
    ids=[f"{name}, {what}" for name, what, _, _ in CHANGED],
)  # fmt: skip
def test_a_rule_changed_in_the_program_is_objected_to(
    name: str, clause: str, change: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    change(monkeypatch)
    games = plan(name, 3, "changed")
    for kind in ("random", "sensible") if clause in SENSELESS else ("sensible", "random"):
        if any(_objects(kind, name, seed, players, options, clause) for _, seed, players, options in games):
            return
    pytest.fail(f"No referee objects by {clause}.")


def _objects(kind: str, name: str, seed: str, players: int, options: tuple[str, ...], clause: str) -> bool:
    """Whether a referee comes to object by a clause in a game, besides whatever else it objects to."""
    game, bots = bot_game(name, [kind] * players, seed, options)
    referee: Referee = referee_for(game)
    moments = watch(game, lambda game: bots[game.top.decider(game)].choose(game), referee)
    return any(clause in fault.clause.split(", ") for _, faults in moments for fault in faults)
