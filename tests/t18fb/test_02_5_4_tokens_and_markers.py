"""18FB, 2.5.4: what tokens mean, the Bourbon tokens, home and reserved slots, and when a city is full."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import BuyTrain, LayTile, Pass
from ferrovia.titles.t18fb import components, earnings, places
from tests.t18fb.table import Table, line

CASERTA = "F31 G30"  # LdA from Capua


def caserta(*others: str, cash: int = 100, phase: str = "PH1") -> Table:
    """LdA may go from Capua to Caserta, yellow, where others have tokens."""
    table = Table().phase(phase).lay("F31 5 5", "G30 57 2").start("LdA", cash=cash)  # F31: 5, 0; G30: 2, 5
    for name in others:
        table.start(name).tokens(name, "G30")
    return table.operate("LdA", "token")


def lays_beyond(table: Table, company: str, *hexes: str) -> bool:
    """Whether a company may lay a tile on any of these hexes."""
    table.operate(company, "track")
    return any(isinstance(choice, LayTile) and choice.hex in hexes for choice in table.game.decision.choices)


@pytest.mark.clause("18FB-2.5.4.1")
def test_only_stations_with_an_own_token_count() -> None:
    """Five stations could be served; the track of NN also reaches Caserta."""
    table = Table().start("NN").tokens("NN", "F23").lay("NC6 4 0").rails("NC8 NC6 ND5 NE6 NE8 G28 G30")
    table.trains("NN", "PH4")
    assert "G30.0" in table.game.reach("NN").paths
    assert earnings.earnings(table.game, "NN").stations == (("NC8.0", 40), ("F23.0", 30))
    table.tokens("NN", "G30")
    assert dict(earnings.earnings(table.game, "NN").stations)[StopId("G30.0")] == 20


# Bourbon tokens

BOURBON = [
    (5, "Valadous", "LdA", ("F31 5 5", "G30 57 2"), "F31 G30", "G30.0", "PH1"),
    (8, "Albano", "LdA", ("F31 5 5", "G30 57 2"), "F31 G30", "G30.0", "PH1"),
    (6, "LAla", "LdA", ("F31 5 5", "G30 5 1", "NE12 4 1", "ND11 4 1"), "G30 NE12 ND11 NC10", "NC10.0", "PH1"),
    (7, "Bayard", "NN", ("NC6 3 3",), "NC8 NC6 ND7", "ND7.0", "PH1"),
    (4, "Delahante", "LdA", ("F31 57 0", "F33 4 0", "F35 4 0"), "F31 F33 F35 F37", "F37.0", "PH2"),
]


@pytest.mark.clause("18FB-2.5.4.2")
@pytest.mark.parametrize(("number", "card", "company", "tiles", "way", "stop", "phase"), BOURBON)
def test_each_bourbon_token_gives_way_to_a_major_with_its_card_only(
    number: int, card: str, company: str, tiles: tuple[str, ...], way: str, stop: str, phase: str
) -> None:
    table = Table().phase(phase).start(company, cash=300).lay(*tiles)
    if way.startswith("G30"):
        table.tokens(company, "G30")
    name = {"LAla": "L'Ala"}.get(card, card)
    others = {"LAla", "Bayard", "Delahante"} - {card}
    table.cards(**dict.fromkeys(sorted(others), "Ada"), **{card: "Bruno"}).operate(company, "token")
    table.may_not(line(way, name), "18FB-2.7.2")  # it is Bruno's
    table.cards(**{card: "Ada"})
    for other in sorted(others):
        table.may_not(line(way, {"LAla": "L'Ala"}.get(other, other)), "18FB-2.7.12")
    table.do(line(way, name))
    assert table.game.state.stations[company][-1] == stop
    assert table.own.bourbon[str(number)] == company


@pytest.mark.clause("18FB-2.5.4.2", "18FB-R72")
def test_no_ordinary_token_goes_onto_a_bourbon_slot() -> None:
    table = caserta("FB", "NN")  # FB in its own slot, NN in the open one: only the Bourbon tokens 5 and 8 are left
    table.may_not(line(CASERTA), "18FB-2.5.4.2")
    assert table.game.decision.choices == (Pass(),)
    table.cards(Valadous="Ada").do(line(CASERTA, "Valadous"))


@pytest.mark.clause("18FB-2.5.4.2")
def test_the_five_bourbon_tokens_stand_from_set_up() -> None:
    assert Table().own.bourbon == {"4": "", "5": "", "6": "", "7": "", "8": ""}
    game = Table().game
    assert {name for name in ("Roma", "G30", "Napoli", "Vesuvio") for stop in components.stops_of(name)
            if places.has_bourbon_token(game, stop)} == {"Roma", "G30", "Napoli", "Vesuvio"}  # fmt: skip


@pytest.mark.clause("18FB-2.5.4.2")
def test_l_ala_opens_the_bourbon_spot_of_napoli_north_and_no_other() -> None:
    """Track from Capua comes to the open spot, beside that of Bourbon token 6."""
    table = Table().start("LdA", cash=300).rails("F31 NC12 NC10").cards(LAla="Ada").operate("LdA", "token")
    table.may_not(line("F31 NC12 NC10", "L'Ala"), "18FB-2.7.12")
    table.phase("PH2").lay("NC10 X10 0").do(line("F31 NC12 NC10", "L'Ala"))  # on the tile it is one city
    assert table.own.bourbon["6"] == "LdA"


@pytest.mark.clause("18FB-2.5.4.2", "18FB-R72")
def test_who_replaces_a_bourbon_token_leaves_the_open_slot_to_others() -> None:
    table = caserta("FB").cards(Valadous="Ada")
    table.do(line(CASERTA, "Valadous"))
    table.start("NN", cash=100).tokens("NN", "F31").operate("NN", "token").do(line(CASERTA))
    assert places.in_open_slots(table.game, StopId("G30.0")) == ["NN"]


@pytest.mark.clause("18FB-R14")
def test_who_replaced_a_bourbon_token_stands_in_one_of_the_open_slots_from_ph5() -> None:
    """Caserta, yellow: three open slots in PH5, of which LdA has one."""
    table = caserta("FB").cards(Valadous="Ada")
    table.do(line(CASERTA, "Valadous"))
    table.phase("PH5")
    for name in ("NN", "FS"):
        assert places.has_room(table.game, "FC", StopId("G30.0"))
        table.tokens(name, "G30")
    assert not places.has_room(table.game, "FC", StopId("G30.0"))
    assert places.is_full(table.game, "FC", StopId("G30.0"))


@pytest.mark.clause("18FB-R14")
def test_a_bourbon_token_does_not_stop_those_who_lay_tiles() -> None:
    table = caserta("FB", "NN").lay("G30 57 2")
    assert lays_beyond(table, "LdA", "H29")  # Caserta's edge 5
    table.own_is(bourbon={**table.own.bourbon, "5": "FS", "8": "FC"}).tokens("FS", "G30").tokens("FC", "G30")
    assert not lays_beyond(table, "LdA", "H29")  # every slot is another company's


@pytest.mark.clause("18FB-R14")
def test_with_ph5_the_bourbon_tokens_go_and_their_slots_are_open_to_all() -> None:
    table = caserta("FB", "NN").start("LTF", at=150, cash=600).line_done("LTF")
    table.phase("PH4").sold_out("PH4")
    table.operate("LdA", "token").may_not(line(CASERTA), "18FB-2.5.4.2")
    table.operate("LTF", "trains").do(BuyTrain("PH5", "bank", 520))
    assert table.game.state.phase == "PH5"
    assert not places.has_bourbon_token(table.game, StopId("G30.0"))
    table.operate("LdA", "token").do(line(CASERTA))
    table.tokens("FC", "G30").start("FST", cash=100).tokens("FST", "F31").operate("FST", "token")
    table.may_not(line(CASERTA), "18FB-3.5.2.4")  # both slots that were Bourbon are taken


# Home slots


@pytest.mark.clause("18FB-2.5.4.3")
def test_the_home_slot_of_a_company_not_yet_started_is_nobody_elses() -> None:
    way = "F31 G32 H31 I30"
    table = Table().start("FC", cash=300).tokens("FC", "F31").rails(way).operate("FC", "token")
    table.may(line(way))  # the open slot
    table.start("FS").tokens("FS", "I30").may_not(line(way), "18FB-3.5.2.4")
    assert "FB" not in table.game.state.floated
    assert table.game.tokens_at(StopId("I30.0")) == ("FB", "FS")


@pytest.mark.clause("18FB-2.5.4.3")
def test_the_printed_spot_of_fp_in_napoli_north_takes_its_token_only() -> None:
    """Track from ND9 meets the spot where only FP's home token stands."""
    way = "G30 G28 NE8 ND9 NC10"
    table = Table().start("LdA", cash=300).tokens("LdA", "G30").rails(way).operate("LdA", "token")
    table.may_not(line(way), "18FB-2.5.4.3")
    table.start("FP").fp_builds_from("N21")  # its token leaves the spot, which is now reserved to it
    table.operate("LdA", "token").may_not(line(way), "18FB-2.5.4.4")


