"""The launcher at the root of the project: what it refuses, and when it sets up anew."""

import contextlib
import os
import re
import subprocess
import sys
import threading
import tomllib
from gettext import GNUTranslations
from importlib.machinery import SourceFileLoader
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]


def load_launcher() -> ModuleType:
    spec = spec_from_loader("launcher", SourceFileLoader("launcher", str(ROOT / "ferrovia")))
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


launcher = load_launcher()


class Clone:
    """A clone whose set-up is played: it notes the steps, installs nothing."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.steps: list[str] = []
        self.commands: list[list[str]] = []
        (root / "requirements").mkdir()
        for name in ("pyproject.toml", *launcher.LOCKS.values()):
            (root / name).write_text(name)
        monkeypatch.setattr(launcher, "run", self.run)

    def run(self, root: Path, lock: int, what: str, command: list[str]) -> None:
        assert not list(root.glob(f"{launcher.VENV}/*.stamp")), "nothing may change under a stamp"
        self.steps.append(what)
        self.commands.append(command)
        if "venv" in command:
            launcher.python_of(root).parent.mkdir(parents=True, exist_ok=True)
            launcher.python_of(root).touch()

    def start(self, kind: str = "run") -> list[str]:
        """The steps that this start had to take."""
        self.steps.clear()
        launcher.set_up(self.root, kind)
        return list(self.steps)


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clone:
    return Clone(tmp_path, monkeypatch)


ANEW = ["Making .venv", "Installing libraries over the network", "Installing Ferrovia itself"]
UPDATE = ANEW[1:]


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 13)])
def test_an_old_python_is_told_which_one_is_needed(version: tuple[int, ...]) -> None:
    assert "needs Python 3.11 or newer, and this is {}.{}".format(*version[:2]) in launcher.too_old(version)


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 14, 1), (4, 0, 0), sys.version_info])
def test_a_newer_python_is_welcome(version: tuple[int, ...]) -> None:
    assert launcher.too_old(version) == ""


def test_only_the_first_start_sets_up(clone: Clone) -> None:
    assert clone.start() == ANEW
    assert clone.start() == []


@pytest.mark.parametrize("changed", ["pyproject.toml", "requirements/run.txt"])
def test_a_changed_lock_or_project_is_installed_over_the_old(clone: Clone, changed: str) -> None:
    clone.start()
    (clone.root / changed).write_text("another version")
    assert clone.start() == UPDATE
    assert clone.start() == []


def test_the_checks_bring_all_that_the_program_needs(clone: Clone) -> None:
    clone.start()
    assert clone.start("dev") == UPDATE
    assert clone.start("run") == clone.start("dev") == []


def test_only_what_the_lock_names_is_installed(clone: Clone) -> None:
    """Else a release that is newer than the lock stops the set-up: it has no hash there."""
    clone.start("dev")
    libraries = clone.commands[1]
    assert launcher.LOCKS["dev"] in libraries
    assert {"--no-deps", "--require-hashes"} <= {*libraries}


def test_an_interrupted_set_up_begins_anew(clone: Clone, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    clone.start()
    (clone.root / "requirements/run.txt").write_text("another version")
    monkeypatch.setattr(launcher, "run", interrupt)
    with pytest.raises(KeyboardInterrupt):
        clone.start()
    monkeypatch.setattr(launcher, "run", clone.run)
    assert clone.start() == ANEW


def test_a_moved_clone_begins_anew(clone: Clone, tmp_path: Path) -> None:
    clone.start()
    moved = clone.root.rename(tmp_path.with_name(f"{tmp_path.name}-moved"))
    clone.root = moved
    assert clone.start() == ANEW


def test_a_venv_whose_python_is_gone_is_made_anew(clone: Clone) -> None:
    clone.start()
    launcher.python_of(clone.root).unlink()
    assert clone.start() == ANEW


def test_of_two_first_starts_at_the_same_time_one_sets_up(clone: Clone) -> None:
    starts = [threading.Thread(target=launcher.set_up, args=(clone.root, "run")) for _ in range(2)]
    for start in starts:
        start.start()
    for start in starts:
        start.join()
    assert clone.steps == ANEW


def test_a_python_without_venv_is_told_so(clone: Clone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(launcher.Trouble, match="lacks the venv module"):
        clone.start()


def test_a_failing_step_ends_in_one_sentence_with_the_reason(tmp_path: Path) -> None:
    complaint = "print('Looking ...'); print('ERROR: no such version'); raise SystemExit(1)"
    with (
        pytest.raises(launcher.Trouble, match=r"^Installing failed \(ERROR: no such version\); .*\.$"),
        Path(os.devnull).open() as lock,
    ):
        launcher.run(tmp_path, lock.fileno(), "Installing", [sys.executable, "-c", complaint])
    assert (tmp_path / ".venv.log").read_text().startswith("Looking ...")


def test_the_program_starts() -> None:
    answer = subprocess.run([sys.executable, "-m", "ferrovia", "--help"], capture_output=True, text=True)
    assert answer.returncode == 0
    assert answer.stdout.startswith("Usage: ferrovia ")


# Languages


def test_its_sentences_are_said_in_the_language_of_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    old = (3, 6, 15)
    assert launcher.too_old(old).startswith("Ferrovia needs Python 3.11")
    for places, starts in (
        ({"LANG": "it_IT.UTF-8"}, "Ferrovia richiede Python 3.11 o più recente, e questo è 3.6"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "it_IT"}, "Ferrovia richiede"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "it:en"}, "Ferrovia richiede"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, "Ferrovia needs"),
        ({"LANG": "de_DE.UTF-8"}, "Ferrovia needs"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "it"}, "Ferrovia needs"),
    ):
        with monkeypatch.context() as here:
            for name, value in places.items():
                here.setenv(name, value)
            assert launcher.too_old(old).startswith(starts), places


def test_every_sentence_has_an_italian_one_with_the_same_fields() -> None:
    """What is told, what a step is called, what goes wrong: whatever `said` is given."""
    source = (ROOT / "ferrovia").read_text("utf-8")
    spoken = set(re.findall(r'said\(\s*"([^"]+)"', source)) | {*ANEW}
    assert spoken == set(launcher.ITALIAN)
    assert not re.search(r'(tell|Trouble)\(f?"', source)
    for english, italian in launcher.ITALIAN.items():
        assert re.findall(r"{.*?}", english) == re.findall(r"{.*?}", italian)
        assert italian != english


@pytest.fixture
def spoken(tmp_path: Path) -> Path:
    """A clone with a catalogue in two files, our programs, and a Python that runs them."""
    (tmp_path / "languages/it").mkdir(parents=True)
    for program in (ROOT / "languages").glob("*.py"):
        (tmp_path / "languages" / program.name).write_bytes(program.read_bytes())
    for room, english, italian in (("cli", "Pass", "Passa"), ("engine", "Run", "Corri")):
        (tmp_path / f"languages/it/{room}.po").write_text(f'msgid "{english}"\nmsgstr "{italian}"\n', "utf-8")
    (tmp_path / ".venv/bin").mkdir(parents=True)
    launcher.python_of(tmp_path).write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    launcher.python_of(tmp_path).chmod(0o755)
    return tmp_path


def told(root: Path, text: str) -> str:
    with (root / "src/ferrovia/saying/compiled/it/LC_MESSAGES/ferrovia.mo").open("rb") as file:
        return GNUTranslations(file).gettext(text)


def test_catalogues_are_compiled_when_they_are_missing_or_a_file_of_theirs_is_newer(spoken: Path) -> None:
    assert launcher.is_stale(spoken)
    launcher.compile_catalogues(spoken)
    assert not launcher.is_stale(spoken)
    assert (told(spoken, "Pass"), told(spoken, "Run")) == ("Passa", "Corri")
    pulled = spoken / "languages/it/engine.po"
    pulled.write_text('msgid "Run"\nmsgstr "Fai correre i treni"\n', "utf-8")
    os.utime(pulled, (pulled.stat().st_mtime + 60,) * 2)
    assert launcher.is_stale(spoken)
    launcher.compile_catalogues(spoken)
    assert told(spoken, "Run") == "Fai correre i treni"


def test_catalogues_that_cannot_be_compiled_do_not_stop_the_start(
    spoken: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (spoken / "languages/it/cli.po").write_text('msgid "Pass\n', "utf-8")
    launcher.compile_catalogues(spoken)
    launcher.python_of(spoken).unlink()
    launcher.compile_catalogues(spoken)
    assert launcher.is_stale(spoken)
    assert capfd.readouterr() == ("", "")


def test_nothing_is_compiled_when_nothing_changed(spoken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    launcher.compile_catalogues(spoken)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("compiled again"))
    launcher.compile_catalogues(spoken)


@pytest.mark.parametrize(("ci", "user", "installs"), [("1", 0, True), ("", 0, False), ("1", 1000, False)])
def test_only_a_machine_for_checks_gets_chromium_node_and_postgres(
    ci: str, user: int, installs: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apt = tmp_path / "apt-get"
    apt.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\n')
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(launcher, "has_postgres", lambda: False)
    launcher.bring_what_checks_need()
    asked = tmp_path / "asked"
    told = [line.split()[-2:] for line in asked.read_text().splitlines()[1:]] if asked.exists() else []
    nothing = "--no-install-recommends"
    wanted = [["nodejs", "npm"], [nothing, "postgresql"], [nothing, "chromium-headless-shell"], [nothing, "chromium"]]
    assert told == (wanted if installs else [])


def test_the_lightest_browser_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first package brings its program, so that the second is not asked for."""
    browser = tmp_path / "chromium-headless-shell"
    apt = tmp_path / "apt-get"
    apt.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\n[ "$1" = update ] || touch {browser}\n')
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.setenv("CI", "1")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(launcher, "has_postgres", lambda: True)
    monkeypatch.setattr(launcher, "has_node", lambda: True)
    monkeypatch.setattr(launcher, "has_chromium", browser.exists)
    launcher.bring_what_checks_need()
    assert [line.split()[-1] for line in (tmp_path / "asked").read_text().splitlines()] == [
        "update",
        "chromium-headless-shell",
    ]


