"""The table as an application of Django."""

from __future__ import annotations

from django.apps import AppConfig


class TableConfig(AppConfig):
    name = "ferrovia.table"

    def ready(self) -> None:
        """Hear who signs up and who logs in."""
        from ferrovia.table import accounts  # noqa: F401
