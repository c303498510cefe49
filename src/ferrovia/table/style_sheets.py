"""The style sheets: one to a component while they are written, all in one where they are served.

The index imports each into its layer. Packing puts what is imported in the place of the import and leaves out what only
people read: the rules and their order stay. A package is built with the sheets packed, so it needs no packer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

INDEX = "index.css"
# What is within something else and named by a pseudo-class alone: inside a layer the packer would take it for the value
# of a property, and draw the two together.
_WITHIN = re.compile(r"(?<=[\w\])*\"])\s+(?=:(?:is|not|where|has)\()")
_IMPORT = re.compile(r'^@import "([\w-]+\.css)" layer\((\w+)\);$', re.MULTILINE)


@dataclass(frozen=True)
class Import:
    """A sheet that the index takes in, and the layer in which its rules are."""

    sheet: str
    layer: str


def imports(index: str) -> list[Import]:
    """What an index takes in, in its order; nothing where all of it is packed already."""
    return [Import(*found) for found in _IMPORT.findall(index)]


def bundled(folder: Path) -> str:
    """The sheets of a folder as one."""

    def layered(found: re.Match[str]) -> str:
        sheet = (folder / found[1]).read_text("utf-8")
        return f"@layer {found[2]} {{\n{sheet}}}"

    return _IMPORT.sub(layered, (folder / INDEX).read_text("utf-8"))


def packed(folder: Path) -> str:
    """The same without comments and white space."""
    from rcssmin import cssmin  # type: ignore[import-untyped]  # a library to build with: a package has its sheets packed

    shortened: str = cssmin(_WITHIN.sub(" *", bundled(folder)))
    return shortened
