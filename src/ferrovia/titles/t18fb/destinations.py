"""3.5.3: a token on the map, and what its destination brings: another state, the deposit, a higher price."""

from __future__ import annotations

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t18fb import components, concessions, places
from ferrovia.titles.t18fb.components import place, stops_of
from ferrovia.titles.t18fb.events import DestinationReached
from ferrovia.titles.t18fb.south import FS, SFM, keep, south
from ferrovia.titles.t18fb.states import charter, is_operational, reached


def place_token(game: Game, company: str, stop: StopId) -> None:
    """State first, then the bonus (R33)."""
    before = reached(game, company)
    is_empty = not any(places.companies_at(game, other) for other in stops_of(place(stop)))
    is_empty_yellow = is_empty and game.layout.face(hex_of(stop)).colour == "yellow"  # R52
    game.place_token(company, stop)
    own = south(game)
    if company not in own.extended:
        keep(game, extended=(*own.extended, company))
    _leave_other_half(game, company, stop)
    if company == FS:
        _settle_on_one_middle(game, stop)
    _update_state(game, company, before)
    is_destination = place(stop) in charter(game, company)
    is_pioneer = company == SFM and is_empty_yellow
    if (is_destination and is_operational(game, company)) or is_pioneer:
        game.move(company, Direction.UP)


def _leave_other_half(game: Game, company: str, stop: StopId) -> None:
    """R71: a company that stands in one half of Napoli can never use a slot of its own in the other, so that goes."""
    slots = [other for other in components.stops_of(place(stop)) if places.is_kept_for(game, company, other)]
    if slots and not places.is_kept_for(game, company, stop):
        keep(game, given_up=(*south(game).given_up, (company, place(stop))))


def _settle_on_one_middle(game: Game, stop: StopId) -> None:
    """3.3.2.18: the intermediate destination that FS did not reach first loses its slot."""
    middle = {line.intermediate for line in components.concession_lines(FS)}
    own = south(game)
    if place(stop) in middle and not any(name == FS for name, _ in own.given_up):
        others = middle - {place(stop)}
        keep(game, given_up=(*own.given_up, *((FS, other) for other in sorted(others))))


def _update_state(game: Game, company: str, before: tuple[bool, bool]) -> None:
    intermediate, final = reached(game, company)
    if (intermediate, final) == before:
        return
    if intermediate and final:
        concessions.refund(game, company, all_of_it=True)  # R32: also when the final one came first
        game.tell(DestinationReached(company=company, destination="final"))
    elif intermediate:
        concessions.refund(game, company, all_of_it=False)
        game.tell(DestinationReached(company=company, destination="intermediate"))
