"""Italian 18xx railway games, each played whole, by its rulebook."""

__version__ = "0.1.0"
