"""Market, charters, cards and tables: all of it there, in both languages, and every word in its place."""

from __future__ import annotations

from collections import Counter

import pytest

from ferrovia.drawing import cards
from ferrovia.drawing.charters import HIGH, WIDE, charter, chartered, charters, standing
from ferrovia.drawing.edition import Edition, edition_of
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.market import market, spaces
from ferrovia.drawing.palette import DARK, LIGHT, Palette
from ferrovia.drawing.papers import certificate, certificates, train_card, train_cards
from ferrovia.drawing.pieces import Piece, picture
from ferrovia.drawing.trains import phases, roster
from ferrovia.saying.catalogue import LANGUAGES
from tests.drawing.editions import NAMESPACE, STORED, TITLES, by_id, edition, elements, ids, says, stored, words
from tests.drawing.written import labels, overlaps

BOTH = pytest.mark.parametrize(
    "known",
    [edition(name, language) for name in TITLES for language in LANGUAGES],
    ids=lambda each: each.name + each.language,
)


READABLE = 5.5 * 25.4 / 72  # millimetres


def shown(piece: Piece) -> str:
    return picture(piece, LIGHT, "a picture", margin=0, scale=1)


def check(piece: Piece) -> None:
    """No word lies on another, leaves the piece or is cut, and none is too small to be read in print."""
    found = labels(shown(piece))
    room = Box(0, 0, piece.width, piece.height)
    assert overlaps(found) == []
    assert [label.words for label in found if not room.holds(label.box)] == []
    assert [(label.words, label.size) for label in found if label.size < READABLE] == []
    assert [label.words for label in found if "…" in label.words] == []


@BOTH
def test_every_space_of_the_market_is_there_once(known: Edition) -> None:
    piece = market(known, LIGHT)
    found = [key for key in ids(shown(piece)) if key.startswith("cell-")]
    printed = spaces(known.sheet("market"))
    assert sorted(found) == sorted(f"cell-{row}-{column}" for row, column in printed)
    for start in known.sheet("market")["start"]:
        row, column = start["cell"]
        cell = by_id(shown(piece), f"cell-{row}-{column}")
        assert str(start["price"]) in words(cell)
        assert start["from_phase"] in says(cell)
    check(piece)


@BOTH
def test_the_market_has_a_title_and_its_rows_and_columns_are_numbered(known: Edition) -> None:
    found = labels(shown(market(known, LIGHT)))
    assert found[0].words == known.word("market")
    assert found[0].size > 2 * READABLE
    printed = spaces(known.sheet("market"))
    rows, columns = (max(place) + 1 for place in zip(*printed, strict=True))
    first = next(label for label in found if label.words == str(printed[0, 0].price))
    above = [label for label in found[1:] if label.box.bottom < first.box.y - 2]
    assert [label.words for label in above] == [str(n + 1) for n in range(columns)]
    beside = [label for label in found[1:] if label.box.right < first.box.x - 2 and label.words.isdigit()]
    assert [label.words for label in beside if label not in above] == [str(n + 1) for n in range(rows)]


def test_start_prices_keep_the_colours_of_tiles_by_night() -> None:
    drawn = picture(market(edition("1849"), DARK), DARK, "market")
    row, column = edition("1849").sheet("market")["start"][0]["cell"]
    ground = by_id(drawn, f"cell-{row}-{column}").find(f"{NAMESPACE}rect")
    assert ground is not None
    assert ground.attrib["fill"] == LIGHT.zone["yellow"]


@BOTH
def test_charters_fill_their_room(known: Edition) -> None:
    """Under the words lie places for what a company has, as far as the edge of the charter."""
    for company in chartered(known):
        drawn = shown(charter(known, company, LIGHT))
        boxes = [each for each in elements(drawn) if each.attrib.get("fill") == LIGHT.paper and "rx" in each.attrib]
        places = [float(each.attrib["height"]) for each in boxes if float(each.attrib["width"]) > 40]
        assert len(places) == 3
        words_end = max(label.box.bottom for label in labels(drawn) if label.box.x > 38 and label.box.y < HIGH - 35)
        assert min(places) >= 26.9
        assert HIGH - 4 - min(places) - words_end < 8 or min(places) < 28, company


def test_tokens_on_the_market_stand_in_the_order_of_their_arrival() -> None:
    known = edition("1849")
    piece = market(known, LIGHT, [("RCS", 3, 5), ("AFG", 4, 2), ("SFA", 3, 5)])
    cell = by_id(shown(piece), "cell-3-5")
    assert words(cell) == ["100", "RCS", "SFA"]
    assert says(cell).endswith("RCS, SFA")
    check(piece)


def test_a_crowded_space_of_the_market_still_shows_every_token() -> None:
    known = edition("1883")
    piece = market(known, LIGHT, [(name, 3, 9) for name in known.companies])
    assert words(by_id(shown(piece), "cell-3-9"))[1:] == list(known.companies)


@pytest.mark.parametrize("name", STORED)
def test_the_market_of_a_game_shows_every_token_where_it_stands(name: str) -> None:
    game = stored(name)
    drawn = shown(market(edition_of(game.title), DARK, game.state.market))
    for company, row, column in game.state.market:
        assert company in words(by_id(drawn, f"cell-{row}-{column}"))


@BOTH
def test_charters_hold_their_words(known: Edition) -> None:
    for company in known.companies:
        check(charter(known, company, LIGHT))


@BOTH
def test_every_card_says_what_it_does_in_its_room(known: Edition) -> None:
    for found in cards.sections(known).values():
        for card in found:
            assert card.words or card.to_build, card.id
            check(cards.drawn(card, known, LIGHT))


