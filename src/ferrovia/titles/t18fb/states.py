"""3.4: the states of a company, read off its concession, its tokens and the phase."""

from __future__ import annotations

from enum import StrEnum

from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import term
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.places import has_token
from ferrovia.titles.t18fb.south import is_bourbon_age, is_regional, south


class CompanyState(StrEnum):
    UNFLOATED = term("unfloated")
    BUILDING = term("building")
    PROVISIONAL = term("provisional")
    DEFINITIVE = term("definitive")
    FROZEN = term("frozen")


def state_of(game: Game, company: str) -> CompanyState:
    """7.1, 7.2: by the concession and the destinations reached; from PH5 all that floated is definitive."""
    if is_regional(company):
        return CompanyState.DEFINITIVE
    if company not in game.state.floated:
        return CompanyState.UNFLOATED
    if not is_bourbon_age(game):
        return CompanyState.DEFINITIVE
    if south(game).concessions[company].owner not in game.players:
        return CompanyState.FROZEN
    return line_state(game, company)


def line_state(game: Game, company: str) -> CompanyState:
    """The state a company has, or comes back to, by what its line has reached."""
    intermediate, final = reached(game, company)
    if not intermediate:
        return CompanyState.BUILDING
    return CompanyState.DEFINITIVE if final else CompanyState.PROVISIONAL


def reached(game: Game, company: str) -> tuple[bool, bool]:
    """Whether a company stands on its intermediate and on its final destination, in whichever slot (R71)."""
    lines = lines_asked(game, company)
    intermediate = any(has_token(game, company, line.intermediate) for line in lines)
    final = any(has_token(game, company, line.final) for line in lines)
    return intermediate, final


def lines_asked(game: Game, company: str) -> list[components.ConcessionLine]:
    """What a concession asks for; of a company that picks the end it builds from, none until it has."""
    lines = components.concession_lines(company)
    picks = len({line.home for line in lines}) > 1
    return [line for line in lines if not picks or line.home == south(game).fp_home]


def charter(game: Game, company: str) -> list[str]:
    """The historical destinations of a company, without an intermediate one that its choice took off the map (R86)."""
    middles = {line.intermediate for line in components.concession_lines(company)}
    lost = {name for name in middles if (company, name) in south(game).given_up} if len(middles) > 1 else set()
    return [name for name in components.destinations(company) if name not in lost]


def runs_trains(game: Game, company: str) -> bool:
    return state_of(game, company) in (CompanyState.PROVISIONAL, CompanyState.DEFINITIVE, CompanyState.FROZEN)


def is_operational(game: Game, company: str) -> bool:
    """Provisional or definitive: with all the rights and duties of a railway."""
    return state_of(game, company) in (CompanyState.PROVISIONAL, CompanyState.DEFINITIVE)
