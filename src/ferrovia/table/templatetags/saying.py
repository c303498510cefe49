"""Saying in templates: `{% say "Lay track for {corporation}" corporation=name %}` in the voice of the page."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.urls import get_urlconf, reverse
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe

from ferrovia.engine.board.memory import Memory
from ferrovia.saying.apart import apart
from ferrovia.saying.voice import Voice
from ferrovia.table.page.scene import LASTING, Scene
from ferrovia.table.page.stage import edition
from ferrovia.table.safety import TOKEN

register = template.Library()

# Parts that depend on a value alone, as they were written: most rows and lines are the same after the next move.
_written: Memory[tuple[Any, ...], SafeString] = Memory(8192)

# Parts that are the same for all who look at one moment, for the last of such moments.
_shared: Memory[tuple[Any, ...], SafeString] = Memory(512)


@register.simple_tag(takes_context=True)
def say(context: template.Context, text: Any, **values: Any) -> SafeString:
    """A text of our own with its fields, or a message; the words are escaped, whatever they hold."""
    voice: Voice = context["say"]
    if isinstance(text, str) and not values:
        said = voice.term(text)
        if "{" not in said:  # most have no fields, and are on every page
            return _escaped(said)
    return mark_safe(conditional_escape(voice(text, **values)))


@lru_cache(maxsize=4096)
def _escaped(text: str) -> SafeString:
    return escape(text)


class _Words(template.Node):
    """A text of our own as it stands in a template: by far the most, and quicker said than those with fields."""

    def __init__(self, text: str) -> None:
        self._text = text

    def render(self, context: template.Context) -> SafeString:
        return say(context, self._text)


_with_fields: Callable[[Parser, Token], template.Node] = register.tags["say"]


@register.tag("say")
def _say(parser: Parser, token: Token) -> template.Node:
    _, text, *more = token.split_contents()
    if more or text[0] + text[-1] != '""' or "\\" in text:
        return _with_fields(parser, token)
    return _Words(text[1:-1])


@register.simple_tag
def url(name: str, *args: object) -> SafeString:
    """As Django's own, but the same addresses are not looked up anew for every part of every page."""
    return _address(get_urlconf(), name, args)


@lru_cache(maxsize=4096)
def _address(urlconf: str | None, name: str, args: tuple[object, ...]) -> SafeString:
    return escape(reverse(name, urlconf, args))


@register.simple_tag
def csrf_token() -> SafeString:
    """The field by which a form is known as ours; whose it is, is written into the answer: see `safety`."""
    return mark_safe(f'<input type="hidden" name="csrfmiddlewaretoken" value="{TOKEN}">')


@register.simple_tag(takes_context=True)
def pick(context: template.Context, **changes: Any) -> SafeString:
    """The attributes of a link that picks something: an address of its own; live.js knows a quick way there."""
    return _link(context, context["scene"].picked(**changes))


@register.simple_tag(takes_context=True)
def pick_to(context: template.Context, query: str) -> SafeString:
    """The same for an address that was worked out before."""
    return _link(context, query)


def _link(context: template.Context, query: str) -> SafeString:
    """Links are many, and most pages stand at the address of their scene: the query is enough.

    Where something was refused, the page may be the answer to a form, at an address that only takes forms.
    """
    address = context["scene"].address if context.get("trouble") or not query else ""
    return mark_safe(f'href="{escape(address)}{escape(query)}"{" data-pick" if address else ""}')


@register.filter(name="apart")
def kept_apart(name: str) -> str:
    """A name that stands beside other words where no `bdi` can: in an attribute, or in a picture."""
    return apart(name)


@register.simple_tag(takes_context=True)
def written(context: template.Context, name: str, value: Any, **besides: Any) -> SafeString:
    """A part that shows a value and nothing else of the page: written once for all who see the same.

    Its template knows the value as `it`, what is given besides, `say` and `edition`; all of them can be hashed.
    """
    scene: Scene = context["scene"]
    key = (name, value, *besides.items(), scene.title.name, scene.language)
    known = _written.get(key)
    if known is None:
        assert context.template is not None
        part = context.template.engine.get_template(name)
        inside = context.new({"it": value, **besides, "say": scene.say, "edition": edition(scene)})
        _written[key] = known = mark_safe(part.render(inside).strip())
    return known


@register.simple_tag(takes_context=True)
def shared(context: template.Context, name: str, **besides: Any) -> SafeString:
    """A part in which nothing depends on who looks: written once for all who look at this moment and pick the same.

    What it depends on besides is given as well.
    """
    scene: Scene = context["scene"]
    assert context.template is not None
    part = context.template.engine.get_template(name)
    if scene.mode != "now":
        return part.render(context)
    seen = (scene.table.key, scene.number, scene.moment.standing.hash, scene.language, scene.theme)
    key = (name, bool(context.get("trouble")), *seen, *besides.items(), *sorted(scene.pick.items()))
    known = _shared.get(key)
    if known is None:
        _shared[key] = known = part.render(context)
    return known


@register.simple_tag(takes_context=True)
def lasting(context: template.Context, name: str, **besides: Any) -> SafeString:
    """A part that stays as it is from move to move: no link in it picks what a move ends, and no figure is told."""
    scene: Scene = context["scene"]
    if scene.mode != "now" or not LASTING.issuperset(scene.pick):
        return shared(context, name, **besides)
    assert context.template is not None
    seen = (scene.table.key, scene.language, scene.theme)
    key = (name, bool(context.get("trouble")), *seen, *besides.items(), *sorted(scene.pick.items()))
    known = _shared.get(key)
    if known is None:
        _shared[key] = known = context.template.engine.get_template(name).render(context)
    return known


@register.filter
def get(table: dict[str, Any], key: str) -> Any:
    return table.get(key, "")
