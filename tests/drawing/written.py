"""The words of a picture with the room they take on it, read off its SVG and not off the code that drew it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast
from xml.etree import ElementTree

from ferrovia.drawing.lettering import Anchor, Box, box_of

_CALL = re.compile(r"(\w+)\(([^)]*)\)")
_INHERITED = ("font-size", "font-weight", "text-anchor")


@dataclass(frozen=True)
class Label:
    words: str
    size: float
    box: Box


@dataclass(frozen=True)
class _Place:
    """Where the origin is, and how large a unit; turned pieces hold no words."""

    x: float = 0
    y: float = 0
    scale: float = 1

    def moved(self, x: float, y: float) -> _Place:
        return _Place(self.x + x * self.scale, self.y + y * self.scale, self.scale)

    def scaled(self, factor: float) -> _Place:
        return _Place(self.x, self.y, self.scale * factor)


def labels(picture: str) -> list[Label]:
    root = ElementTree.fromstring(picture)
    return list(_labels(root, _Place(), {"font-size": "16"}, root))


def _labels(
    element: ElementTree.Element, place: _Place, style: dict[str, str], root: ElementTree.Element
) -> Iterator[Label]:
    tag = element.tag.rpartition("}")[2]
    if tag == "defs":
        return
    style = style | {key: element.attrib[key] for key in _INHERITED if key in element.attrib}
    if tag == "svg" and element is not root:
        place = _nested(element, place)
    for name, values in _CALL.findall(element.get("transform", "")):
        numbers = [float(value) for value in values.replace(",", " ").split()]
        if name == "translate":
            place = place.moved(*numbers)
        elif name == "scale":
            place = place.scaled(numbers[0])
        elif name == "rotate":
            return
    if tag == "text":
        yield _label(element, place, style)
    for child in element:
        yield from _labels(child, place, style, root)


def _nested(element: ElementTree.Element, place: _Place) -> _Place:
    left, top, across, _ = map(float, element.attrib["viewBox"].split())
    place = place.moved(float(element.attrib["x"]), float(element.attrib["y"]))
    return place.scaled(float(element.attrib["width"]) / across).moved(-left, -top)


def _label(element: ElementTree.Element, place: _Place, style: dict[str, str]) -> Label:
    size = float(style["font-size"]) * place.scale
    at = place.moved(float(element.attrib["x"]), float(element.attrib["y"]))
    anchor = cast(Anchor, style.get("text-anchor", "start"))
    words = element.text or ""
    return Label(words, size, box_of(at.x, at.y, words, size, anchor, style.get("font-weight") == "bold"))


def overlaps(found: list[Label]) -> list[tuple[str, str]]:
    """Pairs of labels of which one lies on the other by more than a hair."""
    ordered = sorted(found, key=lambda label: label.box.x)
    pairs = []
    for place, one in enumerate(ordered):
        for other in ordered[place + 1 :]:
            if other.box.x >= one.box.right:
                break
            if one.box.grown(-0.05).meets(other.box.grown(-0.05)):
                pairs.append((one.words, other.words))
    return pairs
