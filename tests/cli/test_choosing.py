"""Choosing at the terminal: hexes and tiles by their names, tiles that lie the same once, lists that fit the screen."""

import io
import re

import pytest
from rich.console import Console

from ferrovia.cli import prompt
from ferrovia.cli import terminal as terminals
from ferrovia.cli.menu import mattering, offered
from ferrovia.cli.prompt import Ask
from ferrovia.cli.shortfall import lacking
from ferrovia.cli.voice import say, speak, speak_of
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import BuyTrain, Dividend, LayTile, Pass, PlaceToken, SellShares
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.formats.save import earlier, resume
from ferrovia.formats.view import view_for
from ferrovia.titles.t18fb.actions import TakeConcession
from ferrovia.titles.t1883.actions import PlaceAnchor
from ferrovia.titles.t1883.emilia import emilia
from tests.cli.asked import Typed, answered, ask, at_terminal, lays, on_screen, position, stored


@pytest.fixture(autouse=True)
def _in_english() -> None:
    """Whatever a test before has spoken in the same process."""
    speak(["--language", "en"])


TRACK = [("1849-three", 3), ("1883-four", 3), ("18FB-three", 3)]


@pytest.mark.parametrize(("name", "least"), TRACK)
def test_tiles_that_lie_the_same_are_offered_once(name: str, least: int) -> None:
    game = position(name, lambda game: len({lay.hex for lay in lays(game)}) >= least and len(lays(game)) > 12)
    tiles = game.title.box.board.tiles
    faces = {(lay.hex, lay.tile, tiles[lay.tile].faces[lay.rotation]) for lay in lays(game)}
    entries = [entry for entry in offered(game, [game.decision.player]) if isinstance(entry.choice, LayTile)]
    assert len(entries) == len(faces)
    assert len({entry.text for entry in entries}) == len(entries)  # and each can be told from the others


def test_half_a_turn_of_a_straight_is_the_same_straight() -> None:
    game = position("18FB-three", lambda game: any(lay.tile == "9" for lay in lays(game)))
    straight = [lay for lay in lays(game) if lay.tile == "9"]
    entries = [entry for entry in offered(game, ()) if entry.tile == "9"]
    assert len(entries) < len(straight)


def test_track_is_chosen_by_hex_then_tile_then_exits() -> None:
    game = position("1849-three", lambda game: len({lay.hex for lay in lays(game)}) > 1)
    lay = lays(game)[-1]
    board = game.title.box.board
    exits = sorted(
        beside[0]
        for edge in board.tiles[lay.tile].faces[lay.rotation].edges
        if (beside := board.neighbours[lay.hex][edge])
    )
    chosen, page = answered(game, lay.hex.lower(), f"{lay.tile} {' '.join(exits)}", "")
    assert isinstance(chosen, LayTile)
    assert (chosen.hex, chosen.tile) == (lay.hex, lay.tile)
    assert board.tiles[lay.tile].faces[chosen.rotation] == board.tiles[lay.tile].faces[lay.rotation]
    assert "Type a hex to see its tiles" in page
    assert "Enter takes it." in page
    assert "Pass" in page
    assert all(hex_id in page for hex_id in exits)


def test_a_hex_or_a_tile_with_a_number_is_never_the_number_of_a_choice() -> None:
    """In 1883 hexes have numbers, and many tiles do everywhere."""
    game = position("1883-four", lambda game: len(lays(game)) > 20)
    for number in range(1, 120):
        chosen, _ = answered(game, str(number), "quit")
        assert chosen == "quit"
    hexes = {lay.hex for lay in lays(game)}
    wanted = min(hexes, key=int)
    chosen, page = answered(game, wanted, "", "quit")  # a hex shows its tiles, and takes none
    if len([lay for lay in lays(game) if lay.hex == wanted]) > 1:
        assert chosen == "quit"
    assert f"({wanted})" in page


