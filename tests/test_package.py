"""The package that is built of the project: what is in it, what it says of itself, what it does once installed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from importlib.metadata import distribution, packages_distributions
from pathlib import Path
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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
    data = [path for path in package.rglob("*") if path.suffix in (".toml", ".json", ".typed", ".woff2", ".html")]
    assert len(data) > 25
    assert {f"ferrovia/{path.relative_to(package).as_posix()}" for path in data} <= set(names)
    assert [name for name in names if name.endswith(("licenses/LICENSE", "licenses/NOTICE"))]


def test_its_style_sheets_are_one(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (sheet,) = (name for name in archive.namelist() if name.endswith(".css"))
    assert sheet == "ferrovia/table/static/table/styles/index.css"
    text = archive.read(sheet).decode()
    assert "@layer modes{" in text
    assert "@import" not in text


def said_of(wheel: Path) -> Message:
    archive = zipfile.ZipFile(wheel)
    return message_from_bytes(archive.read(next(name for name in archive.namelist() if name.endswith("METADATA"))))


def test_it_says_what_it_is(wheel: Path) -> None:
    about = said_of(wheel)
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


# Installed into an environment that has nothing else. Its libraries are those that the package asks for, and what they
# need in turn, taken from the environment of the tests: so no network is needed.


def needed(requirements: Iterable[str]) -> set[str]:
    """The distributions that these ask for, with what those need; without extras, unless one is named."""
    waiting, found, seen = [Requirement(each) for each in requirements], set[str](), set[str]()
    while waiting:
        each = waiting.pop()
        if str(each) in seen:
            continue
        seen.add(str(each))
        found.add(canonicalize_name(each.name))
        waiting += [
            more
            for more in map(Requirement, distribution(each.name).requires or ())
            if not more.marker or any(more.marker.evaluate({"extra": extra}) for extra in ("", *each.extras))
        ]
    return found


# Who builds it by itself has what the project asks for to build, and nothing else: so has whoever types `pip install`.
ONLY = """
import sys
class Only:
    def find_spec(self, name, path=None, target=None):
        if name in NOT_ASKED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Only())
