"""3.1: setup: seats, money, the homes on the map and the political cards to be auctioned."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.board.layout import Layout
from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.seating import check_names, draw_seats
from ferrovia.engine.flow.state import BANK, OUT, Round, State
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.concessions import DEPOSITS
from ferrovia.titles.t18fb.political import PoliticalRound
from ferrovia.titles.t18fb.south import BESIDE, Concession, South

OPTIONS: dict[str, str] = {}  # 18FB has no variants


def set_up(settings: Settings, chance: Chance) -> State:
    """Everything in its place before the first card is put up."""
    table = _set_up_table(settings)
    seats = draw_seats(settings, chance)
    companies = components.BOX.corporations
    cash = {BANK: components.sheet("game")["bank"] - table["starting_cash"] * len(seats)}
    cash |= dict.fromkeys(seats, table["starting_cash"])
    cash |= dict.fromkeys((*companies, DEPOSITS), 0)
    stations = {name: _homes(name) for name in companies}
    cards = components.BOX.privates
    return State(
        seats=seats,
        priority=seats[0],
        phase=next(iter(components.BOX.phases)),
        round=Round("political"),
        cash=cash,
        certificates=_certificates(),
        privates=dict.fromkeys(cards, BANK),
        trains={BANK: components.train_stock(), POOL: (), OUT: ()},
        market=(),
        layout=Layout(components.BOX.board),
        supply={tile.id: tile.count for tile in components.BOX.board.tiles.values()},
        stations=stations,
        tokens={name: company.tokens - len(stations[name]) for name, company in companies.items()},
        earnings={},
        agenda=(PoliticalRound(seats[0], tuple(cards)),),
        own=South(
            concessions={table["company"]: Concession() for table in components.sheet("companies")["concession"]},
            bourbon={str(table["number"]): "" for table in components.sheet("map")["bourbon_token"]},
        ),
    )


def _certificates() -> dict[str, tuple[str, ...]]:
    """3.1.2: all in the Initial Offer, but the free shares that lie beside their cards."""
    certificates = {name: (OFFER,) * len(company.certificates) for name, company in components.BOX.corporations.items()}
    for card in components.BOX.privates:
        company = components.card_table(card).get("share")
        if company is not None:
            certificates[company] = (*certificates[company][:-1], BESIDE)
    return certificates


def _homes(company: str) -> tuple[str, ...]:
    """3.1.3, 3.1.4: where the home tokens of a major stand, its printed spot among several."""
    if company not in components.majors():
        return ()
    return tuple(_home_stop(company, hex_id) for hex_id in components.company_table(company)["home"])


def _home_stop(company: str, hex_id: str) -> str:
    for number, stop in enumerate(components.hex_table(hex_id)["stops"]):
        if company in stop.get("home", ()):
            return f"{hex_id}.{number}"
    return f"{hex_id}.0"


def _set_up_table(settings: Settings) -> dict[str, Any]:
    players = len(settings.players)
    check_names(settings, (*components.BOX.corporations, DEPOSITS, BESIDE))
    if settings.options:
        raise Refusal("18FB-3.1.1", "There is no option {option}.", option=settings.options[0])
    table = next((line for line in components.sheet("game")["setup"] if line["players"] == players), None)
    if table is None:
        raise Refusal("18FB-3.1.1", "18FB is for 3 to 6 players, not {players}.", players=players)
    return dict(table)
