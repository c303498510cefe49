"""The style sheets: one to a component, each in a layer, nothing twice, nothing dead; served as one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from django.test import override_settings

from ferrovia import table as package
from ferrovia.table.settings import TEMPLATE_FOLDERS
from ferrovia.table.static_files import pack
from ferrovia.table.style_sheets import INDEX, bundled, imports, packed

TABLE = Path(package.__file__).parent
STYLES = TABLE / "static" / "table" / "styles"
SHEETS = {path.name: path.read_text("utf-8") for path in sorted(STYLES.glob("*.css")) if path.name != INDEX}
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# Names in templates that have no look of their own.
HOOKS = {"ahead", "names", "take"}
# Names that are made of a word and a number.
NUMBERED = re.compile(r"(viewer|player|run)-\d")


def rules(text: str, condition: str = "") -> Iterator[tuple[str, str, str]]:
    """Each rule of a sheet: its condition, one selector of it, its declarations."""
    text = COMMENT.sub("", text)
    while found := re.match(r"\s*([^{};]+)\{", text):
        depth, end = 1, found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        head, body, text = found[1].strip(), text[found.end() : end - 1], text[end:]
        if head.startswith(("@media", "@container")):
            yield from rules(body, head)
        elif not head.startswith("@"):
            yield from ((condition, selector, body) for selector in re.split(r",\n\s*", head))
    assert not text.strip(), text


def test_the_index_takes_in_every_sheet_once_and_names_every_layer_first() -> None:
    index = (STYLES / INDEX).read_text("utf-8")
    assert sorted(each.sheet for each in imports(index)) == sorted(SHEETS)
    named = re.search(r"@layer ([\w, ]+);", index)
    assert named is not None
    layers = list(dict.fromkeys(each.layer for each in imports(index)))
    assert named[1].split(", ") == layers
    assert not re.sub(r'@import "[\w-]+\.css" layer\(\w+\);|@layer [\w, ]+;', "", COMMENT.sub("", index)).strip()


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_says_what_it_is_for_and_has_a_declaration_to_a_line(name: str) -> None:
    assert re.match(r"/\* [A-Z].+?[.:] ?", SHEETS[name])
    assert "\t" not in SHEETS[name]
    crowded = [line for line in COMMENT.sub("", SHEETS[name]).splitlines() if re.search(r";\s*\S|\{\s*\S", line)]
    assert not crowded


def test_a_selector_is_written_in_one_place() -> None:
    written = Counter((condition, selector) for text in SHEETS.values() for condition, selector, _ in rules(text))
    assert len(written) > 1000
    assert not [each for each, times in written.items() if times > 1]


def test_day_and_night_are_told_apart_by_tokens_alone() -> None:
    assert [name for name, text in SHEETS.items() if "data-theme" in text] == ["tokens.css"]
    day, night = (body for _, _, body in rules(SHEETS["tokens.css"]))
    by_day, by_night = (set(re.findall(r"(--[\w-]+):", body)) for body in (day, night))
    assert by_night < by_day
    assert by_day - by_night == {"--sans", "--serif"}


def test_little_is_important_what_hides_the_last_rows_of_the_ledger_and_the_ground_of_the_sandbox() -> None:
    found = {selector for text in SHEETS.values() for _, selector, body in rules(text) if "!important" in body}
    assert found == {"[hidden]", ".ledger-table tbody.extra th", ".ledger-table tbody.extra td", ".sandbox .stage"}


def source() -> str:
    """All that makes markup: templates, modules of the table and of pictures, scripts."""
    rooms = (TABLE, Path(str(files("ferrovia.drawing"))), TABLE.parent / "titles")
    kinds = (".html", ".jinja", ".py", ".js")
    return "\n".join(
        path.read_text("utf-8") for room in rooms for path in sorted(room.rglob("*")) if path.suffix in kinds
    )


def test_every_class_is_found_where_markup_is_made() -> None:
    heads = [re.sub(r'"[^"]*"', "", selector) for text in SHEETS.values() for _, selector, _ in rules(text)]
    classes = {name for head in heads for name in re.findall(r"\.([A-Za-z_][\w-]*)", head)}
    assert len(classes) > 300
    words = set(re.findall(r"[\w-]+", source()))
    assert not sorted(name for name in classes - words if not NUMBERED.fullmatch(name))


def test_every_property_of_our_own_that_is_used_is_given_somewhere() -> None:
    styles, markup = "\n".join(SHEETS.values()), source()
    given = set(re.findall(r"(--[\w-]+):", styles + markup))
    used = set(re.findall(r"var\((--[\w-]+)\)", styles))  # what has a usual value may be missing
    assert used <= given
    tokens = set(re.findall(r"(--[\w-]+):", SHEETS["tokens.css"]))
    grounds = {name for name in tokens if name.startswith("--z-")}
    assert "var(--z-" in markup
    assert tokens - grounds <= set(re.findall(r"var\((--[\w-]+)", styles + markup))


def test_packing_keeps_every_rule_in_its_layer() -> None:
    assert packed(STYLES).count("{") == bundled(STYLES).count("{") == COMMENT.sub("", bundled(STYLES)).count("{")
    assert "@import" not in packed(STYLES)
    assert "/*" not in packed(STYLES)
    whole = bundled(STYLES)
    assert whole.count("@layer") == 1 + len(SHEETS)
    assert all(text in whole for text in SHEETS.values())


@pytest.mark.parametrize("within", ["", "@media (width > 9px)"])
def test_packing_keeps_apart_what_is_within_something_else(tmp_path: Path, within: str) -> None:
    rule = ".menu :is(a, b), .menu\n    :not(i) { color: red }"
    (tmp_path / INDEX).write_text('@import "one.css" layer(parts);\n', "utf-8")
    (tmp_path / "one.css").write_text(f"{within} {{ {rule} }}" if within else rule, "utf-8")
    assert ".menu *:is(a,b),.menu *:not(i){color:red}" in packed(tmp_path)


def test_one_sheet_is_served_where_files_are_packed(tmp_path: Path) -> None:
    with override_settings(STATIC_ROOT=tmp_path):
        pack()
    (sheet,) = (path for path in (tmp_path / "table" / "styles").glob("*.css") if path.name != INDEX)
    assert re.fullmatch(r"index\.[0-9a-f]{12}\.css", sheet.name)
    assert "@layer modes{" in sheet.read_text("utf-8")


def test_every_class_in_a_template_is_known_to_a_sheet_a_script_or_a_test() -> None:
    """A name that nothing knows is one that was changed elsewhere."""
    known = {name for text in SHEETS.values() for name in re.findall(r"\.([A-Za-z_][\w-]*)", text)}
    scripts = "".join(path.read_text("utf-8") for path in (TABLE / "static" / "table").glob("*.js"))
    known |= {name for text in re.findall(r'"[^"\n]*"', scripts) for name in re.findall(r"\.([a-z][\w-]*)", text)}
    templates = [path for folder in TEMPLATE_FOLDERS for path in folder.rglob("*.html")]
    used = {name for path in templates for name in classes_in(path.read_text("utf-8"))}
    assert len(used) > 250
    assert sorted(used - known - HOOKS) == []


def classes_in(template: str) -> Iterator[str]:
    """The names of classes in a template: those that are written out, and those between quotes in an expression."""
    for value in re.findall(r'class="((?:[^"{]|\{\{.*?\}\}|\{%.*?%\})*)"', template, re.DOTALL):
        quoted = " ".join(re.findall(r"'([^']*)'", " ".join(re.findall(r"\{\{(.*?)\}\}", value, re.DOTALL))))
        written = re.sub(r"[\w-]*(\{\{.*?\}\}|\{%.*?%\})[\w-]*", " ", value, flags=re.DOTALL)
        yield from re.findall(r"[A-Za-z][\w-]*", f"{written} {quoted}")