def test_the_check_has_the_languages_before_the_tests() -> None:
    parts = list(launcher.CHECKS)
    assert parts[-3:] == ["languages", "collection", "tests"]


class Parts:
    """A check whose parts are played by a shell: what it tells, and what its parts write down as they go."""

    def __init__(self, root: Path, capfd: pytest.CaptureFixture[str]) -> None:
        self._root, self._capfd = root, capfd
        (root / launcher.VENV / "bin").mkdir(parents=True)
        (root / launcher.VENV / "bin" / "sh").symlink_to("/bin/sh")

    def __call__(self, **scripts: str) -> tuple[bool, list[str]]:
        """Whether all is well, and what was told, without the seconds."""
        parts = {name: ["sh", "-c", script] for name, script in scripts.items()}
        well = launcher.run_parts(self._root, parts, [], dict(os.environ))
        told = self._capfd.readouterr().out.splitlines()
        return well, [re.sub(r" \(.*", "", line) for line in told if line]

    @property
    def noted(self) -> list[str]:
        notes = self._root / "notes"
        return notes.read_text().split() if notes.exists() else []


# Its process is there until somebody has asked how it ended.
TYPES_ARE_TOLD = (
    "while [ ! -e typed ]; do sleep 0.05; done; while kill -0 $(cat typed) 2> /dev/null; do sleep 0.05; done"
)


