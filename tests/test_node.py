"""The tools that come by npm: pinned, asked over every style sheet and script, left out in a sentence without Node."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import node

FAILS = "#!/bin/sh\necho 'npm error network is away' >&2\nexit 1\n"


def test_the_tools_are_pinned_and_their_lock_names_no_address() -> None:
    wanted = json.loads((node.TOOLS / "package.json").read_text())["devDependencies"]
    lock = (node.TOOLS / "package-lock.json").read_text()
    locked = json.loads(lock)["packages"]
    assert wanted == locked[""]["devDependencies"]
    for name, version in wanted.items():
        assert locked[f"node_modules/{name}"]["version"] == version
        assert locked[f"node_modules/{name}"]["integrity"]
    assert '"resolved"' not in lock


def test_every_script_and_sheet_of_the_table_is_checked() -> None:
    form, types = node.commands(writes=False)
    assert "--check" in form
    found = {path for pattern in node.FILES for path in node.ROOT.glob(pattern)}
    written = [path for kind in ("js", "css") for path in (node.ROOT / node.STATIC).rglob(f"*.{kind}")]
    assert found == set(written)
    assert types[-1] == str(node.TOOLS)
    assert json.loads((node.TOOLS / "tsconfig.json").read_text())["compilerOptions"]["strict"]
    assert [command[-len(node.FILES) - 1] for command in node.commands(writes=True)] == ["--write"]


def test_without_node_nothing_is_checked_and_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert node.main([]) == 0
    assert "there is none here" in capsys.readouterr().out


def test_tools_that_cannot_be_installed_fail_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(FAILS)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(node, "STAMP", tmp_path / "installed.stamp")
    assert node.main([]) == 2
    assert capsys.readouterr().out == "The tools of Node could not be installed: npm error network is away\n"