def test_choices_have_letters_through_the_whole_turn_of_a_corporation() -> None:
    game = position("1849-three", lambda game: game.decision.step == "dividend")
    chosen, page = answered(game, "1", "a")
    assert "Choices have letters here: a number is a hex or a tile." in page
    assert "   a  Pay " in page
    assert isinstance(chosen, Dividend)


def test_hexes_are_listed_as_people_look_for_them() -> None:
    game = position("1883-four", lambda game: len({lay.hex for lay in lays(game)}) > 6)
    _, page = answered(game, "quit")
    listed = page.partition("where they lead:\n")[2].partition("\n   a  ")[0]
    hexes = re.findall(r"(\d+) \(", listed)
    assert hexes == sorted(hexes, key=int)
    assert set(hexes) == {lay.hex for lay in lays(game)}


def test_letters_take_choices_among_hexes_and_pass_is_always_shown() -> None:
    game = position("18FB-three", lambda game: len(lays(game)) > 60 and Pass() in game.decision.choices)
    chosen, page = answered(game, "a")
    assert chosen == Pass()
    assert "   a  " in page
    _, page = answered(game, lays(game)[0].hex)
    label = next(line.split()[0] for line in page.splitlines() if f" on {lays(game)[0].hex}:" in line)
    chosen, _ = answered(game, lays(game)[0].hex, label)
    assert isinstance(chosen, LayTile)
    assert chosen.hex == lays(game)[0].hex
    assert answered(game, "pass")[0] == Pass()


def test_pass_is_shown_also_in_a_long_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "PAGE", 3)
    game = position("18FB-three", lambda game: game.decision.step == "stock" and Pass() in game.decision.choices)
    _, page = answered(game)
    assert " ...): type `all`" in page
    assert any(line.split(maxsplit=1)[1:] == ["Pass"] for line in page.splitlines())


def test_who_cannot_pass_is_told_why() -> None:
    game = position("1849-three", lambda game: game.decision.step == "trains" and Pass() not in game.decision.choices)
    _, page = answered(game, "pass", "quit")
    assert "has a route and no train: it must buy one. [1849-" in page


@pytest.mark.parametrize("height", [12, 24, 40, 99])
def test_a_list_fits_the_screen_and_the_rest_of_it_can_be_asked_for(height: int) -> None:
    game = position("1883-four", lambda game: sum("Buy concession" in entry.text for entry in offered(game, ())) > 5)
    page = io.StringIO()
    plain = Console(file=page, width=80, height=height, markup=False, color_system=None, force_terminal=True)
    asked = Ask(game, plain, Typed(), [])
    asked.print_choices()
    lines = page.getvalue().splitlines()
    assert len(lines) <= max(13, height - 1)
    assert any(line.endswith("Pass") for line in lines)
    shown = sum("  Buy concession " in line for line in lines)
    every = sum("Buy concession " in entry.text for entry in asked.entries)
    assert (" more (" in page.getvalue()) == (shown < every)
    assert ("Buy concession ..." in " ".join(page.getvalue().split())) == (shown < every)
    assert (shown < every) == (height < 40)


def test_choices_that_differ_only_in_their_price_are_one() -> None:
    game = position("18FB-three", lambda game: game.decision.step == "stock")
    entries = offered(game, ())
    started = [entry for entry in entries if entry.text.startswith("Take the concession of LTF")]
    assert len(started) == 1
    assert ", or at D70, D80, D90 or D100" in started[0].text
    number = entries.index(started[0]) + 1
    chosen, page = answered(game, str(number), "65", "70")
    assert "'65' is not a possible price." in page
    assert chosen == TakeConcession("LTF", 70)
    assert answered(game, f"{number} 90")[0] == TakeConcession("LTF", 90)


def test_many_offers_that_can_be_made_at_any_moment_do_not_fill_the_list() -> None:
    game = position("18FB-three", lambda game: game.decision.step == "stock" and len(game.decision.interjections) > 3)
    own = [other for other in game.decision.interjections if other.player == game.decision.player]
    assert len(own) > prompt.FEW
    _, page = answered(game)
    assert f"... and {len(own)} choices that are yours at any moment" in page
    assert "Offer " not in page
    asked, _, paper = ask(game)
    asked.print_choices(everything=True)
    assert paper.getvalue().count("Offer ") >= len(own)


