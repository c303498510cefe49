"""The page of components: every control has a place on it, in both languages."""

from __future__ import annotations

import pytest
from django.template import engines

from tests.components.page import specimen, written
from tests.components.states import STATES

PANEL = "macro panel("  # how the template of a control begins


def controls() -> set[str]:
    """The names of all controls, by their templates."""
    loader = engines["jinja2"].env.loader  # type: ignore[attr-defined]
    sources = {name: loader.get_source(engines["jinja2"].env, name)[0] for name in loader.list_templates()}  # type: ignore[attr-defined]
    return {name.rpartition("/")[2].removesuffix(".html") for name, text in sources.items() if PANEL in text}


@pytest.mark.django_db
def test_every_control_has_a_place_on_the_page() -> None:
    wanted = controls()
    assert len(wanted) > 10
    shown = {specimen(state).control for state in STATES} - {""}
    assert shown == wanted


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_state_is_written(language: str) -> None:
    page = written([specimen(state, language) for state in STATES], language)
    assert page.count('<section class="specimen') == len(STATES)
    assert len({state.id for state in STATES}) == len(STATES)
    assert all(f'id="{state.id}"' in page for state in STATES)


@pytest.mark.django_db
def test_what_is_followed_is_chosen() -> None:
    followed = [state for state in STATES if state.follow]
    assert len(followed) > 8
    assert [state.name for state in followed if specimen(state).page.scene.pick == {}] == []
