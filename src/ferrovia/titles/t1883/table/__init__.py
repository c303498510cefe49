"""1883 at the table: concessions, political support, anchors, coaches, and the card that asks."""

from ferrovia.titles.t1883.table.face import FACE

__all__ = ["FACE"]