@pytest.fixture
def in_parts(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Parts:
    return Parts(tmp_path, capfd)


def test_types_are_looked_at_beside_all_other_parts(in_parts: Parts) -> None:
    """Each waits for the other: one after the other they would never end."""
    await_lint = "while [ ! -e lint ]; do sleep 0.05; done; touch typed"
    await_types = "touch lint; while [ ! -e typed ]; do sleep 0.05; done"
    well, told = in_parts(lint=await_types, types=await_lint, tests="echo aloud")
    assert (well, told[0], sorted(told)) == (True, "lint: ok", ["aloud", "lint: ok", "tests: ok", "types: ok"])


def test_after_a_part_that_fails_none_is_begun_and_the_one_beside_is_stopped(in_parts: Parts) -> None:
    well, told = in_parts(types="while :; do sleep 0.05; done", lint="echo why; exit 1", tests="echo tests >> notes")
    assert (well, told) == (False, ["why", "lint: failed"])
    assert in_parts.noted == []


def test_types_that_fail_are_told_at_once_and_the_tests_that_have_begun_go_on(in_parts: Parts) -> None:
    well, told = in_parts(
        types="while [ ! -e begun ]; do sleep 0.05; done; echo why; echo $$ > id; mv id typed; exit 1",
        tests=f"touch begun; {TYPES_ARE_TOLD}; echo tests >> notes",
    )
    assert not well
    assert told == ["why", "types: failed", "tests: ok"]
    assert in_parts.noted == ["tests"]


def test_types_that_failed_before_the_tests_keep_them_from_beginning(in_parts: Parts) -> None:
    types = "echo $$ > id; mv id typed; exit 1"
    well, told = in_parts(types=types, lint=TYPES_ARE_TOLD, tests="echo tests >> notes")
    assert (well, sorted(told)) == (False, ["lint: ok", "types: failed"])
    assert in_parts.noted == []


def test_what_is_added_to_a_check_goes_to_the_tests_and_their_collection() -> None:
    assert {*launcher.WITH_ARGUMENTS} == {
        name for name, (program, *_) in launcher.CHECKS.items() if program == "pytest"
    }
    assert {*launcher.BESIDE} <= {*launcher.CHECKS} - {*launcher.WITH_ARGUMENTS}


# Checks with another Python, and near ones


class Asked:
    """A check that is only asked for: what would be set up, run, or started in the place of this program."""

    def __init__(self, clone: Clone, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clone = clone
        self.started: list[str] = []
        self.parts: list[str] = []
        for name in ("VENV", "DJANGO"):
            monkeypatch.setattr(launcher, name, getattr(launcher, name))
        monkeypatch.setattr(launcher, "check", self._check)
        monkeypatch.setattr(launcher.os, "execv", self._start)
        monkeypatch.setattr(launcher.os, "chdir", lambda folder: None)

    def _check(self, root: Path, rest: list[str], parts: dict[str, list[str]]) -> int:
        self.parts = [*parts, *rest]
        return 0

    def _start(self, program: str, command: list[str]) -> None:
        self.started = command
        raise SystemExit

    def __call__(self, *arguments: str) -> None:
        with contextlib.suppress(SystemExit):
            launcher.asked_check(self.clone.root, list(arguments))


@pytest.fixture
def asked(clone: Clone, monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(clone, monkeypatch)


HERE = "{}.{}".format(*sys.version_info[:2])


def test_a_check_is_whole_unless_it_is_told_otherwise(asked: Asked) -> None:
    asked("-k", "tokens")
    assert asked.parts == [*launcher.CHECKS, "-k", "tokens"]
    assert launcher.VENV == ".venv"


@pytest.mark.parametrize("wish", [("--python", sys.executable), (f"--python={sys.executable}",)])
def test_a_check_with_a_named_python_has_an_environment_of_its_own_and_runs_the_tests(
    asked: Asked, wish: tuple[str, ...]
) -> None:
    asked("-k", "tokens", *wish)
    assert asked.clone.commands[0][-1] == launcher.VENV == f".venv-{HERE}"
    assert asked.clone.steps == ANEW
    assert asked.parts == ["collection", "tests", "-k", "tokens"]
    assert not (asked.clone.root / ".venv").exists()


def test_a_check_with_another_python_is_started_by_that_one(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher, "python_here", lambda wanted: ("/there/python", (3, 99)))
    asked("--python", "3.99", "-k", "tokens")
    assert asked.started[0] == "/there/python"
    assert asked.started[2:] == ["check", "--python", "3.99", "-k", "tokens"]
    assert asked.clone.steps == asked.parts == []


def test_a_check_with_another_django_installs_it_over_the_one_of_the_lock(asked: Asked) -> None:
    asked("--django", "6.1")
    assert asked.clone.commands[0][-1] == launcher.VENV == f".venv-{HERE}-django-6.1"
    assert asked.clone.steps == [*ANEW[:2], "Installing Django 6.1", ANEW[2]]
    assert "django==6.1.*" in asked.clone.commands[2]
    assert asked.parts == ["collection", "tests"]


@pytest.mark.parametrize("wish", [("--python",), ("--python=",), ("--django",)])
def test_a_wish_without_a_version_is_told_in_a_sentence(asked: Asked, wish: tuple[str, ...]) -> None:
    with pytest.raises(launcher.Trouble, match="needs a version behind it, such as"):
        asked(*wish)


def test_a_python_that_is_not_there_is_told_in_a_sentence(asked: Asked) -> None:
    with pytest.raises(launcher.Trouble, match=r"^No Python 3\.98 was found here; "):
        asked("--python", "3.98")


def test_a_near_check_is_started_with_what_stands_behind_it(asked: Asked) -> None:
    asked("--near", "tests/t1849")
    assert asked.started[1:] == ["-m", "tests.near", "tests/t1849"]
    assert asked.clone.steps == ANEW


def pins(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)(?:\[[\w, ]+\])?==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))


def test_the_locks_agree_with_each_other_and_with_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = {re.split(r"[<>=!~;\[ ]", need)[0] for need in project["project"]["dependencies"]}
    groups = project["dependency-groups"]
    run, dev = pins(launcher.LOCKS["run"]), pins(launcher.LOCKS["dev"])
    assert run.keys() >= wanted | {*groups["build"]}
    assert dev.keys() >= {*groups["dev"]}
    assert run.items() <= dev.items()


@pytest.mark.parametrize("kind", launcher.LOCKS)
def test_a_lock_names_all_that_its_libraries_need(kind: str) -> None:
    named = {canonicalize_name(name) for name in pins(launcher.LOCKS[kind])}
    for name in named:
        try:
            needs = map(Requirement, requires(name) or ())
        except PackageNotFoundError:  # one for other machines
            continue
        needed = {
            canonicalize_name(need.name) for need in needs if not need.marker or need.marker.evaluate({"extra": ""})
        }
        assert needed <= named, name


@pytest.mark.parametrize("kind", launcher.LOCKS)
def test_a_lock_can_be_installed_by_hand(kind: str) -> None:
    """`pip install -r` looks for what a library needs: one that is needed with an extra must be named with it."""
    text = (ROOT / launcher.LOCKS[kind]).read_text()
    for name in pins(launcher.LOCKS[kind]):
        try:
            needs = list(map(Requirement, requires(name) or ()))
        except PackageNotFoundError:
            continue
        for need in needs:
            if need.extras and (not need.marker or need.marker.evaluate({"extra": ""})):
                found = re.search(rf"^{need.name}\[([\w, ]+)\]==", text, re.MULTILINE)
                assert found, str(need)
                assert need.extras <= {*found[1].split(", ")}, str(need)


def test_the_locks_name_no_address() -> None:
    for lock in launcher.LOCKS.values():
        assert "://" not in (ROOT / lock).read_text()
