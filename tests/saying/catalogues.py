"""Catalogues for tests: small ones with words of their own, and the Italian of the rooms that every title shares."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from ferrovia.saying.voice import ARTICLE, Voice
from languages.catalogues import entries, files, read

# People are in no catalogue, as nobody knows their names before: they have no article.
ARTICLES = {"AFG": "l'", "RCS": "la", "CCFR": "il", "Stretto": "lo", "ATIV": "l'o", "SIGI": "il"}


def compiled(catalog: Catalog) -> bytes:
    made = BytesIO()
    write_mo(made, catalog)
    return made.getvalue()


def with_articles(catalog: Catalog) -> GNUTranslations:
    for name, article in ARTICLES.items():
        catalog.add(name, article, context=ARTICLE)
    return GNUTranslations(BytesIO(compiled(catalog)))


def speaking(words: Mapping[str, str], currency: str = "L. {}") -> Voice:
    """An Italian voice that knows these words and the articles above."""
    catalog = Catalog(locale="it", charset="utf-8")
    for text, said in words.items():
        catalog.add(text, said)
    return Voice("it", with_articles(catalog), currency)


@cache
def shared_italian() -> Voice:
    """What the engine and the words of choices say, with names of our own."""
    whole = Catalog(locale="it", charset="utf-8")
    for room, path in files("it").items():
        if room in ("engine", "formats"):
            for entry in entries(read(path, "it")):
                whole.add(entry.id, entry.string, context=entry.context)
    return Voice("it", with_articles(whole), "L. {}")
