"""play on a pseudo-terminal: what is kept whatever happens, keys, colours, and 80 columns."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

from ferrovia.formats.save import load
from tests.cli.pseudo import PseudoTerminal

FIRST = ("play", "1849", "--seats", "you,random,random", "--seed", "1849")  # you begin
LATER = ("play", "1849", "--seats", "you,random,random", "--seed", "4")  # somebody else does


def own_file(var: Path) -> Path:
    return next(path for path in (var / "games").iterdir() if path.suffix == ".json")


def test_an_evening_at_the_terminal(tmp_path: Path) -> None:
    """One program is started for all of this: keys, what can be looked at, a kill, and going on."""
    with PseudoTerminal(*FIRST, var=tmp_path, rows=99) as terminal:
        terminal.wait_for("Ada> ")
        path = own_file(tmp_path)
        assert "The game is kept in" in terminal.page
        assert "\x1b[1m" in terminal.raw  # it has colours, so some is bold
        assert "No corporation has been started." in terminal.say("market")
        assert "No corporation has been started." in terminal.say("\x1b[A")  # the key for the line before
        assert terminal.page.count("No corporation has been started.") == 2
        for word in ("map", "?", "show", "log", "info RSA", "rules 8.0.6", "best CTL", "all", "hint", "draw"):
            terminal.say(word)
        assert (path.parent / "board.svg").read_bytes().startswith(b"<")
        assert max(map(len, terminal.page.splitlines())) <= 80 + len(str(path))  # only a path may be longer
        page = [line for line in terminal.page.splitlines() if str(tmp_path) not in line]
        assert max(map(len, page)) <= 80, max(page, key=len)
        terminal.say("pass")
        os.kill(terminal.process.pid, signal.SIGKILL)
        assert terminal.end() == -signal.SIGKILL
    record = load(path)
    assert record.past_of(1).by == "Ada"
    with PseudoTerminal("play", path, var=tmp_path) as terminal:
        terminal.wait_for("Ada> ")
        terminal.interrupt("Continue with: ")
        assert terminal.end() == 0
        line = terminal.page.partition("Continue with: ")[2].splitlines()[0]
    assert load(path).actions[: len(record.actions)] == record.actions
    pasted = shlex.split(line)
    assert pasted[-2:] == ["play", str(path)]
    program = [sys.executable, "-m", "ferrovia"] if pasted[0] == "./ferrovia" else pasted[:-2]
    told = subprocess.run([*program, *pasted[-2:]], input="", capture_output=True, text=True, check=True)
    assert "You are Ada." in told.stdout


def test_what_is_typed_before_its_list_is_seen_is_never_a_choice(tmp_path: Path) -> None:
    with PseudoTerminal(*LATER, var=tmp_path) as terminal:
        terminal.press("1\n")
        terminal.wait_for("It was not your turn yet: '1' was not taken.")
        terminal.wait_for("Ada> ")
        assert terminal.say("quit", "Goodbye.")
        assert terminal.end() == 0
    assert "Ada" not in {load(own_file(tmp_path)).past_of(1).by}


def test_ctrl_c_while_computer_players_move_keeps_the_game(tmp_path: Path) -> None:
    seats = ("play", "18FB", "--seats", "planner,planner,planner", "--seed", "1")
    with PseudoTerminal(*seats, var=tmp_path) as terminal:
        terminal.wait_for("   1  ")
        terminal.interrupt("Continue with: ")
        assert terminal.end() == 0
        assert "Traceback" not in terminal.page
    assert len(load(own_file(tmp_path)).actions) >= 1
