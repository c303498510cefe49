"""Building Ferrovia compiles its catalogues into the wheel; they are never kept with the source."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":  # a source archive is compiled when it is built in its turn
            return
        sys.path.insert(0, self.root)
        from languages.catalogues import compile_all

        compile_all()
        build_data["artifacts"].append("src/ferrovia/saying/compiled")