"""


def test_it_is_built_with_what_it_asks_for_to_be_built(tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = project["build-system"]["requires"]
    assert {*wanted} < {*project["dependency-groups"]["build"]}
    asked = needed(wanted) | {"ferrovia"}
    brought = packages_distributions().items()
    others = {module for module, by in brought if asked.isdisjoint(map(canonicalize_name, by))}
    assert "django" in others
    (tmp_path / "sitecustomize.py").write_text(ONLY.replace("NOT_ASKED", repr(others)))
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "dist")]
    done = subprocess.run(
        build, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert list((tmp_path / "dist").glob("*.whl"))


class Installed:
    """Ferrovia in an environment of its own, and somebody who has just come home with it."""

    def __init__(self, folder: Path, wheel: Path, libraries: Iterable[str]) -> None:
        self.home = folder / "home"
        self.here = folder / "elsewhere"
        self.here.mkdir(parents=True)
        self.home.mkdir()
        venv = folder / "venv"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
        self.site = next(venv.glob("lib/python*/site-packages"))
        for name in libraries:
            self._brought(name)
        pip = [sys.executable, "-m", "pip", "--python", str(venv / "bin" / "python"), "install", "--quiet"]
        alone = ["--no-index", "--no-deps", "--no-compile", "--disable-pip-version-check"]
        subprocess.run([*pip, *alone, str(wheel)], check=True, capture_output=True)
        self.command = str(venv / "bin" / "ferrovia")
        usual = {name: value for name, value in os.environ.items() if name in ("PATH", "TMPDIR")}
        self.surroundings = {**usual, "HOME": str(self.home), "LANG": "C.UTF-8", "CI": "1"}

    def _brought(self, name: str) -> None:
        found = distribution(name)
        for file in found.files or ():
            source, target = Path(str(found.locate_file(file))), self.site / file
            if ".." in file.parts or "__pycache__" in file.parts or not source.is_file():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(source, target)
            except OSError:  # another disk
                shutil.copyfile(source, target)

    @property
    def kept(self) -> Path:
        """Where this platform keeps what programs write."""
        usual = "Library/Application Support" if sys.platform == "darwin" else ".local/share"
        return self.home / usual / "ferrovia"

    def run(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.command, *words], cwd=self.here, env=self.surroundings, input=typed, capture_output=True, text=True
        )

    @contextmanager
    def serving(self, *words: str) -> Iterator[list[str]]:
        """What a table says that is being served, line by line; it is stopped as people do."""
        with subprocess.Popen(
            [self.command, *words],
            cwd=self.here,
            env=self.surroundings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            assert process.stdout is not None
            try:
                said = [process.stdout.readline(), process.stdout.readline()]
                yield said
                process.send_signal(signal.SIGINT)
                said += process.stdout.readlines()
                assert process.wait() == 0, said
            finally:
                process.kill()


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    asked = said_of(wheel).get_all("Requires-Dist") or []
    plain = [each for each in asked if "extra ==" not in each]
    assert 10 < len(plain) < len(asked)
    return Installed(tmp_path_factory.mktemp("installed"), wheel, needed(plain))


@pytest.mark.parametrize("words", [(), ("serve", "--no-open"), ("--language", "en")])
def test_installed_it_serves_and_keeps_games_where_the_platform_does(
    installed: Installed, words: tuple[str, ...]
) -> None:
    with installed.serving(*words) as said:
        address = said[0].split()[3]
        assert said[0] == f"Ferrovia is at {address} (Ctrl-C stops it).\n", said
        assert said[1] == f"Games are kept in {installed.kept}.\n"
        with urlopen(address, timeout=60) as answer:
            assert answer.status == 200
            assert b"1849" in answer.read()
    assert said[2:] == []
    assert (installed.kept / "table.sqlite3").is_file()
    assert (installed.kept / "secret").stat().st_mode & 0o077 == 0
    assert list(installed.here.iterdir()) == []


def test_installed_it_plays_draws_and_tells_the_rules(installed: Installed) -> None:
    played = installed.run("play", "1849", "--seats", "you,random,random", typed="pass\nquit\n")
    assert played.returncode == 0, played.stderr
    [game] = (installed.kept / "games").iterdir()
    assert f"The game is kept in {game}." in played.stdout
    assert installed.run("verify", str(game)).returncode == 0
    for name, begins in (("sicily.svg", b"<svg"), ("sicily.png", b"\x89PNG")):
        drawn = installed.run("draw", "board", "1849", "-o", str(installed.home / name))
        assert drawn.returncode == 0, drawn.stderr
        assert (installed.home / name).read_bytes().startswith(begins)
    assert installed.run("rules", "1849", "9.2").returncode == 0
    spoken = installed.run("rules", "1849", "9.2", "--language", "it")
    assert spoken.stdout != installed.run("rules", "1849", "9.2").stdout


def test_what_printing_lacks_is_told_with_the_command_that_brings_it(installed: Installed) -> None:
    told = installed.run("draw", "all", "1849", "-o", str(installed.home / "box.pdf"))
    assert (told.returncode, told.stdout, told.stderr.count("\n")) == (2, "", 1)
    assert "this format lacks typst" in told.stderr
    assert told.stderr.strip().endswith("'ferrovia[printing]'")
    assert not (installed.home / "box.pdf").exists()


def test_games_that_an_earlier_release_left_in_this_folder_are_told_of(installed: Installed) -> None:
    old = installed.here / "var"
    (old / "games").mkdir(parents=True)
    (old / "table.sqlite3").touch()
    (old / "games" / "1849-old one.json").touch()
    try:
        with installed.serving("serve") as said:
            pass
        assert "Games of an earlier release are in var and not shown" in said[2]
        assert said[2].endswith("ferrovia serve --database var\n")
        told = installed.run("play", "1849", typed="quit\n").stdout
        assert "Games of an earlier release are in var/games; this goes on with the last: " in told
        assert "ferrovia play 'var/games/1849-old one.json'\n" in told
        with installed.serving("serve", "--database", "var") as said:
            assert said[1] == f"Games are kept in {old}.\n"
        assert said[2:] == []
    finally:
        shutil.rmtree(old)


def test_a_table_without_its_libraries_says_what_brings_them(wheel: Path, tmp_path: Path) -> None:
    poor = Installed(tmp_path, wheel, needed(["click", "msgspec", "platformdirs", "rich"]))
    for words in ((), ("serve",), ("serve", "--host", "0.0.0.0")):
        told = poor.run(*words)
        assert (told.returncode, told.stdout, told.stderr.count("\n")) == (2, "", 1), told.stderr
        assert "not installed (a2wsgi, allauth, argon2, django, django_htmx, uvicorn and whitenoise)" in told.stderr
        assert told.stderr.strip().endswith(" ferrovia")
    assert poor.run("rules", "1849", "9.2").returncode == 0
    drawn = poor.run("draw", "board", "1849", "-o", "sicily.png")
    assert (drawn.returncode, drawn.stderr.count("\n")) == (2, 1)
    assert "font_source_sans_pro and resvg_py" in drawn.stderr


# With the tools that people have, and libraries from the package index


def fetched(folder: Path) -> None:
    """Leaves the test out where the index does not answer."""
    asked = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), "platformdirs"]
    told = subprocess.run(asked, capture_output=True, text=True)
    if told.returncode:
        pytest.skip(f"a long run, and the package index does not answer here: {told.stderr.strip()[-200:]}")


@pytest.mark.soak
@pytest.mark.parametrize(
    "tool",
    [
        ("uv", "tool", "install", "--python", sys.executable),
        ("pipx", "install", "--python", sys.executable),
        (sys.executable, "-m", "pip", "--python", "{home}/venv/bin/python", "install"),
    ],
)
def test_each_way_to_install_it_brings_all_and_its_hints_can_be_followed(
    wheel: Path, tmp_path: Path, tool: tuple[str, ...]
) -> None:
    if shutil.which(tool[0]) is None:
        pytest.skip(f"a long run, and there is no {tool[0]} here")
    fetched(tmp_path / "fetched")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FERROVIA", "XDG"))}
    home = {**kept, "HOME": str(tmp_path), "CI": "1", "LANG": "C.UTF-8"}
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    command = [word.format(home=tmp_path) for word in tool]
    subprocess.run([*command, str(wheel)], env=home, check=True, capture_output=True)
    program = next(path for path in (tmp_path / ".local/bin/ferrovia", tmp_path / "venv/bin/ferrovia") if path.exists())

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(program), *words], cwd=tmp_path, env=home, capture_output=True, text=True)

    assert run("draw", "board", "1849", "-o", "sicily.png").returncode == 0
    told = run("draw", "all", "1849", "-o", "box.pdf")
    assert told.returncode == 2
    subprocess.run(told.stderr.partition("this brings: ")[2], shell=True, cwd=tmp_path, env=home, check=True)
    assert run("draw", "all", "1849", "-o", "box.pdf").returncode == 0
    assert (tmp_path / "box.pdf").read_bytes().startswith(b"%PDF")


def test_the_licence_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    licence = (ROOT / "LICENSE").read_text("utf-8")
    assert licence.startswith(f"{project['license']} License\n\nCopyright (c) 2026 {project['authors'][0]['name']}\n")
    for name in ("README.md", "NOTICE"):
        assert "belong to their designers and publishers" in " ".join((ROOT / name).read_text("utf-8").split())
