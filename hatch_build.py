"""Building Ferrovia compiles its catalogues into the wheel and packs its style sheets into one; neither is kept."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STYLES = "ferrovia/table/static/table/styles"


class Made(BuildHookInterface[Any]):
    """What the wheel has that the source has not."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":  # a source archive is compiled when it is built in its turn
            return
        sys.path[:0] = [self.root, str(Path(self.root) / "src")]
        from languages.catalogues import compile_all

        compile_all()
        build_data["artifacts"].append("src/ferrovia/saying/compiled")
        if version == "editable":  # a clone serves its own sheets, and packs them when it starts
            return
        from ferrovia.table.style_sheets import INDEX, packed

        self._made = TemporaryDirectory(prefix="ferrovia-")
        sheet = Path(self._made.name) / INDEX
        sheet.write_text(packed(Path(self.root) / "src" / STYLES), "utf-8")
        build_data["force_include"][str(sheet)] = f"{STYLES}/{INDEX}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_made"):
            self._made.cleanup()