@BOTH
def test_every_figure_of_a_card_is_told_in_full(known: Edition) -> None:
    for found in cards.sections(known).values():
        for card in found:
            told = words(by_id(shown(cards.drawn(card, known, LIGHT)), f"card-{card.id}"))
            assert [value for _, value in card.facts if value not in told] == []


@BOTH
def test_certificates_add_up_and_hold_their_words(known: Edition) -> None:
    pieces = certificates(known, LIGHT)
    shares = Counter[str]()
    for piece in pieces:
        said = says(by_id(shown(piece), ids(shown(piece))[0]))
        company, _, rest = said.partition(":")
        shares[company] += int(rest.rpartition(",")[2].strip(" %"))
    assert set(shares.values()) == {100}
    assert set(shares) == {company for company in known.companies if known.certificates(company)}
    for company in shares:
        check(pieces[[c for c in known.companies if known.certificates(c)].index(company)])


@BOTH
def test_train_cards_are_as_many_as_the_sheet_says(known: Edition) -> None:
    count = Counter(words(by_id(shown(card), ids(shown(card))[0]))[1] for card in train_cards(known, LIGHT))
    for name, table in known.trains.items():
        printed = table["count_6"] if "count_6" in table else table["count"]
        assert count[name] == printed if printed > 0 else count[name] > 0, name
        check(train_card(known, table, LIGHT))


@BOTH
def test_tables_name_every_train_and_phase(known: Edition) -> None:
    for piece in (roster(known, LIGHT), phases(known, LIGHT)):
        check(piece)
    assert {f"train-{name}" for name in known.trains} == set(ids(shown(roster(known, LIGHT))))
    named = {f"phase-{table['name']}" for table in known.sheet("trains")["phase"]}
    assert named == set(ids(shown(phases(known, LIGHT))))


@BOTH
def test_no_event_of_a_phase_is_told_by_its_key(known: Edition) -> None:
    told = " ".join(
        words(by_id(shown(phases(known, LIGHT)), f"phase-{table['name']}"))[-1]
        for table in known.sheet("trains")["phase"]
    )
    assert "_" not in told


def test_the_roster_of_a_game_counts_what_is_left() -> None:
    game = stored("1849-three")
    left = Counter({"16H": 2})
    drawn = shown(roster(edition_of(game.title), LIGHT, left, ("16H",)))
    assert words(by_id(drawn, "train-16H"))[2] == "2"
    assert words(by_id(drawn, "train-4H"))[2] == "0"


@pytest.mark.parametrize("name", STORED)
def test_the_charters_of_a_game_show_how_its_corporations_stand(name: str) -> None:
    game = stored(name)
    known = edition_of(game.title)
    drawn = shown(charters(known, LIGHT, game))
    for company, corporation in game.title.box.corporations.items():
        if company not in game.state.certificates or len(corporation.certificates) == 1:
            continue  # not in this game, or a company of one owner, which is a card
        stands = standing(game, company)
        assert stands is not None
        told = words(by_id(drawn, f"charter-{company}"))
        assert known.money(stands.cash) in told
        assert all(train in told for train in stands.trains)
        assert (known.word("last_run") in told) == (not stands.closed)
        assert bool(stands.president) == any(stands.president in each for each in told if "President: " in each)
        if stands.price is not None:
            assert known.money(stands.price) in told
            assert sum(share for _, share in stands.stock) == 100


def test_a_name_with_markup_stays_a_name() -> None:
    card = cards.Card("x", "<b>kind</b>", "A & B <script>", "words with <tags> & signs")
    drawn = shown(cards.drawn(card, edition("1849"), LIGHT, owner='<img src="x">'))
    assert "A & B <script>" in words(by_id(drawn, "card-x"))
    assert "<script>" not in drawn
    assert "<img" not in drawn


def test_a_charter_is_as_wide_as_it_says() -> None:
    assert charter(edition("1849"), "AFG", LIGHT).width == WIDE


def test_words_that_collide_would_be_found() -> None:
    words_ = Piece(
        '<text x="1" y="5" font-size="4">Acireale</text><text x="8" y="6" font-size="4">Augusta</text>', 40, 9
    )
    assert overlaps(labels(shown(words_))) == [("Acireale", "Augusta")]
    with pytest.raises(AssertionError):
        check(words_)


def test_a_charter_without_a_home_leaves_no_gap_for_it() -> None:
    """RA of 18FB is formed of others: its tokens begin where another has its home."""
    tokens = {}
    for company in ("RA", "NN"):
        found = labels(shown(charter(edition("18FB"), company, LIGHT)))
        tokens[company] = min(label.box.y for label in found if label.words == company and label.box.x > 38)
        assert any(label.words.startswith("Home") for label in found) == (company == "NN")
    assert tokens["RA"] < tokens["NN"] - 3


@pytest.mark.parametrize(("name", "company", "other"), [("1883", "SAFRE", "FMMSF"), ("18FB", "FP", "FS")])
def test_a_black_company_does_not_drown_in_its_cards_by_night(name: str, company: str, other: str) -> None:
    """What has its colour has a line around it: the band and its places, the head, the token, the president's frame."""
    known = edition(name)

    def rims(who: str, palette: Palette) -> tuple[int, int]:
        drawn = charter(known, who, palette), certificate(known, who, 0, palette)
        found = [[each.attrib.get("stroke") for each in elements(shown(piece))] for piece in drawn]
        return found[0].count(palette.soft), found[1].count(palette.soft)

    spaces = rims(other, DARK)[0] - rims(other, LIGHT)[0]
    assert spaces == 0
    assert rims(other, DARK)[1] == 0 == rims(company, LIGHT)[1]
    assert rims(company, DARK)[0] - rims(company, LIGHT)[0] >= 4
    assert rims(company, DARK)[1] == 3
