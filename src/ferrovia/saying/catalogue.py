"""Catalogues: the compiled words of a language, and which language is spoken here."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from ferrovia.saying.message import Trouble

SOURCE = "en"  # our texts are written in it
LANGUAGES = (SOURCE, "it")
DOMAIN = "ferrovia"
COMPILED = Path(__file__).parent / "compiled"  # made out of languages/ when Ferrovia is built


class LanguageTrouble(Trouble):
    """Why a language cannot be spoken."""


def compiled(language: str, folder: Path = COMPILED) -> Path:
    """Where gettext looks for a catalogue."""
    return folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo"


@lru_cache(maxsize=8)
def catalogue(language: str, folder: Path = COMPILED) -> NullTranslations:
    """The words of a language; English needs none."""
    if language not in LANGUAGES:
        raise LanguageTrouble(
            "Ferrovia does not speak {language}, only {known:and}.", language=language, known=LANGUAGES
        )
    if language == SOURCE:
        return NullTranslations()
    path = compiled(language, folder)
    try:
        with path.open("rb") as file:
            return GNUTranslations(file)
    except FileNotFoundError as error:
        raise LanguageTrouble("The catalogue {path} is missing.", path=str(path)) from error
    except (OSError, ValueError, struct.error, LookupError, SyntaxError) as error:
        raise LanguageTrouble("The catalogue {path} is damaged.", path=str(path)) from error


def language_here(environ: Mapping[str, str]) -> str:
    """The language of this place as its environment tells it, if we speak it; otherwise English."""
    place = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    wanted = environ.get("LANGUAGE", "").split(":") if place not in ("", "C", "POSIX", "C.UTF-8") else []
    for name in [*wanted, place]:
        if name[:2] in LANGUAGES and (len(name) == 2 or not name[2].isalpha()):
            return name[:2]
    return SOURCE
