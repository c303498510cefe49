"""Games of 1849 on 18xx.games: its exports become games of ours, and our games exports that its engine accepts."""

from ferrovia.formats.eighteenxx.exporting import ExportTrouble, as_export
from ferrovia.formats.eighteenxx.importing import Imported, read_export
from ferrovia.formats.eighteenxx.reading import ImportTrouble

__all__ = ["ExportTrouble", "ImportTrouble", "Imported", "as_export", "read_export"]
