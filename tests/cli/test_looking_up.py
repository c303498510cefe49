"""What can be looked up in the middle of a game, in 80 columns and in both languages."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from ferrovia.cli import reference
from ferrovia.cli.position import print_position, print_table
from ferrovia.cli.text_map import text_map, token_signs
from ferrovia.cli.voice import money, speak, speak_of
from ferrovia.engine.finance.certificates import OFFER
from ferrovia.engine.flow.actions import Pass
from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Record, earlier, load, resume
from ferrovia.formats.view import view_for
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import MemoryStorage

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.json"))
LATE = [("1849-five", 300), ("1883-four", 300), ("18FB-six", 250)]


@pytest.fixture(params=["en", "it"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def late(name: str, number: int) -> tuple[Record, Game]:
    path = next(path for path in GAMES if path.stem == name)
    record = load(path)
    record = earlier(record, min(number, len(record.actions) - 1))
    game = resume(record)
    speak_of(game.title)
    return record, game


def paper() -> tuple[Console, io.StringIO]:
    page = io.StringIO()
    return Console(file=page, width=80, markup=False, highlight=False), page


def says(name: str, number: int, language: str = "en") -> tuple[Record, Game, Console, io.StringIO]:
    speak(["--language", language])
    return *late(name, number), *paper()


def check_width(page: io.StringIO) -> str:
    text = page.getvalue()
    widest = max(text.splitlines(), key=len)
    assert len(widest.rstrip()) <= 80, widest
    assert "…" not in text  # nothing is cut
    return text


@pytest.mark.parametrize(("name", "number"), LATE)
def test_the_map_fits_80_columns_and_has_every_hex_and_token(name: str, number: int, language: str) -> None:
    _, game, console, page = says(name, number, language)
    reference.print_map(console, game, "")
    text = check_width(page)
    for hex_id in game.title.box.board.hexes:
        assert hex_id in text
    signs = token_signs(game)
    assert len(set(signs.values())) == len(signs)
    for corporation, stations in game.state.stations.items():
        assert not stations or f"{signs[corporation]} {corporation}" in text
    reference.print_map(console, game, "Nowhere")
    assert "Nowhere" in page.getvalue()


def test_track_meets_between_two_hexes() -> None:
    """Palermo in C5 has track to D4, drawn at the foot of the one hex and on top of the other."""
    _, game, _, _ = says("1849-five", 300)
    face = game.layout.face("C5")
    lines = [line.plain for line in text_map(game, "C5")]
    row, column = next((row, line.index("C5")) for row, line in enumerate(lines) if "C5" in line)
    below, left = lines[row + 2].ljust(80), lines[row + 2].ljust(80)[column]
    assert (0 in face.edges) == (below[column + 1] in "|:#")
    assert (1 in face.edges) == (left in "/:#")


def test_the_part_of_the_map_around_a_hex_and_the_hex_in_words() -> None:
    _, game, console, page = says("1849-five", 300)
    reference.print_map(console, game, "palermo")
    text = check_width(page)
    assert "Palermo (C5): " in text
    assert "M13" not in text
    assert "track to " in text


@pytest.mark.parametrize(("name", "number"), LATE)
def test_the_table_fits_80_columns(name: str, number: int, language: str) -> None:
    _, game, console, page = says(name, number, language)
    view = view_for(game, language=language)
    print_table(console, game, view)
    print_position(console, game, view)
    text = check_width(page)
    for player in view["players"]:
        assert player in text


@pytest.mark.parametrize(("name", "number"), LATE)
def test_what_was_decided_when_corporations_began_is_told(name: str, number: int) -> None:
    _, game, console, page = says(name, number)
    print_position(console, game, view_for(game))
    text = " ".join(page.getvalue().split())
    assert ("Par values: " in text) == bool(game.state.pars)
    for corporation, par in game.state.pars.items():
        assert f"{corporation} {money(par)}" in text
    assert text.count("Floated in ") == len(set(game.state.floated.values()))


@pytest.mark.parametrize(("name", "number"), LATE)
def test_the_market_fits_80_columns(name: str, number: int, language: str) -> None:
    _, game, console, page = says(name, number, language)
    reference.print_market(console, game)
    text = check_width(page)
    for corporation in game.market_order():
        assert corporation in text
    cells = {(row, column) for _, row, column in game.state.market}
    assert text.count("*") == len(cells)


def test_loans_support_deposits_and_concessions_are_in_the_table() -> None:
    for name, words in (("1883-four", (" support", "concession ")), ("18FB-six", ("concession of", "deposit D"))):
        page = ""
        for number in (90, 150, 250):
            _, game, console, paper_of = says(name, number)
            print_table(console, game, view_for(game))
            page += " ".join(paper_of.getvalue().split())
        for word in words:
            assert word.strip() in page


def test_loans_are_in_the_table() -> None:
    _, game, console, page = says("1849-five", 300)
    view = view_for(game)
    player = next(iter(view["players"]))
    view["own"] = {**view["own"], "loans": [player, player], "bonds": ["CTL"]}
    told = dict(game.title.seen.belongings(view["own"]))
    assert str(told[player]) == "2 loans"
    assert str(told["CTL"]) == "bond out"
    print_table(console, game, view)
    assert "2 loans" in page.getvalue()


@pytest.mark.parametrize(
    ("name", "asked", "words"),
    [
        ("1849-five", "SCE", "Acireale"),
        ("1849-five", "4h", "costs L. 100"),
        ("1849-five", "RCS", "Rete Centrale Sicula"),
        ("1849-five", "C5", "Palermo (C5)"),
        ("1883-four", "concession 1", "Casalecchio (89) - Bazzano (72) - Vignola (62)"),
        ("1883-four", "support", "Give it up to avoid an event"),
        ("1883-four", "2G", "costs L. 20"),
        ("18FB-six", "Melisurgo", "secured interest"),
        ("18FB-six", "NN", "Torre Annunziata (ND3)"),
        ("18FB-six", "FA", "Ferrovia Alifana"),
        ("18FB-six", "what", "Nothing here is called what."),
    ],
)
def test_info_tells_what_something_does(name: str, asked: str, words: str) -> None:
    _, game, console, page = says(name, 200)
    reference.print_info(console, game, asked)
    assert words in " ".join(check_width(page).split())


def test_a_card_named_by_its_kind_and_number_is_that_card_alone(language: str) -> None:
    """And each of its figures is a sentence."""
    _, game, console, page = says("1883-four", 200, language)
    reference.print_info(console, game, {"en": "concession 2", "it": "concessione 2"}[language])
    told = " ".join(check_width(page).split())
    costs = {
        "en": "Concession 2, Ferrara – Parma. Cost L. 20. Bonus",
        "it": "Concessione 2, Ferrara – Parma. Costo L. 20. Premio",
    }
    assert told.startswith(costs[language])
    assert told.endswith(". Ferrara - Bondeno (99) - Suzzara (47) - Parma.")


def test_what_a_company_does_is_told_once_with_its_card() -> None:
    _, game, console, page = says("18FB-six", 200)
    reference.print_info(console, game, "SEPSA")
    told = " ".join(check_width(page).split())
    assert told.count("Runs for its owner alone") == 1
    assert "Value D160. Home Napoli Nord (NC10). " in told
    assert "Cuma D40." in told


def test_rules_by_clause_and_by_word() -> None:
    _, game, console, page = says("1849-five", 100)
    reference.print_rules(console, game, "9.2.6")
    assert page.getvalue().startswith("1849-9.2.6")
    reference.print_rules(console, game, "earthquake")
    assert "Messina" in page.getvalue()
    reference.print_rules(console, game, "zeppelin")
    assert "No rule is about 'zeppelin'." in page.getvalue()


def test_the_log_tells_what_happened_lately() -> None:
    record, _, console, page = says("1849-five", 0)
    sitting = Sitting(MemoryStorage(record))
    reference.print_log(console, sitting, "")
    assert page.getvalue() == "Nothing has happened yet.\n"
    for _ in range(3):
        sitting.act(Pass())
    reference.print_log(console, sitting, "2")
    assert [line[:4] for line in page.getvalue().splitlines()[1:]] == ["   2", "   3"]


def test_where_stock_lies_is_told_in_our_language() -> None:
    _, game, console, page = says("18FB-three", 200, "it")
    started = next(name for name in game.state.certificates if game.is_started(name) and game.percent(name, OFFER))
    reference.print_info(console, game, started)
    assert f"Offerta {game.percent(started, OFFER)}%" in page.getvalue()


def test_coaches_and_anchors_are_on_the_map() -> None:
    _, game, console, page = says("1883-two", 60)
    marks = list(game.title.seen.map_marks(game))
    assert {kind for _, kind, _ in marks} == {"coach", "token"}
    reference.print_map(console, game, "")
    board, _, legend = page.getvalue().partition("Tokens: ")
    assert "* is a coach, ! an anchor." in legend
    assert board.count("*") == len({hex_id for hex_id, kind, _ in marks if kind == "coach"})
    assert board.count("!") == len({hex_id for hex_id, kind, _ in marks if kind == "token"})


def test_best_runs_of_the_corporation_at_work_or_of_another() -> None:
    _, game, console, page = says("1849-five", 300)
    running = next(name for name in game.market_order() if game.trains(name))
    reference.print_best(console, game, running.lower())
    assert "Total" in page.getvalue()
    reference.print_best(console, game, "XYZ")
    assert "Type `best` and a corporation" in page.getvalue()


def test_a_picture_is_written_beside_the_game_and_never_over_another_file(tmp_path: Path) -> None:
    record, game, console, page = says("1849-five", 60)
    reference.draw_picture(console, record, game, "market", tmp_path)
    assert (tmp_path / "market.svg").read_bytes().startswith(b"<")
    mine = tmp_path / "mine.svg"
    mine.write_text("mine")
    reference.draw_picture(console, record, game, f"board {mine}", tmp_path)
    assert mine.read_text() == "mine"
    reference.draw_picture(console, record, game, f"board {tmp_path / 'x.gif'}", tmp_path)
    reference.draw_picture(console, record, game, "elephant", tmp_path)
    told = " ".join(page.getvalue().split())
    assert "already exists" in told
    assert "There is no picture 'elephant'" in told


def test_of_states_of_companies_the_table_tells_those_that_bind_them() -> None:
    _, early = late("18FB-six", 120)
    _, game = late("18FB-six", 800)
    states = {
        moment: {str(words) for _, words in each.title.seen.belongings(view_for(each)["own"])}
        for moment, each in {"early": early, "late": game}.items()
    }
    assert "building" in states["early"]
    assert any("marker" in words for words in states["late"])
    assert "definitive" not in states["early"] | states["late"]
