"""The grammar of Italian: articles that join prepositions and elide, endings by gender, plurals."""

from __future__ import annotations

# A form in a sentence, `{corporation:del}`, by the article that the catalogue gives to the name; no article is
# that of people. "l'" is feminine, as companies are; "l'o" is the masculine one.
_FORMS = {
    "il": {"il": "il ", "lo": "lo ", "la": "la ", "l'": "l'", "l'o": "l'", "": ""},
    "del": {"il": "del ", "lo": "dello ", "la": "della ", "l'": "dell'", "l'o": "dell'", "": "di "},
    "al": {"il": "al ", "lo": "allo ", "la": "alla ", "l'": "all'", "l'o": "all'", "": "a "},
    "dal": {"il": "dal ", "lo": "dallo ", "la": "dalla ", "l'": "dall'", "l'o": "dall'", "": "da "},
    "nel": {"il": "nel ", "lo": "nello ", "la": "nella ", "l'": "nell'", "l'o": "nell'", "": "in "},
    "sul": {"il": "sul ", "lo": "sullo ", "la": "sulla ", "l'": "sull'", "l'o": "sull'", "": "su "},
}
_FEMININE = frozenset({"la", "l'"})
ARTICLES = frozenset(_FORMS["il"])


def plural(number: int) -> int:
    """Which of the forms `one|many` a number takes."""
    return 0 if number == 1 else 1


def numeral(number: int, spec: str) -> str:
    """A number with its article: il 10, l'80, lo 0."""
    if number == 0:
        return noun("0", spec, "lo")
    return noun(str(number), spec, "l'o" if _begins_with_a_vowel(number) else "il")


def _begins_with_a_vowel(number: int) -> bool:
    """Uno, otto, undici, ottanta, ottocento."""
    leading = str(number)
    while len(leading) > 3:
        leading = leading[:-3]
    return leading in ("1", "11") if leading[0] == "1" and number not in range(1000, 2000) else leading[0] == "8"


def noun(name: str, spec: str, article: str) -> str:
    """A name with article or preposition (`il`, `Del`), or the ending that agrees with it (`o/a`)."""
    if "/" in spec:
        masculine, feminine = spec.split("/")
        return feminine if article in _FEMININE else masculine
    forms = _FORMS.get(spec.lower())
    if forms is None:
        raise ValueError(f"Italian has no form {spec!r}.")
    before = forms[article]
    if spec.lower() == "al" and not article and name[:1] in "aA":
        before = "ad "
    if spec[0].isupper():
        before = before[:1].upper() + before[1:]
    return before + name


def joined(word: str, last: str) -> str:
    """A list's last part: e Bruno, ed Elena; o Bruno."""
    if word == "or":
        return f"o {last}"
    return f"{'ed' if last[:1] in 'eE' else 'e'} {last}"
