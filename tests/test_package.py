"""The package that is built of the project: what is in it, and what it says of itself."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_it_has_all_data_its_licence_and_its_types(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    package = ROOT / "src" / "ferrovia"
    data = [path for path in package.rglob("*") if path.suffix in (".toml", ".json", ".typed", ".woff2")]
    assert len(data) > 25
    assert {f"ferrovia/{path.relative_to(package).as_posix()}" for path in data} <= set(names)
    assert [name for name in names if name.endswith(("licenses/LICENSE", "licenses/NOTICE"))]


def test_it_says_what_it_is(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    about = message_from_bytes(archive.read(next(name for name in archive.namelist() if name.endswith("METADATA"))))
    assert about["License-Expression"] == "MIT"
    assert about["Author"] == "the Ferrovia authors"
    classifiers = about.get_all("Classifier") or []
    assert "Typing :: Typed" in classifiers
    assert not [each for each in classifiers if each.startswith("License ::")]  # the expression says it


def test_it_measures_wherever_it_is_installed(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    command = [sys.executable, "-P", "-m", "ferrovia", "bench", "replay", "--quick"]
    elsewhere = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=elsewhere, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "warm actions per second" in done.stdout


def test_the_licence_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    licence = (ROOT / "LICENSE").read_text("utf-8")
    assert licence.startswith(f"{project['license']} License\n\nCopyright (c) 2026 {project['authors'][0]['name']}\n")
    for name in ("README.md", "NOTICE"):
        assert "belong to their designers and publishers" in " ".join((ROOT / name).read_text("utf-8").split())
