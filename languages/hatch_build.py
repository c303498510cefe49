"""Building Ferrovia compiles its catalogues; they are never kept with the source."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from languages.catalogues import compile_all

        compile_all()
        build_data["artifacts"].append("src/ferrovia/saying/compiled")
