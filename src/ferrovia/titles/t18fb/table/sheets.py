"""The sheet of a company: its home and where its line must go, deposit, interest, tile steps, and how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.table.page.grants import Grant
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.concessions import regular_deposit
from ferrovia.titles.t18fb.earnings import band
from ferrovia.titles.t18fb.places import has_token
from ferrovia.titles.t18fb.south import is_bourbon_age, south
from ferrovia.titles.t18fb.states import CompanyState, lines_asked, state_of
from ferrovia.titles.t18fb.track import hexes_laid, tile_steps

STATES = (CompanyState.BUILDING, CompanyState.PROVISIONAL, CompanyState.DEFINITIVE)
FIRST_PART = 2  # 3.3.2.3: half of a deposit comes back first, rounded down to D5
ROUNDED = 5


@dataclass(frozen=True)
class Stop:
    """A place of the line."""

    sign: str  # as it stands on the map; empty for the home
    name: str
    is_reached: bool
    refund: int  # what comes back of the deposit there


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
    state: CompanyState

    @property
    def states(self) -> tuple[tuple[CompanyState, bool], ...]:
        """The states that a line goes through, and which it is in."""
        return tuple((state, state is self.state) for state in STATES)

    @property
    def is_frozen(self) -> bool:
        return self.state is CompanyState.FROZEN


def sheet(scene: Scene, company: str) -> SheetParts:
    """The sheet of a company that has a concession."""
    game = scene.game
    concession = south(game).concessions[company]
    due = concession.deposit if concession.owner else regular_deposit(game, company)
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
        _steps(game, company),
        state_of(game, company),
    )


def _homes(lines: Sequence[components.ConcessionLine]) -> list[components.ConcessionLine]:
    return list({line.home: line for line in lines}.values())


def _stop(scene: Scene, company: str, number: str, names: tuple[str, ...], name: str, refund: int) -> Stop:
    """Destinations of which one is enough share a number: 1a, 1b."""
    sign = number + ("" if len(names) == 1 else chr(ord("a") + names.index(name)))
    return Stop(sign, place_name(scene, name), has_token(scene.game, company, name), refund)


def place_name(scene: Scene, name: str) -> str:
    """A hex by its name; an area or city of several hexes by its own."""
    return scene.place(name) if name in scene.title.box.board.hexes else name


def _steps(game: Game, company: str) -> int:
    """3.5.1.1: those it has, or would have if it floated in this phase."""
    if company in game.state.floated:
        return tile_steps(game, company)
    return int(components.sheet("game")["tile_steps"][game.state.phase])


def grant(scene: Scene, name: str) -> Grant | None:
    """The line of a concession on the map; None for what has none."""
    if not is_bourbon_age(scene.game) or name not in south(scene.game).concessions:
        return None
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


# In its turn


@dataclass(frozen=True)
class StepParts:
    """Which of its tile steps a company takes."""

    company: SheetParts | None
    number: int
    steps: int
    is_building: bool


def track_note(scene: Scene) -> Inset | None:
    """3.5.1.1, 3.5.4: how many tiles are left in this turn, and what they mean for the interest."""
    turn = scene.game.find(OperatingTurn)
    if turn is None or turn.corporation not in scene.game.state.floated:
        return None
    steps, laid = tile_steps(scene.game, turn.corporation), len(hexes_laid(turn))
    if laid >= steps:
        return None
    has_sheet = is_bourbon_age(scene.game) and turn.corporation in south(scene.game).concessions
    is_building = state_of(scene.game, turn.corporation) is CompanyState.BUILDING
    shown = sheet(scene, turn.corporation) if has_sheet else None
    return Inset("t18fb/steps.html", StepParts(shown, laid + 1, steps, is_building))
