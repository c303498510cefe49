"""Pictures as files: SVG, and PNG and PDF made of it, each with a font of our own, whatever fonts the machine has."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import unescape

from ferrovia.drawing.lettering import width
from ferrovia.drawing.svg import FONT
from ferrovia.installed import bringing, lacks
from ferrovia.saying.message import Trouble

FORMATS: Final = ("svg", "png", "pdf")
FAMILY: Final = "Source Sans Pro"
_AMPLE: Final = 24_000_000  # dots; unless asked for, no PNG has more
# For SVG files, and for the table in the browser, the same design is cut to the letters of our languages: it weighs a
# tenth of the whole, and under its licence what is cut bears another name.
_OWN: Final = "Ferrovia Sans"
_WOVEN: Final = {"ferrovia-sans.woff2": "", "ferrovia-sans-italic.woff2": "italic"}
_CREDIT: Final = (
    "Ferrovia Sans: cut from Source Sans 3, (c) Adobe, under the SIL Open Font License 1.1, openfontlicense.org"
)
_FACES: Final = ("Regular", "Bold", "It", "BoldIt")
MOST_PIXELS: Final = 16_000  # of either side of a PNG; more is no picture but a mistake, and eats the memory

_SIZE = re.compile(r'<svg [^>]*?width="([0-9.]+)(mm)?" height="([0-9.]+)(?:mm)?"')
_LABEL = re.compile(r"<text([^>]*)>([^<]*)</text>")
_FONT_SIZE = re.compile(r'font-size="([0-9.]+)"')
_ARIA = re.compile(r'aria-label="([^"]*)"')
_HEAD = re.compile(r"(<svg [^>]*>(?:<title>[^<]*</title>)?)")
_PIXEL = 0.75  # points
_MILLIMETRE = 72 / 25.4


class ExportTrouble(Trouble, ValueError):
    """Why a picture cannot be made, in one sentence."""


def format_of(path: Path) -> str:
    """The format that the name of a file asks for."""
    suffix = path.suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        text = "{name} has no ending; a picture is written as .svg, .png or .pdf."
        if suffix:
            text = "{name} ends in {ending}; a picture is written as .svg, .png or .pdf."
        raise ExportTrouble(text, name=path.name, ending=path.suffix)
    return suffix


def standalone(picture: str) -> bytes:
    """An SVG file, which looks the same everywhere: its fonts are in it, and every label is told its width.

    The width is for programs that take no font from a file; there a label keeps to its room in another font.
    """
    faces = "".join(
        _face(name, style) for name, style in _WOVEN.items() if f'font-style="{style}"' in picture or not style
    )
    named = picture.replace(FONT, f"'{_OWN}',{FONT}", 1)
    return _HEAD.sub(rf"\1<style>/* {_CREDIT} */{faces}</style>", _LABEL.sub(_pinned, named), count=1).encode()


@lru_cache(maxsize=8)
def _face(name: str, style: str) -> str:
    """A rule that brings a font along."""
    data = b64encode((files("ferrovia.drawing") / "fonts" / name).read_bytes()).decode()
    slant = f"font-style:{style};font-weight:400" if style else "font-weight:400 900"
    return f'@font-face{{font-family:"{_OWN}";{slant};src:url(data:font/woff2;base64,{data}) format("woff2")}}'


def _pinned(label: re.Match[str]) -> str:
    attributes, words = label[1], label[2]
    size = _FONT_SIZE.search(attributes)
    if size is None or "font-style" in attributes or "letter-spacing" in attributes or len(words) < 2:
        return label[0]
    length = width(unescape(words, {"&quot;": '"'}), float(size[1]), 'font-weight="bold"' in attributes)
    return f'<text{attributes} textLength="{length:.4g}" lengthAdjust="spacingAndGlyphs">{words}</text>'


def png(picture: str, scale: float | None = None) -> bytes:
    """A picture in dots, `scale` of them to each pixel of the SVG; unless told, two, or fewer for a poster."""
    across, down = (side / _PIXEL for side in _points(picture))
    most = MOST_PIXELS / max(across, down)
    if scale is None:
        scale = min(2.0, most, sqrt(_AMPLE / across / down))
    if scale > most:
        text = "The picture would be {across} by {down} dots; at most {most} are drawn either way."
        raise ExportTrouble(text, across=round(across * scale), down=round(down * scale), most=MOST_PIXELS)
    fonts = _fonts("resvg_py")
    import resvg_py

    return resvg_py.svg_to_bytes(
        svg_string=picture,
        width=round(across * scale),
        height=round(down * scale),
        skip_system_fonts=True,
        font_files=[str(fonts / f"SourceSansPro-{face}.ttf") for face in _FACES],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )


def pdf(pictures: Sequence[str], heading: str = "") -> bytes:
    """A document with one page for each picture, of the picture's own size."""
    fonts = _fonts("typst", extra="printing")
    import typst  # only where the extra is installed

    compiled: Any = typst.compile  # its types do not know yet that the input may be a dict of files
    pages: dict[str, bytes] = {}
    # Words reach the document as inputs, so that none is read as markup.
    inputs = {"heading": heading} if heading else {}
    lines = ['#set document(date: none, title: sys.inputs.at("heading", default: none))']
    for number, picture in enumerate(pictures):
        across, down = _points(picture)
        name = f"page-{number}.svg"
        pages[name] = picture.encode()
        if label := _ARIA.search(picture):
            inputs[name] = unescape(label[1], {"&quot;": '"'})
        lines.append(
            f"#page(width: {across:.3f}pt, height: {down:.3f}pt, margin: 0pt, fill: none)"
            f'[#image("{name}", width: 100%, height: 100%, alt: sys.inputs.at("{name}", default: none))]'
        )
    made: bytes = compiled(
        {"main.typ": "\n".join(lines).encode(), **pages},
        font_paths=[str(fonts)],
        ignore_system_fonts=True,
        format="pdf",
        sys_inputs=inputs,
    )
    return made


def _points(picture: str) -> tuple[float, float]:
    """The size of a picture in points."""
    found = _SIZE.match(picture)
    if found is None:
        raise ExportTrouble("The picture does not say how large it is.")
    unit = _MILLIMETRE if found[2] else _PIXEL
    return float(found[1]) * unit, float(found[3]) * unit


@lru_cache(maxsize=4)
def _fonts(library: str, extra: str = "") -> Path:
    """The folder with the font that our words are measured with, for a library that sets them in it."""
    if missing := lacks(("font_source_sans_pro", library)):
        text = "Only .svg needs no library; this format lacks {missing:and}, which this brings: {command}"
        raise ExportTrouble(text, missing=missing, command=bringing(extra))
    font = find_spec("font_source_sans_pro")
    assert font is not None
    assert font.origin is not None
    return Path(font.origin).parent / "files"
