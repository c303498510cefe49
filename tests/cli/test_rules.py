"""rules: the rules in our words, and which of them tests play."""

import textwrap
from pathlib import Path

import pytest

from ferrovia.cli.coverage import marked_clauses, marks_in
from tests.cli.command import asked, check_trouble, ferrovia


def ids(source: str) -> list[str]:
    return [clause for clause, _ in marks_in(textwrap.dedent(source))]


def test_the_rules_by_section_clause_and_ruling() -> None:
    book = ferrovia("rules", "1849").stdout
    assert "Section 9.2\n" in book
    assert "  1849-9.2.6  " in book
    clause = ferrovia("rules", "1849", "9.2.6").stdout
    assert clause.startswith("1849-9.2.6")
    assert "Check: " in clause
    assert "Because: " in ferrovia("rules", "1849", "R42").stdout
    assert asked("rules", "1849", "1849-9.2.6")[0]["id"] == "1849-9.2.6"
    assert len(asked("rules", "1849")["clauses"]) == 290


def test_the_rules_in_italian() -> None:
    book = ferrovia("rules", "1849", "--language", "it").stdout
    assert "Sezione 9.2\n" in book
    assert "Componenti\n" in book
    assert "Elenco delle tessere\n" in book
    assert "Delibere\n" in book
    assert "  Prova: " in ferrovia("rules", "1849", "9.2.6", lang="it_IT.UTF-8").stdout
    assert "  Perché: " in ferrovia("rules", "1849", "R42", "--language", "it").stdout


def test_the_sections_without_a_number_have_a_name() -> None:
    book = ferrovia("rules", "1849").stdout
    assert "Components\n" in book
    assert "List of the tiles\n" in book
    assert "Reference card\n" in book


def test_rules_that_are_not_there() -> None:
    check_trouble(ferrovia("rules", "1848"), 2, "We have no rules of 1848")
    check_trouble(ferrovia("rules", "1849", "99.9"), 2, "no clause, ruling or section 99.9")


def test_marks_on_functions_with_several_ids() -> None:
    assert ids(
        """
        import pytest
        from pytest import mark

        @pytest.mark.clause("T-1", "T-2")
        @pytest.mark.clause("T-3")
        def test_a():
            assert 1 + 1 == 2

        @mark.clause("T-4")
        async def test_b():
            assert 1 + 1 == 2

        @pytest.mark.clause("T-5")
        def helper():
            assert 1 + 1 == 2
        """
    ) == ["T-1", "T-2", "T-3", "T-4"]


def test_marks_on_parameters_classes_and_modules() -> None:
    source = """
        import pytest

        pytestmark = [pytest.mark.soak, pytest.mark.clause("T-0")]
        clause = pytest.mark.clause
        BOTH = ("T-8", "T-9")
        CASES = [pytest.param(1, marks=pytest.mark.clause("T-3")), pytest.param(2, marks=[clause("T-4")])]

        @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("T-1")), 2])
        def test_a(n):
            assert n

        @pytest.mark.parametrize("n", CASES)
        def test_b(n):
            assert n

        @pytest.mark.clause("T-5")
        class TestAll:
            pytestmark = clause("T-6")

            @clause("T-7")
            def test_c(self):
                assert self

        @clause(*BOTH)
        def test_d():
            assert BOTH
        """
    found: dict[str, list[str]] = {}
    for clause, test in marks_in(textwrap.dedent(source)):
        found.setdefault(test, []).append(clause)
    assert {test: sorted(clauses) for test, clauses in found.items()} == {
        "test_a": ["T-0", "T-1"],
        "test_b": ["T-0", "T-3", "T-4"],
        "TestAll::test_c": ["T-0", "T-5", "T-6", "T-7"],
        "test_d": ["T-0", "T-8", "T-9"],
    }


