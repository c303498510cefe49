"""1849 at the table: loans, bonds, E tokens, and spaces of tokens that are bought."""

from ferrovia.titles.t1849.table.face import FACE

__all__ = ["FACE"]