@pytest.mark.clause("18FB-R15")
def test_home_tokens_of_companies_not_yet_started_block() -> None:
    table = Table().start("LdA").rails("F31 G30 H29 I30 J29").start("NN").operate("LdA", "track")
    assert lays_beyond(table, "LdA", "J29", "J27", "K28", "K30", "J31", "I28")  # Benevento has an open slot
    table.tokens("NN", "I30")
    assert not lays_beyond(table, "LdA", "J29", "J27", "K28", "K30", "J31", "I28")
    assert "FB" not in table.game.state.floated


@pytest.mark.clause("18FB-R15")
def test_both_homes_of_fp_block_until_its_choice() -> None:
    table = Table().start("LdA").tokens("LdA", "L19").rails("L19 M20 N21 N19").start("SFTF").start("NN")
    table.tokens("SFTF", "N21").tokens("NN", "N21")  # with FS and FP at home: full
    assert not lays_beyond(table, "LdA", "N19", "N17", "M18")
    table.start("FP").fp_builds_from("NC10")
    assert lays_beyond(table, "LdA", "N19", "N17")


# Reserved slots


@pytest.mark.clause("18FB-2.5.4.4")
def test_a_slot_reserved_to_another_company_is_not_to_be_used() -> None:
    way = "K38 L39"
    table = Table().start("NN", cash=200).tokens("NN", "K38").lay("L39 6 1", "K38 6 4").operate("NN", "token")
    table.may(line(way))  # the open slot
    table.start("FS").tokens("FS", "L39").operate("NN", "token").may_not(line(way), "18FB-2.5.4.4")
    for company in ("LdA", "LTF"):
        own = Table().start(company, cash=200).tokens(company, "K38").lay("L39 6 1", "K38 6 4").start("FS")
        own.tokens("FS", "L39").operate(company, "token").do(line(way))


