"""Articles, prepositions and endings: what a language does to a name or a number where a sentence asks for it."""

from __future__ import annotations

import pytest

from ferrovia.saying import english, italian
from tests.saying.catalogues import speaking

SAY = speaking({})

# By the article of a name: la RCS, l'AFG, il CCFR, lo Stretto, and Bruno, who has none.
FORMS = {
    "il": ("la RCS", "l'AFG", "il CCFR", "lo Stretto", "l'ATIV", "Bruno"),
    "del": ("della RCS", "dell'AFG", "del CCFR", "dello Stretto", "dell'ATIV", "di Bruno"),
    "al": ("alla RCS", "all'AFG", "al CCFR", "allo Stretto", "all'ATIV", "a Bruno"),
    "dal": ("dalla RCS", "dall'AFG", "dal CCFR", "dallo Stretto", "dall'ATIV", "da Bruno"),
    "nel": ("nella RCS", "nell'AFG", "nel CCFR", "nello Stretto", "nell'ATIV", "in Bruno"),
    "sul": ("sulla RCS", "sull'AFG", "sul CCFR", "sullo Stretto", "sull'ATIV", "su Bruno"),
}
NAMES = ("RCS", "AFG", "CCFR", "Stretto", "ATIV", "Bruno")


@pytest.mark.parametrize(
    ("form", "name", "said"),
    [(form, name, said) for form, row in FORMS.items() for name, said in zip(NAMES, row, strict=True)],
)
def test_articles_and_prepositions_join_and_elide(form: str, name: str, said: str) -> None:
    assert SAY(f"{{name:{form}}}", name=name) == said
    capital = said if name == "Bruno" and form == "il" else said[0].upper() + said[1:]
    assert SAY(f"{{name:{form.capitalize()}}}", name=name) == capital


def test_every_form_is_tested() -> None:
    assert set(FORMS) == set(italian._FORMS)


@pytest.mark.parametrize(
    ("name", "said"), [("Ada", "ad Ada"), ("anna", "ad anna"), ("Elena", "a Elena"), ("Ugo", "a Ugo")]
)
def test_to_somebody_whose_name_begins_with_a(name: str, said: str) -> None:
    assert SAY("{name:al}", name=name) == said
    assert SAY("{name:del}", name=name) == f"di {name}"


def test_endings_agree_with_the_name() -> None:
    frozen = [SAY("{name:Il} è congelat{name:o/a}", name=name) for name in NAMES]
    assert frozen == [
        "La RCS è congelata",
        "L'AFG è congelata",
        "Il CCFR è congelato",
        "Lo Stretto è congelato",
        "L'ATIV è congelato",
        "Bruno è congelato",
    ]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "lo 0"),
        (1, "l'1"),
        (8, "l'8"),
        (10, "il 10"),
        (11, "l'11"),
        (18, "il 18"),
        (20, "il 20"),
        (80, "l'80"),
        (88, "l'88"),
        (100, "il 100"),
        (110, "il 110"),
        (180, "il 180"),
        (800, "l'800"),
        (1000, "il 1000"),
        (1100, "il 1100"),
        (8000, "l'8000"),
        (11000, "l'11000"),
    ],
)
def test_numbers_have_the_article_of_their_first_sound(number: int, said: str) -> None:
    assert SAY("{percent:il}%", percent=number) == f"{said}%"


def test_prepositions_join_numbers_too() -> None:
    said = [SAY("{percent:del}%, {percent:Dal}%", percent=number) for number in (0, 10, 80)]
    assert said == ["dello 0%, Dallo 0%", "del 10%, Dal 10%", "dell'80%, Dall'80%"]


def test_lists_in_italian() -> None:
    assert SAY("{names:and}", names=["Ada", "Bruno"]) == "Ada e Bruno"
    assert SAY("{names:and}", names=["Ada", "Elena"]) == "Ada ed Elena"
    assert SAY("{names:and}", names=["Ada", "Bruno", "Ezio"]) == "Ada, Bruno ed Ezio"
    assert SAY("{names:or}", names=[3, 4, 5]) == "3, 4 o 5"
    assert SAY("{names:or}", names=["Ada", "Elena"]) == "Ada o Elena"


# English


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("4H", "a 4H"),
        ("8H", "an 8H"),
        ("80", "an 80"),
        ("10H", "a 10H"),
        ("11", "an 11"),
        ("110", "a 110"),
        ("12H", "a 12H"),
        ("16H", "a 16H"),
        ("18", "an 18"),
        ("180", "a 180"),
        ("E", "an E"),
        ("R6H", "an R6H"),
        ("2G", "a 2G"),
        ("D", "a D"),
        ("", "a "),
    ],
)
def test_a_train_has_the_article_of_its_first_sound(name: str, said: str) -> None:
    assert english.noun(name, "a", "") == said
    assert english.noun(name, "A", "") == said.capitalize()[:1] + said[1:]


@pytest.mark.parametrize("grammar", [english, italian])
def test_one_is_one_and_all_else_is_many(grammar: object) -> None:
    plural = getattr(grammar, "plural")  # noqa: B009
    assert [plural(number) for number in (0, 1, 2, 21, 101)] == [1, 0, 1, 1, 1]
