"""Fonts: what the styles name is served, whoever owns the file, and packed under a name that browsers keep for good."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from django.contrib.staticfiles import finders
from django.test import Client, override_settings

from ferrovia.table.static_files import STAMP, PackedFiles, pack

STYLES = (files("ferrovia.table") / "static" / "table" / "styles" / "fonts.css").read_text("utf-8")
NAMED = re.findall(r"url\(\.\./fonts/([^)]+)\)", STYLES)
SANS = sorted(path.name for path in (files("ferrovia.drawing") / "fonts").iterdir())


def test_every_font_is_named_by_the_styles_and_bears_no_reserved_name() -> None:
    own = [path.name for path in (files("ferrovia.table") / "static" / "table" / "fonts").iterdir()]
    assert sorted(NAMED) == sorted(name for name in (*SANS, *own) if name.endswith(".woff2"))
    assert all(finders.find(f"table/fonts/{name}") for name in NAMED)
    families = set(re.findall(r'@font-face \{\s+font-family: "([^"]+)"', STYLES))
    assert families
    assert not any("Source" in family for family in families)


def test_the_font_of_pictures_is_that_of_pages_and_its_licence_goes_with_it() -> None:
    assert SANS == ["LICENSE-source-sans-3.txt", "ferrovia-sans-italic.woff2", "ferrovia-sans.woff2"]
    for name in SANS:
        answer = Client().get(f"/static/table/fonts/{name}")
        assert answer.status_code == 200
        assert b"".join(answer) == (files("ferrovia.drawing") / "fonts" / name).read_bytes()


def test_packed_styles_name_packed_fonts_that_are_kept_for_good(tmp_path: Path) -> None:
    with override_settings(STATIC_ROOT=tmp_path):
        pack()
        _check_packed(tmp_path)


def _check_packed(folder: Path) -> None:
    (styles,) = (folder / "table" / "styles").glob("index.*.css")
    packed = re.findall(r'url\("?\.\./fonts/([^")]+)"?\)', styles.read_text("utf-8"))
    assert len(packed) == len(NAMED)
    browser = Client()
    for name in packed:
        assert re.fullmatch(r"[\w-]+\.[0-9a-f]{12}\.woff2", name)
        answer = browser.get(f"/static/table/fonts/{name}")
        assert b"".join(answer).startswith(b"wOF2")
        assert "immutable" in answer["Cache-Control"]


def test_while_files_are_written_they_are_served_as_they_are(tmp_path: Path) -> None:
    with override_settings(STATIC_ROOT=tmp_path):
        pack()
    with override_settings(STATIC_ROOT=tmp_path, RELOAD=True):
        fresh = PackedFiles(location=tmp_path)
        assert fresh.stored_name("table/styles/index.css") == "table/styles/index.css"
        (tmp_path / STAMP).unlink()
        pack()
        assert not (tmp_path / STAMP).exists()
    with override_settings(STATIC_ROOT=tmp_path):
        assert PackedFiles(location=tmp_path).stored_name("table/styles/index.css") != "table/styles/index.css"
