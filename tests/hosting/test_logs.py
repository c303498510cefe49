"""What the server writes down: by level and format, and nothing that is somebody's; a wrong setting is a sentence."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from ferrovia.table.logbook import JsonLines, LogTrouble, log_settings
from tests.hosting.host import ROOT, refused, surroundings

ASK = """
from ferrovia.table.serving import set_up
set_up()
from django.test import Client
Client(headers={"host": "localhost"}).get("/healthz")
Client(headers={"host": "localhost"}).get("/t/some-table")
Client(headers={"host": "somewhere.else"}).get("/")
"""


@pytest.mark.parametrize("form", ["json", "text"])
def test_every_answer_is_written_down_where_somebody_wants_to_read_it(form: str, tmp_path: Path) -> None:
    lines = _written(tmp_path, FERROVIA_LOG="info", FERROVIA_LOG_FORMAT=form)
    if form == "json":
        told = [json.loads(line) for line in lines]
        assert [(each["view"], each["status"]) for each in told if "view" in each] == [
            ("healthz", 200),
            ("table", 404),
            ("other", 400),
        ]
        assert {"time", "level", "logger", "message", "method", "ms"} <= set(told[0])
    else:
        assert lines[0].startswith("INFO: GET healthz: 200 in ")
    assert not any("some-table" in line or "127.0.0.1" in line or "Traceback" in line for line in lines)


def test_by_default_answers_are_not(tmp_path: Path) -> None:
    assert not [line for line in _written(tmp_path) if "healthz" in line]


def test_what_broke_off_says_where() -> None:
    try:
        raise ZeroDivisionError("by nothing")
    except ZeroDivisionError:
        record = logging.LogRecord("ferrovia", logging.ERROR, "", 0, "It %s", ("broke",), sys.exc_info())
    told = json.loads(JsonLines().format(record))
    assert (told["message"], told["level"]) == ("It broke", "error")
    assert "ZeroDivisionError: by nothing" in told["traceback"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("FERROVIA_LOG", "loud"), ("FERROVIA_LOG_FORMAT", "xml"), ("FERROVIA_METRICS", "here")],
)
def test_a_setting_that_is_none_is_one_sentence(name: str, value: str, tmp_path: Path) -> None:
    said = refused("serve", "--no-open", "--database", tmp_path, **{name: value})
    assert said.startswith(name)
    assert value in said


def test_settings_are_read_whatever_their_case() -> None:
    assert log_settings({}) == ("WARNING", "text")
    assert log_settings({"FERROVIA_LOG": "Info", "FERROVIA_LOG_FORMAT": "JSON"}) == ("INFO", "json")
    with pytest.raises(LogTrouble):
        log_settings({"FERROVIA_LOG": "0"})


def _written(folder: Path, **more: str) -> list[str]:
    env = surroundings(FERROVIA_VAR=str(folder), **more)
    subprocess.run(
        [
            sys.executable,
            "-c",
            ASK.split("from django.test")[0] + "from ferrovia.table.migrating import migrate; migrate()",
        ],
        env=env,
        cwd=ROOT,
        check=True,
    )
    said = subprocess.run([sys.executable, "-c", ASK], env=env, cwd=ROOT, capture_output=True, text=True, check=True)
    return said.stderr.splitlines()
