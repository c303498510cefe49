"""Plain: an 18xx with nothing out of the ordinary, in the folder that any title would be."""

from tests.plain.title import TITLE

__all__ = ["TITLE"]
