"""``python -m ferrovia`` is the ``ferrovia`` command."""

from ferrovia.cli import main

main(prog_name="ferrovia")
