"""The settings of the table with one address more."""

from __future__ import annotations

from ferrovia.table.settings import *  # noqa: F403

ROOT_URLCONF = "tests.components.urls"
