"""2.5.3 and 2.5.4: places and their token slots, and when a city is full.

A city has the open slots of its tile and, besides, a slot for every home, reserved and Bourbon token printed
in its hex, which no tile takes away (R72). Napoli is one city for majors and nationals, two for regionals.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.components import place, stops_of
from ferrovia.titles.t18fb.south import has_begun, is_bourbon_age, south

NAPOLI = "Napoli"
NORTH, SOUTH = "NC10", "NC8"
NORTH_TO_SOUTH = 0  # the edge of Napoli North that meets Napoli South


class Kept(msgspec.Struct, frozen=True):
    """The printed slots of a stop that are not for everybody."""

    companies: tuple[str, ...] = ()  # home and reserved slots
    bourbon: tuple[int, ...] = ()


@lru_cache(maxsize=1024)
def _printed(stop: StopId, with_tile: bool) -> Kept:
    """What is kept at a stop; a tile brings all the stops of a hex together."""
    area = components.offboard_table(place(stop))
    if area is not None:
        slots = area["slots"]
        return Kept(
            tuple(slot["company"] for slot in slots if "company" in slot),
            tuple(slot["number"] for slot in slots if slot["kind"] == "bourbon"),
        )
    tables = components.hex_table(hex_of(stop))["stops"]
    here = tables if with_tile else [tables[int(stop.rpartition(".")[2])]]
    return Kept(
        tuple(name for table in here for name in (*table.get("home", ()), *table.get("reserved", ()))),
        tuple(number for table in here for number in table.get("bourbon", ())),
    )


def kept(game: Game, stop: StopId) -> Kept:
    return _printed(stop, hex_of(stop) in game.layout.tiles)


def companies_at(game: Game, stop: StopId) -> tuple[str, ...]:
    """The companies with a token at a stop; an off-map area of several hexes is one stop."""
    if components.offboard_table(place(stop)) is None:
        return game.tokens_at(stop)
    here = stops_of(place(stop))
    return tuple(name for name, stops in game.state.stations.items() if any(other in here for other in stops))


def has_token(game: Game, company: str, name: str) -> bool:
    """Whether a company has a token in a place."""
    return any(place(stop) == name for stop in game.state.stations[company])


def is_kept_for(game: Game, company: str, stop: StopId) -> bool:
    """Whether a stop has a home or reserved slot of a company, used or not."""
    is_printed = company in kept(game, stop).companies
    return is_printed and company not in south(game).gone and not _is_given_up(game, company, stop)


def _is_given_up(game: Game, company: str, stop: StopId) -> bool:
    """3.3.2, R71: a slot that left the map with the choice of FS or FP, or of a company elsewhere in the city."""
    return (company, place(stop)) in south(game).given_up


def open_slots(game: Game, stop: StopId) -> int:
    """Slots for any company: those of the tile, and printed ones that nobody can claim any more."""
    printed = kept(game, stop)
    area = components.offboard_table(place(stop))
    if area is None:
        count = game.layout.stop(stop).slots + sum(_is_left_open(game, name, stop) for name in printed.companies)
    else:
        slots = [s for s in area["slots"] if s["kind"] == "open" or _is_left_open(game, s.get("company", ""), stop)]
        count = sum(has_begun(game, slot.get("from", "PH1")) for slot in slots)
    return count + len(_freed_bourbon(game, printed))


def _freed_bourbon(game: Game, printed: Kept) -> list[int]:
    """Bourbon slots for everybody: all from PH5 (R14), before that those a closed company has left (3.5.11.10)."""
    own = south(game)
    return [number for number in printed.bourbon if not is_bourbon_age(game) or own.bourbon[str(number)] in own.gone]


def _is_left_open(game: Game, company: str, stop: StopId) -> bool:
    """R16: the home and reserved slots of a company that is no more."""
    return company in south(game).gone and not _is_given_up(game, company, stop)


def in_open_slots(game: Game, stop: StopId) -> list[str]:
    """The companies whose token at a stop stands in an open slot."""
    bourbon = {south(game).bourbon.get(str(number)) for number in kept(game, stop).bourbon}
    in_bourbon_slot = bourbon if is_bourbon_age(game) else set()
    return [
        name for name in companies_at(game, stop) if name not in in_bourbon_slot and not is_kept_for(game, name, stop)
    ]


def all_slots(game: Game, stop: StopId) -> int:
    """Every slot of a stop, whoever may use it."""
    printed = kept(game, stop)
    own = sum(is_kept_for(game, name, stop) for name in printed.companies)
    return open_slots(game, stop) + own + len(printed.bourbon) - len(_freed_bourbon(game, printed))


def has_room(game: Game, company: str, stop: StopId) -> bool:
    """Whether an ordinary token of a company finds a slot at a stop: its own, else an open one (R71)."""
    area = components.offboard_table(place(stop))
    if is_kept_for(game, company, stop):
        slots = area["slots"] if area else ()
        return all(has_begun(game, slot.get("from", "PH1")) for slot in slots if slot.get("company") == company)
    return open_slots(game, stop) > len(in_open_slots(game, stop))


def keeps_for(game: Game, stop: StopId) -> list[str]:
    """The companies whose printed slot at a stop is still empty."""
    here = companies_at(game, stop)
    return [name for name in kept(game, stop).companies if is_kept_for(game, name, stop) and name not in here]


def has_bourbon_token(game: Game, stop: StopId) -> bool:
    """Whether a Bourbon token still stands at a stop; they are gone from PH5 on (R14)."""
    numbers = kept(game, stop).bourbon
    return is_bourbon_age(game) and any(not south(game).bourbon[str(number)] for number in numbers)


def opens_later(game: Game, stop: StopId) -> bool:
    """Whether an open slot of an off-map area waits for a phase."""
    area = components.offboard_table(place(stop))
    return area is not None and any(
        slot["kind"] == "open" and not has_begun(game, slot["from"]) for slot in area["slots"]
    )


def bourbon_at(game: Game, card: str) -> tuple[StopId, ...]:
    """The stops where a card lets a company replace the Bourbon token that still stands there."""
    number = components.card_table(card).get("token")
    if number is None or south(game).bourbon.get(str(number), "gone"):
        return ()
    name = next(table["place"] for table in components.sheet("map")["bourbon_token"] if table["number"] == number)
    stops = stops_of(components.place_of_name(name))
    return tuple(
        stop
        for stop in stops
        if number in kept(game, stop).bourbon
        and int(stop.rpartition(".")[2]) < len(game.layout.face(hex_of(stop)).stops)
    )


# When a city is full


def is_full(game: Game, company: str, stop: StopId) -> bool:
    """R72: every slot holds another company's token and none its own; a Bourbon token leaves a city open."""
    here = companies_at(game, stop)
    return company not in here and len(here) >= all_slots(game, stop)


def napoli_is_joined(game: Game) -> bool:
    """Whether track joins the two halves of Napoli; the stubs of the printed tiles never do."""
    neighbour = game.title.box.board.neighbours[NORTH][NORTH_TO_SOUTH]
    assert neighbour is not None
    other, edge = neighbour
    return NORTH_TO_SOUTH in game.layout.face(NORTH).edges and edge in game.layout.face(other).edges


def home_stop(game: Game, regional: str) -> StopId:
    """The stop of a regional's home; on the printed halves of Napoli the one that names it."""
    hex_id = components.company_table(regional)["home"]
    if hex_id not in game.layout.tiles:
        for number, table in enumerate(components.hex_table(hex_id)["stops"]):
            if regional in table.get("regional_home", ()):
                return stop_id(hex_id, number)
    return stop_id(hex_id)