@pytest.mark.clause("18FB-2.5.4.4", "18FB-R71")
def test_ltf_uses_its_own_slot_in_pescara_and_leaves_the_open_one() -> None:
    way = "K38 L39"
    table = Table().start("LTF", cash=200).tokens("LTF", "K38").lay("L39 6 1", "K38 X20 0").operate("LTF", "token")
    table.do(line(way))
    table.start("NN", cash=200).tokens("NN", "K38").operate("NN", "token").do(line(way))
    assert table.game.tokens_at(StopId("L39.0")) == ("NN", "LTF")
    table.start("FS", cash=200).tokens("FS", "K38").operate("FS", "token").may_not(line(way), "18FB-2.5.4.4")


@pytest.mark.clause("18FB-2.5.4.4", "18FB-2.5.3.5")
def test_the_slot_of_lda_in_rome_opens_with_the_others_in_ph4_and_stays_its_own() -> None:
    way = "F31 F33 F35 F37"
    for phase in ("PH1", "PH3"):
        early = Table().phase(phase).start("LdA", cash=300).rails(way).operate("LdA", "token")
        early.may_not(line(way), "18FB-2.1.8")
    table = Table().phase("PH4").start("LdA", cash=300).rails(way)
    for name in ("NN", "FS", "FC"):
        table.tokens(name, "Roma")
    table.start("FB", cash=300).tokens("FB", "F31").operate("FB", "token").may_not(line(way), "18FB-2.5.4.4")
    table.operate("LdA", "token").do(line(way))


# R72: which slots there are, and when a city is full


