"""Starting the table: the database brought up to date, the server run, the address told."""

from __future__ import annotations

import os
from collections.abc import Callable


def prepare() -> None:
    """Set Django up and bring the database to its present shape."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ferrovia.table.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def serve(host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve until somebody stops it; `ready` is told the address."""
    prepare()
    import uvicorn

    from ferrovia.table.asgi import application

    class Server(uvicorn.Server):
        async def startup(self, sockets: object = None) -> None:
            await super().startup(sockets)  # type: ignore[arg-type]
            if self.started:
                ready(f"http://{host}:{port}/")

    Server(uvicorn.Config(application, host=host, port=port, log_level="warning", lifespan="on")).run()
