"""The bridge to 18xx.games: its exports become games of ours, and our games exports that its engine accepts."""

from ferrovia.titles.eighteenxx import Bridge
from ferrovia.titles.t1849.eighteenxx.exporting import as_export
from ferrovia.titles.t1849.eighteenxx.importing import read_export

BRIDGE = Bridge(read_export, as_export)
