"""Names of people in the letters of any script: short, visible, and none that passes for another's at the same table.

A name may be read from right to left; whoever shows it keeps it apart from the words around it (see `saying.apart`).
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Collection, Iterable

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.models import LONGEST_NAME

# For those who have not told a name yet.
PLEASANT = (
    "Ada", "Beppe", "Cesira", "Delia", "Ettore", "Fulvia", "Giacomo", "Ines", "Livia", "Marco", "Nora", "Otello",
    "Pia", "Remo", "Silvia", "Tullio", "Ugo", "Viola", "Zeno",
)  # fmt: skip

_MOST_MARKS = 3  # on one letter: a Hebrew one may have a dot, a point and a vowel
# Letters that show nothing, though Unicode calls them letters or signs.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
# Between the letters of scripts that join them these show how; elsewhere they show nothing.
_JOINERS = frozenset("\u200c\u200d")
_JOINING = frozenset(
    {
        "ARABIC", "SYRIAC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA",
        "MALAYALAM", "SINHALA", "KHMER", "MYANMAR", "MONGOLIAN", "TIBETAN",
    }
)  # fmt: skip
# Alphabets whose letters pass for one another's: nobody's name has two of them in one word.
_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"})
# Letters of other alphabets, and figures, that look like Latin letters.
_LOOKS_LIKE = str.maketrans(
    "авекмнорстухіјѕԁԛԝһӏαβεικνορτυχω0135|!ı",
    "abekmhopctyxijsdqwhlabeikvoptuxwolesili",
)


def checked(wanted: str) -> str:
    """A name as it is kept; raises `Refusal` for what is none."""
    words = (word for word in wanted[: LONGEST_NAME * 8].split(" ") if word)
    name = unicodedata.normalize("NFC", " ".join(words))
    if not name:
        raise Refusal("name", "A name has at least one character.")
    if len(name) > LONGEST_NAME or len(wanted) > LONGEST_NAME * 8:
        raise Refusal("name", "A name has at most {most} characters.", most=LONGEST_NAME)
    if any(_is_hidden(sign) and not _joins(name, place) for place, sign in enumerate(name)):
        raise Refusal("name", "A name has no invisible characters.")
    if any(len(_ALIKE & {_script(sign) for sign in word if sign.isalpha()}) > 1 for word in name.split(" ")):
        raise Refusal("name", "A word of a name is written in one alphabet.")
    if _has_many_marks(name) or not any(_shows(sign) for sign in name):
        raise Refusal("name", "A name is made of letters, figures or signs.")
    return name


def _is_hidden(sign: str) -> bool:
    category = unicodedata.category(sign)
    return sign in _BLANK or category[0] == "C" or (category[0] == "Z" and sign != " ")


def _joins(name: str, place: int) -> bool:
    """Whether a sign joins two letters, or keeps them apart, of a script that needs it."""
    beside = name[place - 1 : place] + name[place + 1 : place + 2] if place else ""
    return name[place] in _JOINERS and len(beside) == 2 and all(_script(sign) in _JOINING for sign in beside)


def _script(sign: str) -> str:
    """The script of a letter: Unicode names begin with it."""
    return unicodedata.name(sign, "").partition(" ")[0]


def _shows(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LNSP"


def _has_many_marks(name: str) -> bool:
    marks = _MOST_MARKS  # none before the first letter
    for sign in name:
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks > _MOST_MARKS:
            return True
    return False


def looks(name: str) -> str:
    """What an eye makes of a name: two that look alike have the same."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_LOOKS_LIKE)
    return "".join(sign for sign in plain if sign.isalnum()) or plain


def free(name: str, taken: Iterable[str]) -> str:
    """A name, with a number behind it where another looks like it."""
    seen = {looks(other) for other in taken}
    found, number = name, 2
    while looks(found) in seen:
        ending = f" {number}"
        found, number = f"{name[: LONGEST_NAME - len(ending)]}{ending}", number + 1
    return found


def check_free(name: str, taken: Iterable[str]) -> None:
    """Raises `Refusal` for a name that passes for another's."""
    for other in taken:
        if looks(name) == looks(other):
            raise Refusal(
                "name", "{other} sits at this table already: choose a name that nobody mistakes.", other=other
            )


def pleasant(taken: Collection[str] = ()) -> str:
    """A name for somebody who has not told one."""
    seen = {looks(other) for other in taken}
    left = [name for name in PLEASANT if looks(name) not in seen]
    return secrets.choice(left) if left else free(secrets.choice(PLEASANT), taken)
