"""Section 2, setup: seats, money, the co-operative and what everybody starts with."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.auction import Auction, AuctionRules
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.seating import check_names, draw_seats
from ferrovia.engine.flow.state import BANK, OUT, Round, State
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import CCFR, Concession, Emilia

MANDATORY_MERGING = "mandatory_merging"
STRENGTHEN_THE_WEAK = "strengthen_the_weak"
BOMBS_AWAY = "bombs_away"

OPTIONS = {
    MANDATORY_MERGING: "FMMSF and FMV must merge when the first 5 train is bought.",
    STRENGTHEN_THE_WEAK: "FMV has one more station token.",
    BOMBS_AWAY: "The air raids come with the first 6 train at the latest.",
}


def set_up(settings: Settings, chance: Chance) -> State:
    """Everything in its place before the first private company is offered."""
    table = _set_up_table(settings)
    seats = draw_seats(settings, chance)
    game_sheet = components.sheet("game")
    auction = game_sheet["auction"]
    step = auction["bid_step"]
    rules = AuctionRules(step, auction["markdown"]["step"], least_price=step, step=step, opener_resumes=True)
    corporations = components.BOX.corporations
    cash = {BANK: game_sheet["bank"] - table["starting_cash"] * len(seats)}
    cash |= dict.fromkeys(seats, table["starting_cash"])
    cash |= dict.fromkeys(corporations, 0)
    certificates = {name: (OFFER,) * len(card.certificates) for name, card in corporations.items()}
    certificates[CCFR] = tuple(
        seats[number - 1] if 1 <= number <= len(seats) else OFFER for number in range(len(certificates[CCFR]))
    )
    homes = tuple(stop_id(hex_id) for hex_id in corporations[CCFR].homes)
    tokens = {name: card.tokens for name, card in corporations.items()}
    tokens[CCFR] -= len(homes)
    if STRENGTHEN_THE_WEAK in settings.options:
        tokens["FMV"] += 1
    start = components.company_table(CCFR)
    gifts = tuple(start["start_trains"])
    bank = list(components.train_roster())
    for train in gifts:
        bank.remove(train)
    return State(
        seats=seats,
        priority=seats[0],
        phase=game_sheet["start"]["phase"],
        round=Round("auction"),
        cash=cash,
        certificates=certificates,
        privates=dict.fromkeys(auction["order"], BANK),
        trains={BANK: tuple(bank), POOL: (), OUT: (), CCFR: gifts},
        market=((CCFR, *components.BOX.market.start_cell(start["start_price"])),),
        layout=Layout(components.BOX.board),
        supply={tile.id: tile.count for tile in components.BOX.board.tiles.values()},
        stations={name: homes if name == CCFR else () for name in corporations},
        tokens=tokens,
        earnings={},
        agenda=(Auction(seats[0], rules, opener=seats[0]),),
        own=Emilia(
            support=dict.fromkeys(seats, game_sheet["start"]["political_support"]),
            concessions={str(table["id"]): Concession() for table in game_sheet["concession"]},
            deck=tuple(chance.shuffled(components.event_deck(game_sheet["start"]["event_deck"]))),
        ),
    )


def _set_up_table(settings: Settings) -> dict[str, Any]:
    players = len(settings.players)
    check_names(settings, components.BOX.corporations)
    unknown = [option for option in settings.options if option not in OPTIONS]
    if unknown:
        raise Refusal("1883-12.0.1", "There is no option {option}.", option=unknown[0])
    table = next((line for line in components.sheet("game")["setup"] if line["players"] == players), None)
    if table is None:
        raise Refusal("1883-1.0.1", "1883 is for 2, 3 or 4 players, not {players}.", players=players)
    return dict(table)
