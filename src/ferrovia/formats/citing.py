"""Refusals for people: the sentence, and the clause that `ferrovia rules` explains."""

from __future__ import annotations

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message
from ferrovia.titles.registry import TITLES


def cited(refusal: Refusal) -> Message:
    """A refusal with the clause behind it, which `ferrovia rules` explains; some have only a word of the engine.

    What would make the act legal follows, where that was asked for.
    """
    told = refusal.message
    if refusal.rule.partition("-")[0] in TITLES:
        told = Message("{why} [{clause}]", why=refusal, clause=refusal.rule)
    return Message("{why} {way}", why=told, way=refusal.way) if refusal.way else told
