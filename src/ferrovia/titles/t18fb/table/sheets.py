"""The sheet of a company with a concession: home and destinations, deposit, interest, tile steps, how it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.finance.certificates import PRESIDENT
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import term
from ferrovia.table.page.grants import Grant
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.concessions import Rescue, regular_deposit
from ferrovia.titles.t18fb.earnings import band
from ferrovia.titles.t18fb.places import has_token
from ferrovia.titles.t18fb.south import south
from ferrovia.titles.t18fb.states import CompanyState, charter, line_state, lines_asked, state_of
from ferrovia.titles.t18fb.track import tile_steps

# 3.4: the states that a line goes through, and what each means.
STATES = {
    CompanyState.BUILDING: term("interest, no train runs"),
    CompanyState.PROVISIONAL: term("trains run, one is needed"),
    CompanyState.DEFINITIVE: term("the same"),
}
UNIFICATION = "building_and_frozen_become_definitive"  # 3.4.20
FIRST_PART = 2  # 3.3.2.3: half of a deposit comes back first, rounded down to D5
ROUNDED = 5


@dataclass(frozen=True)
class Stop:
    """A place of the line."""

    sign: str  # as it stands on the map; empty for the home
    name: str
    is_reached: bool
    refund: int  # what comes back of the deposit there, or what its owner is paid
    words: str = ""  # what is asked for there


@dataclass(frozen=True)
class SheetParts:
    """What the template asks for."""

    edition: object  # for the plates
    company: str
    name: str
    owner: str
    deposit: int  # that lies on it, or that is due for it now
    homes: tuple[Stop, ...]
    middles: tuple[Stop, ...]
    ends: tuple[Stop, ...]
    interest: int  # a share of ten per cent
    band: str
    steps: int
    rises: tuple[str, ...]  # other places where a token lifts the price
    state: CompanyState
    frozen: tuple[str, ...]  # what froze it, what that means, what thaws it

    @property
    def states(self) -> tuple[tuple[CompanyState, str, bool], ...]:
        """The states that a line goes through, what each means, and which it is in."""
        return tuple((state, means, state is self.state) for state, means in STATES.items())

    @property
    def is_frozen(self) -> bool:
        return self.state is CompanyState.FROZEN


def sheet(scene: Scene, company: str) -> SheetParts:
    """The sheet of a company that has a concession."""
    game = scene.game
    concession = south(game).concessions[company]
    due = concession.deposit if concession.owner else deposit_due(game, company)
    lines = lines_asked(game, company) or components.concession_lines(company)
    half = due // FIRST_PART // ROUNDED * ROUNDED
    middles = tuple(dict.fromkeys(line.intermediate for line in lines))
    ends = tuple(dict.fromkeys(line.final for line in lines))
    was_there = any(has_token(game, company, name) for name in middles)
    return SheetParts(
        edition(scene),
        company,
        components.company_table(company)["name"],
        concession.owner,
        due,
        tuple(Stop("", place_name(scene, line.home), True, 0) for line in _homes(lines)),
        tuple(_stop(scene, company, "1", middles, name, 0 if was_there else half) for name in middles),
        tuple(_stop(scene, company, "2", ends, name, due if was_there else due - half) for name in ends),
        int(components.sheet("game")["interest_bands"][band(game, company)]),
        band(game, company),
        steps_of(game, company),
        rises(scene, company, besides=(*middles, *ends)),
        state_of(game, company),
        tuple(_frozen(scene, company)),
    )


def deposit_due(game: Game, company: str) -> int:
    """3.3.2.1, 3.3.3.5: what whoever takes the concession deposits, but for cards; nothing once the line is whole."""
    is_whole = company in game.state.floated and line_state(game, company) is CompanyState.DEFINITIVE
    return 0 if is_whole else regular_deposit(game, company)


def rises(scene: Scene, company: str, besides: Sequence[str] = ()) -> tuple[str, ...]:
    """3.5.3.2: the historical destinations where a token would still lift the price."""
    return tuple(
        place_name(scene, name)
        for name in charter(scene.game, company)
        if name not in besides and not has_token(scene.game, company, name)
    )


def _frozen(scene: Scene, company: str) -> Iterator[str]:
    """3.3.3, 3.4.13 to 21: what froze a company, what it may do meanwhile, and what thaws it."""
    game, say = scene.game, scene.say
    if state_of(game, company) is not CompanyState.FROZEN:
        return
    margin, turn = game.title.corporations.takeover_margin(game), south(game).concessions[company].withdrawn
    if turn:
        text = (
            "Its concession lies in the bank pool: it was withdrawn in stock round {turn}, when another player held"
            " {margin}% more of {company} than its owner."
        )
        yield say(text, turn=turn, margin=margin, company=company)
    else:
        yield say("Its concession lies in the bank pool: it was withdrawn in an operating round.")
    yield say(
        "Frozen, it may only upgrade track and run its trains, and it pays half of what they earn: no new tile, no"
        " token, no train, no trade in stock, no rise for being sold out."
    )
    now, due, state = game.state.round, deposit_due(game, company), line_state(game, company)
    text = "It is {state:term} again once somebody takes the concession in a stock round, for a deposit of {due:money}."
    if not due:
        text = "It is {state:term} again once somebody takes the concession in a stock round, without a deposit."
    if now.kind == "stock" and turn == now.turn and not isinstance(game.top, Rescue):
        text = (
            "It is {state:term} again once somebody takes the concession, from the next stock round on, for a deposit"
            " of {due:money}."
        )
    yield say(text, state=state, due=due)
    text = "That may be its president, or who holds at least {least}% while nobody holds {margin}% more."
    yield say(text, least=game.sizes(company)[PRESIDENT], margin=margin)
    yield say("Phase {phase} makes it definitive in any case.", phase=components.phase_of(UNIFICATION))


def _homes(lines: Sequence[components.ConcessionLine]) -> list[components.ConcessionLine]:
    return list({line.home: line for line in lines}.values())


def _stop(scene: Scene, company: str, number: str, names: tuple[str, ...], name: str, refund: int) -> Stop:
    """Destinations of which one is enough share a number: 1a, 1b."""
    sign = number + ("" if len(names) == 1 else chr(ord("a") + names.index(name)))
    return Stop(sign, place_name(scene, name), has_token(scene.game, company, name), refund)


def place_name(scene: Scene, name: str) -> str:
    """A hex by its name; an area or city of several hexes by its own."""
    return scene.place(name) if name in scene.title.box.board.hexes else name


def steps_of(game: Game, company: str) -> int:
    """3.5.1.1: those it has, or would have if it floated as soon as it can."""
    if company in game.state.floated:
        return tile_steps(game, company)
    phases = list(game.title.box.phases)
    phase = max(game.state.phase, components.company_table(company)["available"], key=phases.index)
    return int(components.sheet("game")["tile_steps"][phase])


def line_grant(scene: Scene, name: str) -> Grant:
    """The line of a concession on the map."""
    lines = lines_asked(scene.game, name) or components.concession_lines(name)
    parts = sheet(scene, name)
    places = [
        *dict.fromkeys(line.home for line in lines),
        *dict.fromkeys(line.intermediate for line in lines),
        *dict.fromkeys(line.final for line in lines),
    ]
    signs = [stop.sign or scene.say("home") for stop in (*parts.homes, *parts.middles, *parts.ends)]
    return Grant(
        name,
        scene.say("Concession of {company}", company=name),
        tuple(_hex(scene, place) for place in places),
        Inset("t18fb/company_sheet.html", parts),
        tuple(signs),
    )


def _hex(scene: Scene, place: str) -> str:
    """Where a place is shown; an area of several hexes at its first stop."""
    return place if place in scene.title.box.board.hexes else hex_of(components.stops_of(place)[0])
