"""How the table is installed: its database, its addresses by https, and templates that need no script in a page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from ferrovia.table.databases import database_settings, postgres
from ferrovia.table.settings import TEMPLATE_FOLDERS


@pytest.mark.django_db
def test_the_database_has_the_shape_of_the_models() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgres://ada:p%40ss%2Fword@db.example:5433/table", ("table", "ada", "p@ss/word", "db.example", "5433")),
        ("postgres://ada@localhost/table", ("table", "ada", "", "localhost", "")),
        ("postgresql:///table", ("table", "", "", "", "")),
        ("postgres://a:b@[::1]:5432/t", ("t", "a", "b", "::1", "5432")),
    ],
)
def test_a_postgres_database_is_named_by_its_address(url: str, expected: tuple[str, ...]) -> None:
    found = postgres(url)
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert tuple(found[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")) == expected


def test_without_an_address_the_database_is_a_file(tmp_path: Path) -> None:
    found = database_settings("", tmp_path)
    assert (found["ENGINE"], found["NAME"]) == ("django.db.backends.sqlite3", tmp_path / "table.sqlite3")


def test_by_https_cookies_go_over_nothing_else(tmp_path: Path) -> None:
    program = (
        "from ferrovia.table import settings as s; print(s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE,"
        " s.SECURE_HSTS_SECONDS > 0, s.SESSION_COOKIE_HTTPONLY, s.CSRF_TRUSTED_ORIGINS, s.DEBUG)"
    )
    environment = {**os.environ, "FERROVIA_VAR": str(tmp_path), "FERROVIA_HTTPS": "1", "FERROVIA_HOSTS": "a.example"}
    said = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "True True True True ['https://a.example'] False"
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


def test_no_template_has_a_script_or_a_handler_in_it() -> None:
    templates = [path for folder in TEMPLATE_FOLDERS for path in folder.rglob("*.html")]
    assert len(templates) > 40
    for path in templates:
        text = path.read_text()
        assert not re.search(r'<script(?![^>]*\ssrc=)(?! type="application/json">)', text), path  # data does nothing
        assert not re.search(r"<[^>]*\s(on[a-z]+|hx-on\S*)=", text), path
        assert not re.search(r"javascript:|<style|<base\b", text), path
