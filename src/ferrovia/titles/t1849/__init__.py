"""1849: the game of Sicilian railways. Three gauges, hex trains, last certificates, an earthquake."""

from ferrovia.titles.t1849.title import TITLE

__all__ = ["TITLE"]
