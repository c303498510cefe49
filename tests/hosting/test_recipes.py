"""What docs/hosting.md tells a host to copy and to type is there, and works."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from ferrovia.cli import COMMANDS
from tests.hosting.host import ROOT

HOSTING = ROOT / "hosting"
PAGE = (ROOT / "docs" / "hosting.md").read_text()
UNITS = sorted((HOSTING / "systemd").iterdir())
OURS = re.compile(r"\bFERROVIA_[A-Z_]+\b")


def test_every_setting_is_told_and_every_setting_that_is_told_is_one() -> None:
    known = set(OURS.findall((ROOT / "src" / "ferrovia" / "table" / "settings.py").read_text())) - {
        "FERROVIA_RELOAD",
        "FERROVIA_TEST_CLOCK",
    }
    table = PAGE.partition("## Settings")[2].partition("\n## ")[0]
    assert set(OURS.findall(table)) == known
    for file in (path for path in HOSTING.rglob("*") if path.is_file()):
        assert set(OURS.findall(file.read_text())) <= known | {"FERROVIA_HOST"}, file  # which compose alone reads


def test_every_command_is_one() -> None:
    typed = "\n".join((*_typed(), *(unit.read_text() for unit in UNITS)))
    found = set(re.findall(r"(?:^|/bin/|\./|table )ferrovia ([a-z]+)", typed, re.M))
    assert {"serve", "worker", "backup", "restore", "verify"} <= found <= set(COMMANDS)


def test_every_file_that_is_copied_is_there() -> None:
    for name in re.findall(r"/src/ferrovia/(hosting/[\w./*-]+)", PAGE):
        assert list(ROOT.glob(name)), name


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not there to read its units")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        shutil.copy(unit, tmp_path)
        made = tmp_path / unit.name
        made.write_text(made.read_text().replace("/opt/ferrovia/bin/ferrovia", "/bin/true"))
    said = subprocess.run(
        ["systemd-analyze", "verify", *map(str, sorted(tmp_path.iterdir()))], capture_output=True, text=True
    )
    assert not [line for line in said.stderr.splitlines() if "ferrovia" in line], said.stderr


def test_the_last_thirty_backups_stay(tmp_path: Path) -> None:
    for number in range(33):
        backup = tmp_path / f"ferrovia-{number:02}.zip"
        backup.touch()
        os.utime(backup, (number, number))
    [line] = re.findall(r"^ExecStartPost=(.+)$", (HOSTING / "systemd" / "ferrovia-backup.service").read_text(), re.M)
    subprocess.run(shlex.split(line), cwd=tmp_path, check=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"ferrovia-{number:02}.zip" for number in range(3, 33)]


def test_the_containers_want_nothing_that_is_not_there() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    steps = (HOSTING / "container" / "Containerfile").read_text()
    for named in (*re.findall(r"'\.\[(.+?)\]'", steps), *re.findall(r"/src/ferrovia\[(.+?)\]", PAGE)):
        assert set(named.split(",")) <= set(extras)
    composed = yaml.safe_load((HOSTING / "container" / "compose.yaml").read_text())
    table = composed["services"]["table"]
    assert (HOSTING / "container" / table["build"]["context"] / table["build"]["dockerfile"]).is_file()
    assert composed["services"]["database"]["volumes"][0].split(":")[0] in composed["volumes"]
    [entry], [rest] = re.findall(r"^ENTRYPOINT \[(.+)\]$", steps, re.M), re.findall(r"^CMD \[(.+)\]$", steps, re.M)
    words = [word.strip('" ') for word in f"{entry},{rest}".split(",")]
    said = subprocess.run([sys.executable, "-m", *words, "--help"], capture_output=True, text=True, cwd=ROOT)
    assert said.returncode == 0, said.stderr


def _typed() -> list[str]:
    return re.findall(r"```sh\n(.+?)```", PAGE, re.S) + re.findall(r"`(\.?/?ferrovia .+?)`", PAGE)