def test_what_may_be_done_at_any_moment_is_not_counted_twice() -> None:
    game = position("18FB-three", lambda game: game.decision.step == "stock" and len(game.decision.interjections) > 3)
    own = [other.choice for other in game.decision.interjections if other.player == game.decision.player]
    page = io.StringIO()
    Ask(game, Console(file=page, width=80), Typed(), [game.decision.player], before=own).print_choices()
    assert f"... and {len(own)} choices that are yours" in page.getvalue()
    assert "as before" not in page.getvalue()


def test_what_holds_for_every_concession_is_said_once() -> None:
    game = position("18FB-three", lambda game: game.decision.step == "stock")
    _, page = answered(game)
    assert page.count("Take the concession of ") > 3
    assert page.count("Half of a deposit comes back halfway") == 1
    _, page = answered(game, "LTF", "quit")
    assert page.count("Half of a deposit comes back halfway") == 2  # with the list, and with what was found


def test_several_certificates_are_sold_by_their_number() -> None:
    def texts(game: Game) -> list[str]:
        sales = (entry for entry in offered(game, ()) if isinstance(entry.choice, SellShares))
        return [entry.text for entry in sales if len(entry.choice.certificates) == 3]  # type: ignore[union-attr]

    game = position("1849-three", lambda game: bool(texts(game)))
    assert re.match(r"Sell 3 certificates of \w+, 30% in all, for L\. \d+", texts(game)[0])


def test_a_certificate_of_two_shares_is_issued_as_such() -> None:
    def texts(game: Game) -> list[str]:
        return [entry.text for entry in offered(game, ()) if "Issue 1 certificate" in entry.text]

    game = position("1849-three", lambda game: any("%" in text for text in texts(game)))
    assert texts(game)[0].startswith("Issue 1 certificate, 20% in all, to the bank pool for ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("why buy {x}", r"\w+ would hold \d+% of {x}; the limit is 60%\. \[1849-"),
        ("why buy {x} from the pool", r"\w+ would hold \d+% of {x}; the limit is 60%\. \[1849-"),
        ("buy {x}", r"\w+ would hold \d+% of {x}; the limit is 60%\. \[1849-"),
        ("why sell ATA", r"\[1849-"),
    ],
)
def test_who_asks_for_stock_in_few_words_is_told_why_not(words: str, told: str) -> None:
    def full(game: Game) -> list[str]:
        names = list(game.state.certificates) if game.decision.step == "stock" else []
        return [name for name in names if game.percent(name, game.decision.player) == 60 and game.percent(name, POOL)]

    game = position("1849-five", lambda game: bool(full(game)))
    name = full(game)[0]
    _, page = answered(game, words.format(x=name), "quit")
    assert re.search(told.format(x=name), page)


def test_a_choice_tells_what_it_brings() -> None:
    sale = position("1849-three", lambda game: any(entry.text.startswith("Sell ") for entry in offered(game, ())))
    text = next(entry.text for entry in offered(sale, ()) if entry.text.startswith("Sell "))
    assert " falls from " in text
    assert " for L. " in text
    lot = position("18FB-three", lambda game: game.decision.step == "lot")
    assert "Put Albano (Fox-Henderson) up for auction; bids begin at D200" in [each.text for each in offered(lot, ())]
    south = position("18FB-three", lambda game: game.decision.step == "stock")
    taken = next(entry for entry in offered(south, ()) if "concession of LTF" in entry.text)
    assert "; to build Tronto - Pescara (L39) - Foggia (L27)" in taken.text
    assert "nothing after Unification" in taken.note
    emilia = position("1883-four", lambda game: any("Buy concession" in entry.text for entry in offered(game, ())))
    texts = [entry.text for entry in offered(emilia, ())]
    assert any("to be joined within" in text and "or else" in text for text in texts)
    assert any("political support" in text and "you hold" in text for text in texts)


