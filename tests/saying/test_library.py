"""What a library says about a text that it cannot read reaches nobody: it is said in our words, in both languages."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from ferrovia.saying.library import in_our_words
from ferrovia.saying.voice import ENGLISH
from tests.saying.catalogues import shared_italian


class Part(msgspec.Struct, forbid_unknown_fields=True):
    price: int
    pair: tuple[int, int] = (0, 0)
    kind: Literal["a", "b"] = "a"
    most: int | None = None
    name: str = ""
    by_name: dict[str, int] = {}
    parts: list["Part"] = []  # noqa: UP037


def _complaint(text: str | bytes, kind: Any = Part) -> Exception:
    try:
        msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return error
    raise AssertionError(f"{text!r} can be read.")


@pytest.mark.parametrize(
    ("text", "said", "detto"),
    [
        ("", "it ends too early", "finisce troppo presto"),
        ('{"price":', "it ends too early", "finisce troppo presto"),
        ("x", "it cannot be read near byte 1", "non si legge intorno al byte 1"),
        ('{"price": 1} 2', "it cannot be read near byte 15", "non si legge intorno al byte 15"),
        ("{}", "the field price is missing", "manca il campo price"),
        (
            '{"price": 1, "parts": [{"price": 1}, {}]}',
            "the field price is missing in parts[1]",
            "manca il campo price in parts[1]",
        ),
        ('{"price": 1, "tip": 5}', "the field tip does not belong there", "il campo tip lì non va"),
        (
            '{"price": 1, "parts": [{"price": 1, "tip": 5}]}',
            "the field tip does not belong in parts[0]",
            "il campo tip non va in parts[0]",
        ),
        ('{"price": "1"}', "price must be a whole number", "price deve essere un numero intero"),
        ('{"price": 1.5}', "price must be a whole number", "price deve essere un numero intero"),
        ('{"price": 1, "name": 5}', "name must be a text", "name deve essere un testo"),
        ('{"price": 1, "parts": 5}', "parts must be a list", "parts deve essere una lista"),
        (
            '{"price": 1, "most": ""}',
            "most must be a whole number or nothing",
            "most deve essere un numero intero o niente",
        ),
        (
            '{"price": 1, "by_name": {"a": ""}}',
            "by_name[...] must be a whole number",
            "by_name[...] deve essere un numero intero",
        ),
        ('{"price": 1, "kind": "c"}', "kind cannot be 'c'", "kind non può essere «c»"),
        ('{"price": 1, "pair": [1]}', "pair must have 2 entries", "pair deve avere 2 elementi"),
        ("[]", "it must be a group of fields", "deve essere un gruppo di campi"),
        (b'{"price": 1, "name": "\xff"}', "it is not written in UTF-8", "non è scritto in UTF-8"),
    ],
)
def test_a_text_that_cannot_be_read(text: str | bytes, said: str, detto: str) -> None:
    complaint = in_our_words(_complaint(text))
    assert ENGLISH(complaint) == said
    assert shared_italian()(complaint) == detto


def test_a_text_that_is_nested_too_deeply() -> None:
    complaint = in_our_words(_complaint("[" * 100_000, list[Any]))
    assert ENGLISH(complaint) == "it is nested too deeply"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (msgspec.ValidationError("Number out of range - at `$.price`"), "price cannot be understood"),
        (msgspec.ValidationError("Expected `date`, got `int`"), "it cannot be understood"),
        (ValueError("something else"), "it cannot be understood"),
    ],
)
def test_a_complaint_that_nobody_knows_is_told_in_general(error: Exception, said: str) -> None:
    assert ENGLISH(in_our_words(error)) == said
