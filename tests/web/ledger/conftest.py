"""A folder for collected files: without one the server of static files complains, and a complaint is an error here."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings


@pytest.fixture(autouse=True)
def static_folder() -> None:
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
