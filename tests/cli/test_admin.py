"""What a host does from the command line: each act works, and wrong input is one sentence with nothing done."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import ferrovia
from tests.hosting.host import ROOT, surroundings


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an empty database."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "table.sqlite3").touch()
    return folder


def admin(house: Path, *words: str) -> tuple[int, str, str]:
    return typed(house, "admin", *words)


def typed(house: Path, *words: str) -> tuple[int, str, str]:
    """A command in a process of its own: each sets Django up for its own database."""
    command = [sys.executable, "-m", "ferrovia", *words, "--database", str(house)]
    done = subprocess.run(command, env=surroundings(LANG="C"), cwd=ROOT, capture_output=True, text=True)
    return done.returncode, done.stdout.strip(), done.stderr.strip()


def test_help_is_in_both_languages() -> None:
    english, italian = (ferrovia("admin", "--help", "--language", language).stdout for language in ("en", "it"))
    assert "Make an account a host of this server." in english
    assert "Nomina un account gestore di questo server." in italian
    assert "Ogni atto" in ferrovia("admin", "--help", "--language", "it").stdout


WRONG = [
    (("host", "Nobody"), "There is nobody called Nobody here."),
    (("reset", "Nobody"), "There is nobody called Nobody here."),
    (("ban", "Nobody", "--days", "3"), "There is nobody called Nobody here."),
    (("end", "no-table"), "There is no table no-table here."),
    (("delete", "no-table", "--yes"), "There is no table no-table here."),
    (("rename", "no-table", "x"), "There is no table no-table here."),
    (("remove-remark", "7"), "There is no remark 7."),
    (("announce",), "There is nothing to announce: write it in English, in Italian or in both."),
    (("announce", "--english", "x", "--days", "0"), "An announcement stands from 1 to 365 days, or until you end it."),
    (("sign-up", "sometimes"), "There is no such way to sign up."),
    (("invite", "--uses", "0"), "A link is for 1 to 100 people."),
    (("clear-lobbies", "--days", "0"), "Lobbies are cleared after 1 to 3650 days."),
]


def test_wrong_input_is_one_sentence_and_nothing_is_done(house: Path) -> None:
    before = admin(house, "log", "--json")[1]
    for words, sentence in WRONG:
        assert admin(house, *words) == (2, "", sentence)
    assert admin(house, "log", "--json")[1] == before


def test_acts_are_done_and_listed(house: Path) -> None:
    assert admin(house, "sign-up", "invited") == (0, "An account can be made by: by invitation.", "")
    code, told, _ = admin(house, "invite", "--uses", "3", "--days", "5")
    assert (code, told.startswith("/i/")) == (0, True)
    assert admin(house, "announce", "--italian", "Si chiude alle nove.")[0] == 0
    assert admin(house, "announce", "--end")[1] == "1 announcement was taken down."
    signs = json.loads(admin(house, "health", "--json")[1])
    assert {sign["name"] for sign in signs} == {"database", "backup", "queue", "disk"}
    assert next(sign for sign in signs if sign["name"] == "backup")["state"] == "unknown"
    assert typed(house, "backup", str(house / "b.zip"))[0] == 0
    assert "Last backup: well, within the last hour" in admin(house, "health")[1]
    listed = json.loads(admin(house, "log", "--json")[1])
    assert [act["by"] for act in listed] == [""] * 4
    assert listed[-1]["what"] == "settled who may sign up: by invitation"


MASQUERADE = """
import django
django.setup()
from django.contrib.auth.models import User
from ferrovia.table.models import Person
Person.objects.create(name="Ada", user=User.objects.create(username="Mallory"))
"""


def test_nobody_becomes_a_host_by_calling_themselves_by_anothers_name(house: Path) -> None:
    admin(house, "people")  # the database is there
    settled = surroundings(LANG="C", DJANGO_SETTINGS_MODULE="ferrovia.table.settings", FERROVIA_VAR=str(house))
    subprocess.run([sys.executable, "-c", MASQUERADE], env=settled, cwd=ROOT, check=True, capture_output=True)
    assert admin(house, "host", "Ada") == (2, "", "There is nobody called Ada here.")
    assert admin(house, "host", "Mallory")[0] == 0
