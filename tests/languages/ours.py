"""Everything that Ferrovia says, gathered once for all tests that read it."""

from __future__ import annotations

from functools import cache

from languages.catalogues import ROOT
from languages.extraction import Texts, texts


@cache
def our_texts() -> Texts:
    return texts(ROOT)
