"""Section 3.1: what lies where before the first card is put up."""

from __future__ import annotations

from collections import Counter

import pytest

from ferrovia.engine.flow.actions import Bid, BuyPrivate, Pass
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.view import view_for
from ferrovia.titles.t18fb import TITLE
from ferrovia.titles.t18fb.actions import BuildLine, PutUp
from ferrovia.titles.t18fb.places import bourbon_at
from tests.t18fb.table import Table

NAMES = ("Ada", "Bruno", "Carla", "Dora", "Ezio", "Fosca", "Gino")
MAJORS = ("NN", "FSC", "LdA", "FC", "FB", "LTF", "SFTF", "FS", "FP", "FST")
WITH_CARD = {"LdA": "Valadous", "FB": "L'Ala", "NN": "Bayard", "FP": "Albano"}


def new_game(players: int, seed: str = "a seed") -> Game:
    return Game(TITLE, Settings("18FB", NAMES[:players], seed))


@pytest.mark.clause("18FB-3.1.1")
def test_three_to_six_play() -> None:
    for players in (3, 4, 5, 6):
        assert sorted(new_game(players).players) == sorted(NAMES[:players])
    for players in (1, 2, 7):
        with pytest.raises(Refusal) as raised:
            new_game(players)
        assert raised.value.rule == "18FB-3.1.1"


@pytest.mark.clause("18FB-3.1.2")
def test_all_stock_lies_in_the_offer_but_a_share_beside_each_of_four_cards() -> None:
    table = Table().political_round()
    for company in MAJORS:
        beside = [10] if company in WITH_CARD else []
        assert table.holding(company, "card") == beside
        assert table.game.percent(company, "offer") == 100 - sum(beside)
    for player in table.players:
        assert not table.game.has_stock(player)
        assert view_for(table.game)["players"][player]["certificate_count"] == 0


@pytest.mark.clause("18FB-3.1.2")
def test_ten_concessions_and_all_trains_and_cards_are_with_the_bank() -> None:
    table = Table().political_round()
    assert set(table.own.concessions) == set(MAJORS)
    assert {(entry.owner, entry.deposit, entry.taken) for entry in table.own.concessions.values()} == {("", 0, False)}
    assert set(table.game.state.privates.values()) == {"bank"}
    owners = {owner for owner, trains in table.game.state.trains.items() if trains}
    assert owners == {"bank"}
    limited = Counter(train for train in table.game.trains("bank") if not train.startswith("PH6"))
    assert limited == {"PH1": 5, "PH2": 4, "PH3": 3, "PH4": 2, "PH5": 4, "PH5R": 7}


@pytest.mark.clause("18FB-3.1.3", "18FB-3.1.4")
def test_the_home_tokens_stand_on_the_map_and_fp_has_two() -> None:
    table = Table().political_round()
    homes = {name: [stop.partition(".")[0] for stop in table.game.state.stations[name]] for name in MAJORS}
    assert homes == {
        "NN": ["NC8"], "FSC": ["F23"], "FST": ["F23"], "LdA": ["F31"], "FC": ["F11"], "FB": ["I30"], "LTF": ["K46"],
        "SFTF": ["M14"], "FS": ["N21"], "FP": ["N21", "NC10"],
    }  # fmt: skip
    assert sum(len(stops) for stops in table.game.state.stations.values()) == 11
    names = {hex_id: table.title.box.board.hexes[hex_id].name for stops in homes.values() for hex_id in stops}
    assert names == {
        "NC8": "Napoli Sud", "F23": "Salerno", "F31": "Capua", "F11": "Cosenza", "I30": "Benevento",
        "K46": "Tronto", "M14": "Taranto", "N21": "Bari", "NC10": "Napoli Nord",
    }  # fmt: skip


def kept(table: Table) -> dict[str, list[str]]:
    """Which slots of the map are kept, by hex or area: for companies, or by Bourbon tokens as `B4`."""
    areas = {"F37": "Roma", "G38": "Roma", "G40": "Roma", "K46": "Tronto", "ND7": "Vesuvio"}
    found: dict[str, list[str]] = {}
    for stop in table.title.box.board.stops:
        hex_id = stop.partition(".")[0]
        slots = [slot for slot in table.title.tokens.spaces(table.game, stop) if slot]
        if slots:
            found.setdefault(areas.get(hex_id, hex_id), []).extend(slots)
    return found


