"""Which steps stop a person at the terminal, and what may be done while another one thinks."""

import io

import pytest
from msgspec.structs import replace
from rich.console import Console

from ferrovia.cli import prompt
from ferrovia.cli.auto_pass import is_spared, standing, train_offers
from ferrovia.cli.prompt import Ask
from ferrovia.cli.voice import speak
from ferrovia.engine.flow.actions import BuyPrivate, BuyTrain, Pass
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from tests.cli.asked import Typed, at_terminal, lays, position


@pytest.fixture(autouse=True)
def _in_english() -> None:
    """Whatever a test before has spoken in the same process."""
    speak(["--language", "en"])


# Steps that stop nobody


def only_offers(game: Game) -> bool:
    offers = standing(game)
    others = [choice for choice in game.decision if choice not in offers and not isinstance(choice, Pass)]
    return bool(offers) and not others and Pass() in game.decision.choices


def test_offers_that_were_shown_in_the_turn_do_not_stop_a_person_again() -> None:
    game = position("1849-three", only_offers)
    assert any(isinstance(getattr(choice, "action", choice), BuyPrivate) for choice in standing(game))
    assert is_spared(game, standing(game))
    dearer = [replace(choice, high=choice.high + 5) for choice in standing(game) if isinstance(choice, Range)]
    assert is_spared(game, dearer)  # money came or went since


def test_offers_that_were_listed_in_the_turn_are_not_listed_again_but_can_be_made() -> None:
    game = position("1849-three", lambda game: bool(standing(game)) and not only_offers(game))
    offers = standing(game)
    page = io.StringIO()
    console = Console(file=page, width=80, markup=False, highlight=False)
    asked = Ask(game, console, Typed(), [game.decision.player], before=offers)
    asked.print_choices()
    assert f"... and {len(offers)} choice" in page.getvalue()
    texts = [entry.text for entry in asked.entries if entry.choice in offers]
    assert len(texts) == len(offers)
    words = " ".join(page.getvalue().split())
    assert not any(text in words for text in texts)
    asked.print_choices(everything=True)
    words = " ".join(page.getvalue().split())
    assert all(text in words for text in texts)


def test_what_may_be_done_at_any_moment_is_listed_once_in_a_turn() -> None:
    def is_wanted(game: Game) -> bool:
        own = [other for other in game.decision.interjections if other.player == game.decision.player]
        if not lays(game) or not 0 < len(own) <= prompt.FEW or Pass() not in game.decision.choices:
            return False
        then = game.fork()
        then.apply(Pass())
        return then.top.corporation_of(then) == game.top.corporation_of(game) and not is_spared(then, [])

    game = position("18FB-three", is_wanted)
    terminal, page = at_terminal(game, game.decision.player, Typed("pass", "quit"))
    terminal.play()
    first, _, then = page.getvalue().partition(f"{game.decision.player}: ")[2].partition(f"{game.decision.player}: ")
    assert "as before" not in first
    assert "Offer " in first
    assert "as before" in then
    assert "Offer " not in then


def test_offers_that_would_be_lost_unseen_stop_a_person() -> None:
    def is_last(game: Game) -> bool:
        if not only_offers(game):
            return False
        then = game.fork()
        then.apply(Pass())
        return then.over or then.top.corporation_of(then) != game.top.corporation_of(game)

    game = position("1849-three", is_last)
    assert not is_spared(game, [])


def only_train_offers(game: Game) -> bool:
    offers = [choice for choice in game.decision if choice not in standing(game) and not isinstance(choice, Pass)]
    return Pass() in game.decision.choices and bool(offers) and len(offers) == len(train_offers(game))


def test_offers_for_the_trains_of_others_do_not_stop_a_person_who_can_still_make_them() -> None:
    game = position("1849-three", only_train_offers)
    assert is_spared(game, standing(game))
    terminal, page = at_terminal(game, game.decision.player, Typed("undo", "quit"))
    terminal.play()
    told, _, back = page.getvalue().partition("Back to your last choice.")
    assert "Only offers were left there" in told
    assert "Ask CTL to sell its 4H" in back
    assert terminal.sitting.number == len(game.actions)


def test_offers_for_trains_are_listed_once() -> None:
    game = position("1849-three", lambda game: bool(train_offers(game)) and not only_train_offers(game))
    terminal, page = at_terminal(game, game.decision.player, Typed("quit"))
    terminal.play()
    assert " to sell its 4H" in page.getvalue()
    again, page = at_terminal(game, game.decision.player, Typed("quit"))
    again._seen.update(train_offers(game))
    again.play()
    assert " to sell its 4H" not in page.getvalue()
    assert "as before: type `all`" in page.getvalue()


def test_where_dice_may_forbid_to_go_back_offers_for_trains_stop_a_person_once() -> None:
    game = position("1883-four", only_train_offers)
    assert not is_spared(game, standing(game))
    assert is_spared(game, standing(game), train_offers(game))


def test_a_train_of_an_own_corporation_stops_a_person() -> None:
    def is_own(game: Game) -> bool:
        others = [choice for choice in game.decision if choice not in standing(game) and not isinstance(choice, Pass)]
        trains = [each for each in others if isinstance(each, Range) and isinstance(each.action, BuyTrain)]
        return Pass() in game.decision.choices and len(trains) == len(others) > len(train_offers(game))

    game = position("18FB-three", is_own)
    assert not is_spared(game, standing(game), train_offers(game))


def test_a_step_with_something_to_choose_stops_a_person() -> None:
    game = position("1849-three", lambda game: bool(lays(game)) and Pass() in game.decision.choices)
    assert not is_spared(game, standing(game))


# At any moment


def may_step_in(game: Game) -> bool:
    return any(other.player != game.decision.player for other in game.decision.interjections)


def test_what_may_be_done_at_any_moment_is_done_while_another_player_thinks() -> None:
    game = position("1883-four", may_step_in)
    other = next(each for each in game.decision.interjections if each.player != game.decision.player)
    terminal, page = at_terminal(game, other.player, Typed("1", "quit", meanwhile=("",)))
    before = terminal.sitting.number
    terminal.play()
    assert "You may do this at any moment; Enter goes on:" in page.getvalue()
    assert terminal.sitting.record.past_of(before + 1).by == other.player
    assert terminal.game.actions[before] == other.choice


def test_a_number_typed_too_early_is_not_taken() -> None:
    game = position("1883-four", may_step_in)
    other = next(each for each in game.decision.interjections if each.player != game.decision.player)
    terminal, page = at_terminal(game, other.player, Typed("", "quit", meanwhile=("1",)))
    before = terminal.sitting.number
    terminal.play()
    assert "'1' was not taken" in page.getvalue()
    assert terminal.sitting.record.past_of(before + 1).by != other.player