@pytest.mark.parametrize(
    ("body", "counts"),
    [
        ("pass", False),
        ("assert True", False),
        ("assert 1, 'well'", False),
        ("x = 1", False),
        ("table.deal(SFA={})", False),
        ("assert x", True),
        ("with pytest.raises(ValueError): f()", True),
        ("with raises(ValueError): f()", True),
        ("table.ada.may_sell('SFA', 20)", True),
        ("table.ada.may_not_sell('SFA', 30)", True),
        ("table.refuses(action, 'T-1')", True),
        ("table.does(action)", True),
        ("check_all(game)", True),
        ("for x in y:\n        assert x", True),
    ],
)
def test_a_test_that_checks_nothing_does_not_count(body: str, counts: bool) -> None:
    source = f"import pytest\n@pytest.mark.clause('T-1')\ndef test_a():\n    {body}\n"
    assert [clause for clause, _ in marks_in(source)] == (["T-1"] if counts else [])


@pytest.mark.parametrize(
    "mark", ["@pytest.mark.skip", "@pytest.mark.skip(reason='later')", "@pytest.mark.xfail(strict=True)"]
)
def test_a_test_that_is_not_played_does_not_count(mark: str) -> None:
    assert ids(f"import pytest\n{mark}\n@pytest.mark.clause('T-1')\ndef test_a():\n    assert 1 + 1 == 2\n") == []
    assert ids(
        f"import pytest\npytestmark = [{mark[1:]}]\n@pytest.mark.clause('T-1')\ndef test_a():\n    assert 1 + 1 == 2\n"
    ) == []  # fmt: skip


def test_only_test_files_are_read(tmp_path: Path) -> None:
    source = "import pytest\n@pytest.mark.clause('T-1')\ndef test_a():\n    assert 1 + 1 == 2\n"
    for name in ("test_one.py", "two_test.py", "table.py", "deeper/test_three.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(source)
    assert marked_clauses(tmp_path) == {
        "T-1": ["deeper/test_three.py::test_a", "test_one.py::test_a", "two_test.py::test_a"]
    }


def test_coverage_counts_clauses_rulings_and_strange_marks(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        "import pytest\n@pytest.mark.clause('1849-9.2.6', '1849-R42', '1849-99.9')\n"
        "def test_a():\n    assert 1 + 1 == 2\n"
    )
    figures = asked("rules", "coverage", "--tests", tmp_path)["1849"]
    assert (figures["clauses"], figures["covered"]) == (290, 1)
    assert len(figures["missing"]) == 289
    assert "1849-9.2.6" not in figures["missing"]
    assert figures["rulings_covered"] == 1
    assert figures["unknown"] == ["1849-99.9"]
    assert {"1849-C.5", "1849-14.1.1", "1849-14.3.7"} <= set(figures["missing_variants"])
    assert figures["sections"]["9.2"] == {"clauses": 8, "covered": 1}
    page = ferrovia("rules", "coverage", "--tests", tmp_path).stdout
    assert "1849: tests play 1 of 290 clauses and 1 of" in page
    assert "Marks that name no clause: 99.9." in page
    assert "section " in page
    page = ferrovia("rules", "coverage", "--tests", tmp_path, "--language", "it").stdout
    assert "1849: i test giocano 1 clausole su 290 e 1 delibere su" in page
    assert "Marcatori che non nominano alcuna clausola: 99.9." in page
    assert "sezione " in page
    assert "\nComponenti " in page


def test_coverage_of_this_repository() -> None:
    """Whatever it is just now, the marks of our own tests must be ids that exist."""
    report = asked("rules", "coverage")
    for title, figures in report.items():
        assert figures["covered"] + len(figures["missing"]) == figures["clauses"]
        assert figures["unknown"] == [], title


def test_every_clause_and_every_ruling_is_played_by_a_test() -> None:
    for title, figures in asked("rules", "coverage").items():
        missing = [*figures["missing"], *figures["missing_variants"], *figures["rulings_missing"]]
        assert missing == [], title


def test_tests_that_cannot_be_read(tmp_path: Path) -> None:
    check_trouble(ferrovia("rules", "coverage", "--tests", tmp_path / "nowhere"), 2, "There are no tests in")
    (tmp_path / "test_bad.py").write_text("def test_(:\n")
    check_trouble(ferrovia("rules", "coverage", "--tests", tmp_path), 2, "cannot be read")
