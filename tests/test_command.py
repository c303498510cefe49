"""The ``ferrovia`` command as a whole."""

from click.testing import CliRunner

from ferrovia import __version__
from ferrovia.cli import main


def test_the_command_tells_its_version() -> None:
    answer = CliRunner().invoke(main, ["--version"])
    assert answer.exit_code == 0
    assert answer.output == f"ferrovia, version {__version__}\n"