@pytest.mark.clause("18FB-R72")
def test_salerno_with_its_two_home_tokens_lets_a_third_company_pass() -> None:
    table = Table().start("LdA").tokens("LdA", "F25").rails("F25 F23")
    assert lays_beyond(table, "LdA", "F21", "G22")
    table.start("FS").tokens("FS", "F23")  # the open slot; that reserved to NN is still empty
    assert lays_beyond(table, "LdA", "F21", "G22")
    table.start("NN").tokens("NN", "F23")
    assert not lays_beyond(table, "LdA", "F21", "G22")


@pytest.mark.clause("18FB-R72")
@pytest.mark.parametrize(("green", "room"), [((), 1), (("L27 X5 0",), 2), (("L27 X5 0", "L27 X24 0"), 3)])
def test_no_tile_takes_the_reserved_slots_away(green: tuple[str, ...], room: int) -> None:
    """Foggia: four reserved slots besides the one, two or three of its tile."""
    table = Table().phase("PH5").lay("L27 57 0", *green)
    assert places.open_slots(table.game, StopId("L27.0")) == room
    assert places.all_slots(table.game, StopId("L27.0")) == room + 4
    for name in ("NN", "LdA", "FC")[:room]:
        assert places.has_room(table.game, "FS", StopId("L27.0"))
        table.start(name).tokens(name, "L27")
    assert not places.has_room(table.game, "FS", StopId("L27.0"))
    for name in ("LTF", "SFTF", "FP", "FB"):
        assert places.has_room(table.game, name, StopId("L27.0"))
        assert not places.is_full(table.game, "FS", StopId("L27.0"))
        table.start(name).tokens(name, "L27")
    assert places.is_full(table.game, "FS", StopId("L27.0"))
    assert not places.is_full(table.game, "NN", StopId("L27.0"))


# R71: which slot a token takes


@pytest.mark.clause("18FB-R71")
def test_a_token_that_replaces_a_bourbon_one_reaches_the_destination_and_its_reserved_slot_goes() -> None:
    way = "I30 H29 G30"
    table = Table().start("FB", cash=300, deposit=100).rails(way).cards(Valadous="Ada").operate("FB", "token")
    table.do(line(way, "Valadous"))
    assert table.own.bourbon["5"] == "FB"
    assert table.state("FB").value == "provisional"
    assert table.money("Ada") == (800,)
    assert places.all_slots(table.game, StopId("G30.0")) == 3  # the open one and two Bourbon ones
    assert places.keeps_for(table.game, StopId("G30.0")) == []


@pytest.mark.clause("18FB-R71")
def test_an_ordinary_token_takes_the_own_reserved_slot_first() -> None:
    way = "I30 H29 G30"
    table = Table().start("FB", cash=300).rails(way).operate("FB", "token")
    table.do(line(way))
    assert places.in_open_slots(table.game, StopId("G30.0")) == []
    assert places.has_room(table.game, "NN", StopId("G30.0"))


@pytest.mark.clause("18FB-R71")
@pytest.mark.parametrize(
    ("company", "half", "way"), [("FSC", "NC8.0", "F31 NC12 NC10"), ("FB", "NC10.0", "E34 E32 E30 NB11 NB9 NC8")]
)
def test_who_stands_in_one_half_of_napoli_loses_its_slot_in_the_other(company: str, half: StopId, way: str) -> None:
    table = Table().start(company, cash=300).tokens(company, way.split()[0]).rails(way).operate(company, "token")
    assert company in places.keeps_for(table.game, half)
    table.do(line(way))
    assert table.game.state.stations[company][-1] in ("NC10.2", "NC8.1")
    assert company not in places.keeps_for(table.game, half)
    table.phase("PH2").lay("NC10 X10 0", "NC8 X11 0")
    hex_id = half.partition(".")[0]
    assert places.all_slots(table.game, StopId(f"{hex_id}.0")) == (3 if company == "FSC" else 4)


@pytest.mark.clause("18FB-R71")
def test_who_stands_in_its_own_slot_keeps_it() -> None:
    way = "G30 NE12 ND11 NC10"
    table = Table().start("FB", cash=300).tokens("FB", "G30").rails(way).operate("FB", "token")
    table.do(line(way))
    assert table.own.given_up == ()
    assert places.is_kept_for(table.game, "FB", StopId("NC10.0"))
