"""Serves the page of components: `python -m tests.components`, then /components; ?only=stock-a-share shows one state.

With FERROVIA_RELOAD=1 a template or a sheet that was changed shows with the next look.
"""

from __future__ import annotations

import os
import sys
from tempfile import TemporaryDirectory

PORT = 8019


def main(arguments: list[str]) -> None:
    from ferrovia.table.serving import HOST, serve

    port = int(arguments[0]) if arguments else PORT
    serve(HOST, port, lambda address: print(f"{address}components", flush=True))  # noqa: T201


if __name__ == "__main__":
    with TemporaryDirectory(prefix="ferrovia-") as var:  # nobody's own games and keys
        os.environ.setdefault("FERROVIA_VAR", var)
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.components.settings"
        main(sys.argv[1:])
