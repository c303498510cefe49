"""The ``ferrovia`` command: what players, hosts and scripts type."""

import click

from ferrovia import __version__


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ferrovia")
def main() -> None:
    """Italian 18xx railway games, each played whole, by its rulebook."""
