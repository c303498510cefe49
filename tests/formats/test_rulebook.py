"""The rules in our words."""

import pytest

from ferrovia.formats.rulebook import Clause, Ruling, rulebook, rulebooks


def test_1849_has_its_clauses_and_rulings() -> None:
    book = rulebooks()["1849"]
    assert len(book.clauses) == 290
    assert all(clause.id.startswith("1849-") for clause in book.clauses)
    assert sum(map(len, book.sections().values())) == 290


def test_a_clause_a_ruling_or_a_section_is_found_by_its_number() -> None:
    book = rulebook("1849")
    (clause,) = book.find("9.2.6")
    assert isinstance(clause, Clause)
    assert clause == book.find("1849-9.2.6")[0]
    (ruling,) = book.find("R42")
    assert isinstance(ruling, Ruling)
    assert {entry.id for entry in book.find("9.2")} == {f"1849-9.2.{number}" for number in range(1, 9)}
    both = [entry.id for entry in book.find("9.4.1")]  # a clause of 9.4 and a section
    assert both[0] == "1849-9.4.1"
    assert "1849-9.4.1.4" in both


def test_what_is_not_there_is_told() -> None:
    with pytest.raises(LookupError, match="We have no rules of 1848; we have those of"):
        rulebook("1848")
    with pytest.raises(LookupError, match="1849 has no clause, ruling or section 99"):
        rulebook("1849").find("99")


def test_the_rulings_that_a_clause_names() -> None:
    book = rulebook("1849")
    clause = Clause("1849-0", "0", "t", "By R12, and not R1: see 1849-R42.", "An R6H runs.")
    assert [ruling.id for ruling in book.rulings_named(clause)] == ["1849-R12", "1849-R42"]
