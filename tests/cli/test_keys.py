"""play on a pseudo-terminal: Ctrl-C pressed again and again, signs that are no letters, and what was typed before."""

from pathlib import Path

from ferrovia.cli.lines import REMEMBERED
from ferrovia.formats.save import load
from tests.cli.pseudo import PseudoTerminal

FIRST = ("play", "1849", "--seats", "you,random,random", "--seed", "1849")  # you begin
UP = "\x1b[A"


def test_ctrl_c_again_during_the_goodbye_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    with PseudoTerminal(*FIRST, "-o", path, var=tmp_path) as terminal:
        terminal.wait_for("Ada> ")
        terminal.say("pass")
        while terminal.process.poll() is None:
            terminal.press("\x03")
            terminal.read(0.0005)
        # A terminal echoes Ctrl-C between any two letters, and drops what was not read yet: maybe all of the goodbye.
        code, page = terminal.end(), terminal.page.replace("^C", "")
        for word in ("Traceback", "KeyboardInterrupt", "Aborted"):
            assert word not in page, page[-2000:]
        assert page.count("Goodbye. Continue with: ") <= 1
        assert code == 0
    record = load(path)
    assert "Ada" in {record.past_of(number).by for number in range(1, len(record.actions) + 1)}


AT_ONCE = """
import builtins, signal, threading, time
plain = builtins.input

def press():
    time.sleep(0.5)
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)

def asked(prompt):
    threading.Thread(target=press, daemon=True).start()
    return plain(prompt)

builtins.input = asked
"""


def test_a_ctrl_c_that_does_not_interrupt_the_waiting_is_heard(tmp_path: Path) -> None:
    """One that comes just before the waiting begins does not: here it goes to another thread, which is the same."""
    (tmp_path / "sitecustomize.py").write_text(AT_ONCE)
    with PseudoTerminal(*FIRST, "-o", tmp_path / "evening.json", var=tmp_path, PYTHONPATH=str(tmp_path)) as terminal:
        terminal.wait_for("Goodbye.")
        assert terminal.end() == 0


def test_signs_that_are_no_letters_are_no_reason_to_stop(tmp_path: Path) -> None:
    with PseudoTerminal(*FIRST, "-o", tmp_path / "evening.json", var=tmp_path) as terminal:
        terminal.wait_for("Ada> ")
        terminal.press_bytes(b"caf\xe9 \xff\n")
        terminal.wait_for("No choice contains ")
        assert "cannot be continued" not in terminal.say("quit", "Goodbye.")


def test_what_was_typed_in_another_game_is_remembered(tmp_path: Path) -> None:
    history = tmp_path / "history"
    history.write_text("".join(f"{number}\n" for number in range(2 * REMEMBERED)))
    with PseudoTerminal(*FIRST, "-o", tmp_path / "one.json", var=tmp_path) as terminal:
        terminal.wait_for("Ada> ")
        terminal.say("info RSA")
        terminal.process.kill()  # even so
    assert len(history.read_text().splitlines()) == REMEMBERED
    with PseudoTerminal(*FIRST, "-o", tmp_path / "two.json", var=tmp_path) as terminal:
        terminal.wait_for("Ada> ")
        assert "Reale Societ" in terminal.say(UP)
        terminal.say("quit", "Goodbye.")


def test_a_history_that_is_none_is_done_without(tmp_path: Path) -> None:
    """Here a folder has its name; bytes that are no text must not stop anybody either."""
    (tmp_path / "history").mkdir()
    with PseudoTerminal(*FIRST, "-o", tmp_path / "one.json", var=tmp_path) as terminal:
        terminal.wait_for("Ada> ")
        assert "No corporation has been started." in terminal.say("market")
        assert "Goodbye" in terminal.say("quit", "Goodbye.")
        assert terminal.end() == 0
    (tmp_path / "history").rmdir()
    (tmp_path / "history").write_bytes(b"\xff\xfe\n\x00\n")
    with PseudoTerminal(*FIRST, "-o", tmp_path / "two.json", var=tmp_path) as terminal:
        terminal.wait_for("Ada> ")
        terminal.say(UP + UP)
        assert "Goodbye" in terminal.say("quit", "Goodbye.")
        assert terminal.end() == 0
