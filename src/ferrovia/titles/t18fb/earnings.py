"""3.5.5: the best choice of stations and markers under the X + Y of all trains; 3.5.4: secured interest."""

from __future__ import annotations

import msgspec

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.components import capacity, place
from ferrovia.titles.t18fb.events import InterestLost, InterestPaid
from ferrovia.titles.t18fb.south import BESIDE, is_regional, south

BANDS = "ABCDE"


class Earnings(msgspec.Struct, frozen=True):
    """What a company's trains bring in, and where from."""

    stations: tuple[tuple[StopId, int], ...]  # the stops that count, each with its value, the best first
    left_out: tuple[tuple[StopId, int], ...]  # those for which no train has room
    served: int  # town markers that count
    idle: int
    markers: int  # what the markers bring

    @property
    def total(self) -> int:
        return sum(value for _, value in self.stations) + self.markers


def station_value(game: Game, company: str, stop: StopId) -> int:
    """What a company counts for a stop with its token, port and bonus included."""
    level = game.phase.revenue_level
    value = game.layout.stop(stop).value(level)
    if is_regional(company):
        return value  # 3.6.3.16
    value += sum(port[min(level, len(port) - 1)] for port in components.ports(place(stop)))
    return value + _papal_bonus(game, company, hex_of(stop))


def _papal_bonus(game: Game, company: str, hex_id: str) -> int:
    """2.7.7: what the Falcon card adds for the company it named."""
    table = components.card_table("Falcon")
    if south(game).falcon != company or hex_id not in table["places"]:
        return 0
    return int(table["bonus"][table["places"].index(hex_id)])


def earnings(game: Game, company: str) -> Earnings:
    """The most that all trains together can earn; stations need no track between them (3.5.5.8)."""
    cities = sum(capacity(train).cities for train in game.trains(company))
    towns = sum(capacity(train).towns for train in game.trains(company))
    values = [(stop, station_value(game, company, stop)) for stop in game.state.stations[company]]
    ranked = sorted(values, key=lambda entry: -entry[1])
    held = south(game).markers.get(company, 0)
    served = min(held, towns)
    each = int(components.sheet("game")["markers"]["revenue"])
    pontecorvo = components.card_table("Falcon")["places"][1]
    papal = _papal_bonus(game, company, pontecorvo) if served and company in south(game).papal else 0  # R13
    return Earnings(tuple(ranked[:cities]), tuple(ranked[cities:]), served, held - served, served * each + papal)


# 3.5.4 Secured interest


def band(game: Game, company: str) -> str:
    """The band of a concession, which Melisurgo raises by two, never beyond E."""
    printed = BANDS.index(components.concession_table(company)["band"])
    raised = int(components.card_table("Melisurgo")["bands"]) if south(game).melisurgo == company else 0
    return BANDS[min(printed + raised, len(BANDS) - 1)]


def settle_interest(game: Game, company: str, all_steps_used: bool) -> None:
    """Interest for shares of players and investing companies, if every tile step was used; else the price falls."""
    if not all_steps_used:
        game.tell(InterestLost(company=company))
        game.move(company, Direction.LEFT)
        return
    per_share = int(components.sheet("game")["interest_bands"][band(game, company)])
    for holder in dict.fromkeys(game.holders(company)):
        if holder in (OFFER, POOL, BESIDE):
            continue
        amount = per_share * game.percent(company, holder) // game.share(company)
        game.pay(BANK, holder, amount)
        game.tell(InterestPaid(holder=holder, amount=amount))
