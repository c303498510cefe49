"""Catalogues that cannot be read are told in one sentence; the language of a place is read off its environment."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from ferrovia.saying.catalogue import LanguageTrouble, catalogue, compiled, language_here
from tests.saying import catalogues


def _written(folder: Path, data: bytes) -> Path:
    path = compiled("it", folder)
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    return path


def _whole() -> bytes:
    catalog = Catalog(locale="it", charset="utf-8")
    catalog.add("Pass", "Passa")
    return catalogues.compiled(catalog)


def test_a_catalogue_is_read(tmp_path: Path) -> None:
    _written(tmp_path, _whole())
    assert catalogue("it", tmp_path).gettext("Pass") == "Passa"


def test_english_needs_no_catalogue(tmp_path: Path) -> None:
    assert catalogue("en", tmp_path).gettext("Pass") == "Pass"


@pytest.mark.parametrize("language", ["de", "", "IT", "it_IT", "it/it"])
def test_a_language_that_nobody_speaks_here_is_named(language: str) -> None:
    with pytest.raises(LanguageTrouble) as trouble:
        catalogue(language)
    assert str(trouble.value) == f"Ferrovia does not speak {language}, only en and it."


def test_a_catalogue_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(LanguageTrouble) as trouble:
        catalogue("it", tmp_path)
    assert str(trouble.value) == f"The catalogue {compiled('it', tmp_path)} is missing."


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"Pass",
        bytes(64),
        _whole()[:20],
        _whole()[: len(_whole()) // 2],
        _whole().replace(b"charset=utf-8", b"charset=utf-9"),
        _whole().replace(b"Passa", b"Pass\xff"),
        _whole().replace(b"plural=(n != 1);", b"plural=(n !! 1);"),
    ],
    ids=["empty", "words", "zeros", "heading", "half", "charset", "letters", "plurals"],
)
def test_a_catalogue_that_is_damaged_is_named(tmp_path: Path, data: bytes) -> None:
    assert data != _whole()
    path = _written(tmp_path, data)
    with pytest.raises(LanguageTrouble) as trouble:
        catalogue("it", tmp_path)
    assert str(trouble.value) == f"The catalogue {path} is damaged."


def test_a_folder_in_the_place_of_a_catalogue_is_told(tmp_path: Path) -> None:
    compiled("it", tmp_path).mkdir(parents=True)
    with pytest.raises(LanguageTrouble, match=r"is damaged\.$"):
        catalogue("it", tmp_path)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "it_CH"}, "it"),
        ({"LANG": "it.UTF-8"}, "it"),
        ({"LANG": "it@euro"}, "it"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "italiano"}, "en"),
        ({"LANG": "i"}, "en"),
        # LC_ALL goes before LC_MESSAGES, and that before LANG
        ({"LC_ALL": "it_IT.UTF-8", "LANG": "en_GB.UTF-8"}, "it"),
        ({"LC_ALL": "en_GB.UTF-8", "LC_MESSAGES": "it_IT.UTF-8", "LANG": "it_IT.UTF-8"}, "en"),
        ({"LC_MESSAGES": "it_IT.UTF-8", "LANG": "en_GB.UTF-8"}, "it"),
        ({"LC_ALL": "", "LANG": "it_IT.UTF-8"}, "it"),
        ({"LC_ALL": "C", "LANG": "it_IT.UTF-8"}, "en"),
        # LANGUAGE goes before all of them, but not where the place speaks none
        ({"LANGUAGE": "it", "LANG": "en_GB.UTF-8"}, "it"),
        ({"LANGUAGE": "de:it:en", "LANG": "de_DE.UTF-8"}, "it"),
        ({"LANGUAGE": "en:it", "LANG": "it_IT.UTF-8"}, "en"),
        ({"LANGUAGE": "de:fr", "LANG": "it_IT.UTF-8"}, "it"),
        ({"LANGUAGE": "", "LANG": "it_IT.UTF-8"}, "it"),
        ({"LANGUAGE": "it", "LANG": "C"}, "en"),
        ({"LANGUAGE": "it", "LANG": "C.UTF-8"}, "en"),
        ({"LANGUAGE": "it", "LC_ALL": "POSIX", "LANG": "it_IT.UTF-8"}, "en"),
        ({"LANGUAGE": "it"}, "en"),
    ],
)
def test_the_language_of_a_place(environment: dict[str, str], language: str) -> None:
    assert language_here(environment) == language
