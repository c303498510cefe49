"""Names as people type them and look for them."""

from ferrovia.saying.names import in_order, plain


def test_names_are_found_without_capitals_and_accents() -> None:
    assert plain("  Pìnna  e Forlì ") == "pinna e forli"


def test_figures_are_ordered_by_their_worth_and_accents_do_not_count() -> None:
    names = ["(15)", "Zola", "(3)", "àlbera", "Bo 10", "Bo 9", "(25)"]
    assert sorted(names, key=in_order) == ["(3)", "(15)", "(25)", "àlbera", "Bo 9", "Bo 10", "Zola"]
