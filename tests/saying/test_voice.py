"""A voice fills in the fields of a message: numbers, money, lists, terms and other messages, each as it is asked to."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

import pytest

from ferrovia.saying.message import Message, Trouble, in_english, term
from ferrovia.saying.voice import ENGLISH, Voice
from tests.saying.catalogues import speaking

SAY = ENGLISH.with_money("L. {}")


@pytest.mark.parametrize(
    ("text", "values", "said"),
    [
        ("{player} passes.", {"player": "Ada"}, "Ada passes."),
        ("Nothing to fill in.", {"player": "Ada"}, "Nothing to fill in."),
        ("{who}, {who}!", {"who": "Ada"}, "Ada, Ada!"),
        ("It costs {cost:money}.", {"cost": 40}, "It costs L. 40."),
        ("It costs {cost:money}.", {"cost": 0}, "It costs L. 0."),
        ("{n} {n:share|shares}", {"n": 1}, "1 share"),
        ("{n} {n:share|shares}", {"n": 0}, "0 shares"),
        ("{n} {n:share|shares}", {"n": 2}, "2 shares"),
        ("{what:^}.", {"what": "nothing is left"}, "Nothing is left."),
        ("{what:^}.", {"what": Message("the {train}", train="4H")}, "The 4H."),
        ("{names:and}", {"names": ["Ada"]}, "Ada"),
        ("{names:and}", {"names": ("Ada", "Bruno")}, "Ada and Bruno"),
        ("{names:and}", {"names": ["Ada", "Bruno", "Carla"]}, "Ada, Bruno and Carla"),
        ("{names:or}", {"names": [3, 4, 5]}, "3, 4 or 5"),
        ("{names}", {"names": ["Ada", "Bruno", "Carla"]}, "Ada, Bruno, Carla"),
        ("{names:;}", {"names": ["A1-A2", "B1-B2"]}, "A1-A2; B1-B2"),
        ("{names:and}", {"names": []}, ""),
        ("{share}", {"share": 0.5}, "0.5"),
        ("{path} is damaged.", {"path": PurePosixPath("a/b")}, "a/b is damaged."),
        ("{{{n}}}", {"n": 1}, "{1}"),
    ],
)
def test_fields_are_filled_in(text: str, values: dict[str, Any], said: str) -> None:
    assert SAY(Message(text, **values)) == said
    assert SAY(text, **values) == said


def test_money_without_a_title_is_a_bare_number() -> None:
    assert ENGLISH("{cost:money}", cost=40) == "40"


def test_hexes_are_called_as_the_map_calls_them() -> None:
    names: dict[str, str | Message] = {"D4": "Castelbuono (D4)", "C5": Message("Port of {town} (C5)", town="Trapani")}
    say = ENGLISH.with_places(lambda hex_id: names.get(hex_id, hex_id)).with_money("L. {}")
    assert say("{hex:place} for {cost:money}", hex="D4", cost=40) == "Castelbuono (D4) for L. 40"
    assert say("{hexes:place}", hexes=["D4", "E1"]) == "Castelbuono (D4), E1"
    assert say("{hexes:route}", hexes="C5-E1-D4") == "Port of Trapani (C5) - E1 - Castelbuono (D4)"
    assert ENGLISH("{hex:place}, {hexes:route}", hex="D4", hexes="C5-D4") == "D4, C5-D4"


def test_a_field_may_hold_other_messages() -> None:
    words = Message("Buy {train:a} for {cost:money}", train="8H", cost=350)
    assert SAY("{words}, {added:money} of it from {who}", words=words, added=50, who="Ada") == (
        "Buy an 8H for L. 350, L. 50 of it from Ada"
    )
    parts = [Message("{n:money}", n=1), "2", Message("{n:money}", n=3)]
    assert SAY("{parts:and}", parts=parts) == "L. 1, 2 and L. 3"


def test_the_price_of_a_choice_may_be_a_range() -> None:
    span = Message("{low:money} to {high:money}", low=5, high=10)
    assert SAY("Bid {price:money} on {private}", price=span, private="SIGI") == "Bid L. 5 to L. 10 on SIGI"


def test_a_field_that_is_missing_is_a_fault_of_ours() -> None:
    with pytest.raises(KeyError):
        SAY("{player} passes.")


def test_a_form_that_no_language_has_is_a_fault_of_ours() -> None:
    with pytest.raises(ValueError, match="English has no form 'dal'"):
        SAY("{player:dal}", player="Ada")
    with pytest.raises(ValueError, match="Italian has no form 'of'"):
        speaking({})("{player:of}", player="Ada")


# In another language


def test_texts_and_terms_are_looked_up_and_names_are_not() -> None:
    words = {"{player} lays a {colour:term} tile.": "{player} posa una tessera {colour:term}.", "yellow": "gialla"}
    say = speaking(words | {"Ada": "Adelaide"})
    assert say("{player} lays a {colour:term} tile.", player="Ada", colour="yellow") == "Ada posa una tessera gialla."


def test_terms_of_a_list_are_looked_up_one_by_one() -> None:
    say = speaking({"yellow": "gialla", "green": "verde"})
    assert say("{colours:term}", colours=["yellow", "green"]) == "gialla, verde"


def test_a_term_may_be_a_message_with_fields_of_its_own() -> None:
    say = speaking({"It is over: {why:term}.": "È finita: {why:term}.", "{n} left": "{n} di resto"})
    assert say("It is over: {why:term}.", why=Message("{n} left", n=1)) == "È finita: 1 di resto."


def test_what_no_catalogue_has_is_said_in_english() -> None:
    assert speaking({})("{player} passes.", player="Ada") == "Ada passes."


def test_fields_come_in_the_order_of_the_language_and_as_often_as_it_likes() -> None:
    say = speaking({"{seller} sells to {buyer}.": "{buyer} compra da {seller}: {buyer} è felice."})
    assert say("{seller} sells to {buyer}.", seller="Ada", buyer="Bruno") == "Bruno compra da Ada: Bruno è felice."


def test_plurals_are_those_of_the_language() -> None:
    say = speaking({"{n} {n:share|shares}": "{n} {n:azione|azioni}"})
    assert [say("{n} {n:share|shares}", n=n) for n in (0, 1, 2)] == ["0 azioni", "1 azione", "2 azioni"]


def test_nothing_is_said_for_an_empty_text() -> None:
    assert speaking({})("") == ""


def test_two_voices_say_one_message_in_two_languages() -> None:
    message = Message("{player} passes.", player="Ada")
    say = speaking({"{player} passes.": "{player} passa."})
    assert [ENGLISH(message), say(message), ENGLISH(message)] == ["Ada passes.", "Ada passa.", "Ada passes."]


def test_a_voice_with_another_currency_keeps_its_language() -> None:
    say = speaking({"It costs {cost:money}.": "Costa {cost:money}."})
    assert say.with_money("D{}")("It costs {cost:money}.", cost=30) == "Costa D30."
    assert say("It costs {cost:money}.", cost=30) == "Costa L. 30."


# Messages themselves


def test_messages_are_values() -> None:
    one = Message("{n}", n=1)
    assert one == Message("{n}", n=1)
    assert hash(one) == hash(Message("{n}", n=1))
    assert one != Message("{n}", n=2)
    assert one != "1"
    assert str(one) == in_english(one) == "1"
    assert one.message is one
    assert term("yellow") == "yellow"


def test_a_trouble_is_said_like_a_message() -> None:
    trouble = Trouble("{path} is missing.", path="here")
    assert str(trouble) == Voice("en")(trouble) == "here is missing."
    assert speaking({"{path} is missing.": "{path} non c'è."})(trouble) == "here non c'è."