@pytest.mark.clause("18FB-3.1.5")
def test_five_bourbon_tokens_stand_in_rome_caserta_napoli_and_on_vesuvio() -> None:
    table = Table().political_round()
    bourbon = {where: [slot for slot in slots if slot.startswith("B")] for where, slots in kept(table).items()}
    assert {where: slots for where, slots in bourbon.items() if slots} == {
        "Roma": ["B4"], "G30": ["B5", "B8"], "NC10": ["B6"], "Vesuvio": ["B7"],
    }  # fmt: skip
    where = {
        card: {stop.partition(".")[0] for stop in bourbon_at(table.game, card)} for card in table.title.box.privates
    }
    assert {card: hexes for card, hexes in where.items() if hexes} == {
        "Delahante": {"F37", "G40"}, "Valadous": {"G30"}, "L'Ala": {"NC10"},
        "Bayard": {"ND7"}, "Albano": {"G30"},
    }  # fmt: skip


@pytest.mark.clause("18FB-3.1.6")
def test_a_slot_is_kept_for_every_company_at_both_its_destinations() -> None:
    slots = kept(Table().political_round())
    destinations = {
        "NN": ["ND3", "F25"], "FSC": ["F17", "F11"], "LdA": ["I36", "L39"], "FC": ["F5", "A2"], "FB": ["G30", "NC10"],
        "LTF": ["L39", "L27"], "SFTF": ["L23", "L27"], "FS": ["P13", "M14", "O10"],
        "FP": ["L27", "H27", "N21", "NC10"], "FST": ["J21", "M14"],
    }  # fmt: skip
    for company, places in destinations.items():
        for where in places:
            assert company in slots[where], (company, where)


@pytest.mark.clause("18FB-3.1.6")
def test_no_other_company_finds_room_in_a_reserved_slot() -> None:
    """Avellino's one open slot is NN's; the other is kept for FP."""
    table = Table().start("FB", "Ada", cash=500).rails("I30 I28 H27").tokens("NN", "H27").operate("FB", "token")
    table.may_not(BuildLine(("I30", "I28", "H27")), "18FB-2.5.4.4", "FP")


@pytest.mark.clause("18FB-3.1.7", "18FB-R04")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_players_three_thousand_come_out_of_the_banks_twelve(players: int) -> None:
    game = new_game(players)
    assert game.cash("bank") == 9000
    assert sum(game.cash(player) for player in game.players) == 3000
    assert sum(game.state.cash.values()) == 12000


@pytest.mark.clause("18FB-3.1.8")
def test_the_cards_lie_in_the_order_of_their_cost_with_share_and_token_beside_them() -> None:
    table = Table().political_round()
    costs = [(name, table.title.box.privates[name].face_value) for name in table.game.state.privates]
    assert costs == [
        ("Melisurgo", 50), ("Riseis", 75), ("Falcon", 75), ("Delahante", 100), ("Valadous", 125), ("L'Ala", 150),
        ("Bayard", 175), ("Albano", 200),
    ]  # fmt: skip
    assert [choice.lot for choice in table.game.decision.choices if isinstance(choice, PutUp)] == [
        name for name, _ in costs
    ]
    for company, card in WITH_CARD.items():
        bought = Table().cash(Ada=1000).stock_round("Ada")
        bought.do(BuyPrivate(card, dict(costs)[card]))
        assert (bought.holding(company, "Ada"), bought.holding(company, "card")) == ([10], [])


@pytest.mark.clause("18FB-3.1.9")
@pytest.mark.parametrize(("players", "cash"), [(3, 1000), (4, 750), (5, 600), (6, 500)])
def test_three_thousand_are_shared_equally(players: int, cash: int) -> None:
    game = new_game(players)
    assert [game.cash(player) for player in game.players] == [cash] * players


@pytest.mark.clause("18FB-3.1.10")
def test_the_order_is_drawn_and_its_first_player_has_the_priority_card() -> None:
    orders = set()
    for seed in "abcdefgh":
        game = new_game(4, seed)
        assert sorted(game.state.seats) == sorted(NAMES[:4])
        assert game.state.priority == game.decision.player == game.state.seats[0]
        assert new_game(4, seed).state.seats == game.state.seats
        orders.add(game.state.seats)
    assert len(orders) > 3


@pytest.mark.clause("18FB-3.1.10")
def test_seats_are_fixed_only_after_the_political_round() -> None:
    """Ada, first in order, buys Melisurgo: she has least cash and sits last."""
    table = Table(3).political_round()
    assert table.game.state.seats == ("Ada", "Bruno", "Carla")
    table.do(PutUp("Melisurgo"), Bid("Melisurgo", 50), Pass(), Pass())
    table.pass_on(until=lambda: table.step == "stock")
    assert table.game.state.seats == ("Bruno", "Carla", "Ada")
    assert table.game.state.priority == table.decider == "Bruno"