def test_an_anchor_tells_what_it_earns() -> None:
    game = position("1883-four", lambda game: any(isinstance(choice, PlaceAnchor) for choice in game.decision))
    anchor = next(entry.text for entry in offered(game, ()) if isinstance(entry.choice, PlaceAnchor))
    assert anchor.endswith("; every own train that comes there earns L. 20 more")


def test_a_sale_tells_who_becomes_president() -> None:
    def texts(game: Game) -> list[str]:
        return [entry.text for entry in offered(game, ())]

    game = position("1849-three", lambda game: any("becomes president of" in text for text in texts(game)))
    entry = next(entry for entry in offered(game, ()) if "becomes president of" in entry.text)
    heir, _, name = entry.text.rpartition("; ")[2].partition(" becomes president of ")
    assert game.president(name) == game.decision.player
    assert not isinstance(entry.choice, Range)
    then = game.fork()
    then.apply(entry.choice)
    assert then.president(name) == heir


def test_who_buys_trains_sees_what_is_left_in_the_bank() -> None:
    game = position("1849-three", lambda game: any(isinstance(choice, BuyTrain) for choice in game.decision))
    terminal, page = at_terminal(game, game.decision.player, Typed("quit"))
    terminal.play()
    assert "Trains in the bank: 4H: " in page.getvalue()
    track = position("1849-three", lambda game: bool(lays(game)))
    terminal, page = at_terminal(track, track.decision.player, Typed("quit"))
    terminal.play()
    assert "Trains in the bank" not in page.getvalue()


def test_an_emergency_tells_how_much_must_be_raised_and_what_selling_rules_out() -> None:
    def raises_money(game: Game) -> bool:
        return game.decision.step == "trains" and any(isinstance(each, SellShares) for each in game.decision)

    assert not list(lacking(position("1849-three", lambda game: game.decision.step == "trains")))
    game = position("1849-three", raises_money)
    message, warning = lacking(game)
    assert game.title.voice("en")(message) == (
        "SFA has L. 166 of the L. 200 for a train, and sensible 2 has L. 24: L. 10 must be raised."
    )
    assert "can no longer buy a train of another corporation" in str(warning)
    assert any(isinstance(each, Range) and isinstance(each.action, BuyTrain) for each in game.decision)
    terminal, page = at_terminal(game, game.decision.player, Typed("quit"))
    terminal.play()
    assert "L. 10 must be raised." in " ".join(page.getvalue().split())
    game.apply(next(each for each in game.decision.choices if isinstance(each, SellShares)))
    assert not any(isinstance(each, Range) and isinstance(each.action, BuyTrain) for each in game.decision)
    assert len(list(lacking(game))) == 1


def test_a_dividend_tells_where_the_price_goes() -> None:
    def is_good(game: Game) -> bool:
        turn = game.top
        return (
            isinstance(turn, OperatingTurn)
            and game.decision.step == "dividend"
            and turn.revenue >= game.price(turn.corporation)  # only such a dividend moves the price
        )

    texts = [entry.text for entry in offered(position("1849-three", is_good), ())]
    assert any(text.startswith("Pay ") and "rises from" in text for text in texts)
    assert any(text.startswith("Keep ") and "falls from" in text for text in texts)


# Why nothing can be done on a hex


def test_a_hex_on_which_nothing_can_be_laid_tells_what_is_in_the_way() -> None:
    game = position("1849-three", lambda game: bool(lays(game)) and not any(lay.hex == "G13" for lay in lays(game)))
    for line in ("G13", "why g13", "why Acireale", "why lay tile 58 on G13"):
        found, page = answered(game, line, "quit")
        assert found == "quit"
        assert "Nobody may lay track on G13 until a corporation owns SCE. [1849-7.1.2]" in page
    why = " ".join(answered(game, "why E13", "quit")[1].split())
    assert "No tile may be laid on Taormina (E13): what is printed there stays. [1849-10.3.1]" in why


