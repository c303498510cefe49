"""A clock as the host types it in the lobby; what is none is told in one sentence, and nothing has changed."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.clocks.profile import PRESETS, UNITS, ClockLaw, Unit

CLOCK = "clock"  # the field of the law
RESTS = ("night", "weekend", "holiday", "pause")


def typed_clock(before: ClockLaw, form: Mapping[str, str]) -> ClockLaw:
    """One thing of a clock changes at a time: its profile, how much of it, or one of its rests. Raises `Refusal`."""
    rest = form.get("rest", "")
    if rest:
        if rest not in RESTS:
            raise Refusal("clock", "There is no such rest.")
        return msgspec.structs.replace(before, **{rest: not getattr(before, rest)})
    profile = form.get("profile", before.profile)
    if profile == "none":
        return msgspec.structs.replace(before, profile="none")
    if profile not in UNITS:
        raise Refusal("clock", "There is no such clock.")
    reserve, increment = UNITS[profile]
    if "preset" in form:
        one, two = _preset(profile, form["preset"])
    elif "reserve" in form or "increment" in form:
        one, two = _number(form.get("reserve", "0"), reserve), _number(form.get("increment", "0"), increment)
    else:
        one, two = PRESETS[profile][1]  # the profile was chosen, and how much of it was not said yet
    if not one and not two:
        raise Refusal("clock", "A clock needs some time: in hand, for each turn, or both.")
    return msgspec.structs.replace(
        before, profile=profile, reserve=one * reserve.seconds, increment=two * increment.seconds
    )


def _preset(profile: str, text: str) -> tuple[int, int]:
    if not text.isdecimal() or len(text) > 2 or int(text) >= len(PRESETS[profile]):
        raise Refusal("clock", "There is no such clock.")
    return PRESETS[profile][int(text)]


def _number(text: str, unit: Unit) -> int:
    text = text.strip()
    if not text.isascii() or not text.isdecimal() or len(text) > 6 or int(text) > unit.most:
        raise Refusal("clock", "Time is typed as a whole number up to {most} here.", most=unit.most)
    return int(text)
