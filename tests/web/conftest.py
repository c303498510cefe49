"""What all tests of the table share: nobody has knocked yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.template.backends.jinja2 import Template
from django.test.signals import template_rendered

from ferrovia.table.clocks.visits import NOTED, ZONED
from ferrovia.table.host.announcements import look_again
from ferrovia.table.rate_limits import BUCKETS
from tests.web.server_clock import ServerClock


@pytest.fixture(autouse=True)
def nobody_has_knocked() -> None:
    BUCKETS.clear()
    NOTED.clear()
    ZONED.clear()
    cache.clear()
    look_again()


@pytest.fixture(autouse=True)
def an_answer_knows_what_it_was_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """`response.context`, which Django's test client tells of its own templates only."""
    render = Template.render

    def told(self: Template, context: dict[str, Any] | None = None, request: Any = None) -> str:
        template_rendered.send(sender=self, template=self, context=dict(context or {}))
        return render(self, context, request)

    monkeypatch.setattr(Template, "render", told)


@pytest.fixture
def server_clock(tmp_path: Path, settings: Any) -> ServerClock:
    """The server of this process obeys the test: time passes when the test says so."""
    clock = ServerClock(tmp_path)
    settings.TEST_CLOCK = str(clock.file)
    return clock
