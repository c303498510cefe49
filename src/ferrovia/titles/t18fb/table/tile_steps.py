"""3.5.1: which tile step a company takes, what all of them bring, and where it is to go."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t18fb.regionals import second_tile_cost
from ferrovia.titles.t18fb.south import is_bourbon_age, is_regional, south
from ferrovia.titles.t18fb.states import CompanyState, state_of
from ferrovia.titles.t18fb.table.charters import charter_sheet
from ferrovia.titles.t18fb.track import hexes_laid, tile_steps


@dataclass(frozen=True)
class StepParts:
    """Which of its tile steps a company takes."""

    company: str
    sheet: Inset | None  # of a company with places to reach
    number: int
    steps: int
    is_building: bool
    cost: int  # of this step


def track_note(scene: Scene) -> Inset | None:
    """3.5.1.1, 3.5.4, 3.6.3.6: how many tiles are left in this turn, what they cost and mean for the interest."""
    game, turn = scene.game, scene.game.find(OperatingTurn)
    if turn is None:
        return None
    company = turn.corporation
    regional = is_regional(company)
    if company not in game.state.floated and not regional:
        return None
    steps, laid = tile_steps(game, company), len(hexes_laid(turn))
    if laid >= steps:
        return None
    has_places = regional or (is_bourbon_age(game) and company in south(game).concessions)
    return Inset(
        "t18fb/steps.html",
        StepParts(
            company,
            charter_sheet(scene, company) if has_places else None,
            laid + 1,
            steps,
            state_of(game, company) is CompanyState.BUILDING,
            second_tile_cost() if regional and laid else 0,
        ),
    )