def test_a_city_where_no_token_can_go_tells_what_is_in_the_way() -> None:
    game = position("1849-three", lambda game: any(isinstance(choice, PlaceToken) for choice in game.decision))
    open_to = {choice.hex for choice in game.decision if isinstance(choice, PlaceToken)}
    city = next(stop.partition(".")[0] for name in ("RCS",) for stop in game.state.stations[name])
    assert city not in open_to
    _, page = answered(game, f"why {city}", "quit")
    assert "[1849-" in page.partition("Type a hex")[2] or "[1849-" in page


@pytest.mark.parametrize(("name", "has_gauges"), [("1849-three", True), ("1883-four", False), ("18FB-three", False)])
def test_gauges_are_spoken_of_only_where_there_are_several(name: str, has_gauges: bool) -> None:
    def texts(game: Game) -> set[str]:
        """Of refusals for track that leads nowhere, beside hexes where some may be laid."""
        found = {lay.hex for lay in lays(game)}
        refusals = (game.why_not(LayTile(hex_id, "8", turn)) for hex_id in found for turn in range(6))
        return {say(refusal) for refusal in refusals if refusal is not None and "does not extend" in refusal.text}

    game = position(name, lambda game: bool(texts(game)))
    assert all(("gauge" in text) == has_gauges for text in texts(game))


def test_the_rounds_of_a_concession_are_called_so() -> None:
    game = position("1883-four", lambda game: any(each.owner for each in emilia(game).concessions.values()))
    told = [str(words) for _, words in game.title.seen.belongings(view_for(game)["own"])]
    assert any(re.fullmatch(r"concession \d \(round \d of \d\)", each) for each in told)


def test_of_many_corporations_a_small_screen_shows_those_that_matter() -> None:
    game = resume(earlier(stored("18FB-three"), 430))
    speak_of(game.title)
    mine = mattering(game)
    others = [name for name, _, _ in game.state.market if name not in mine]
    assert mine
    assert others
    small, large = on_screen(game, 24), on_screen(game, 99)
    assert all(re.search(rf"^{name} +\d", large, re.MULTILINE) for name in others)
    assert not any(re.search(rf"^{name} +\d", small, re.MULTILINE) for name in others)
    assert "Not shown: " in small
    assert "Not shown: " not in large
    assert all(name in small.partition("Not shown: ")[2].partition(". Type `show`")[0] for name in others)


def test_where_very_many_hexes_are_open_only_their_names_are_listed() -> None:
    game = position("18FB-three", lambda game: len({lay.hex for lay in lays(game)}) > 40)
    told = on_screen(game, 24).partition("Track can be laid here.")[2]
    hexes = {lay.hex for lay in lays(game)}
    listed = told.partition("  a  ")[0]
    assert hexes <= set(listed.split())
    assert len(listed.splitlines()) <= 10
    assert "Lay yellow tile" in on_screen(game, 24, next(lay.hex for lay in lays(game) if lay.tile == "8"))


def test_a_row_or_two_are_not_left_out_to_name_them_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    game = resume(earlier(stored("18FB-three"), 430))
    speak_of(game.title)
    left = {name for name, _, _ in game.state.market} - mattering(game)
    monkeypatch.setattr(terminals, "FEWEST_LEFT_OUT", 1 + len(game.state.certificates))
    told = on_screen(game, 24)
    assert "Not shown: " not in told
    assert all(re.search(rf"^{name} +\d", told, re.MULTILINE) for name in left)


@pytest.mark.parametrize(("most", "is_told"), [(1, True), (10_000, False)])
def test_moves_that_are_out_of_sight_can_be_read_again(
    most: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminals, "MANY_MOVES", most)
    game = position("1849-three", lambda game: game.decision.step == "stock" and Pass() in game.decision.choices)
    told = on_screen(game, 24, "pass")
    found = re.search(r"(\d+) moves since your last choice: type `log (\d+)` to read them again\.", told)
    assert (found is not None) == is_told
    assert found is None or found[1] == found[2]
