"""``python -m ferrovia`` is the ``ferrovia`` command."""

import signal

from ferrovia.cli import main


def run() -> None:
    try:
        main(prog_name="ferrovia")
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done: Ctrl-C has nothing left to stop


if __name__ == "__main__":
    run()
