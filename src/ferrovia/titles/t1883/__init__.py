"""1883: railways of Emilia. Events, a co-operative, coaches, gravity trains, a merger."""

from ferrovia.titles.t1883.title import TITLE

__all__ = ["TITLE"]
