"""The log, the talk and the notes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest
from django.test import Client

from ferrovia.engine.flow.events import PriceMoved
from ferrovia.table.clean_text import clean_text
from ferrovia.table.models import Person, PrivateData, Remark
from ferrovia.table.page.log import RECENT, Chapter, log
from ferrovia.table.page.talk import Talk, mark_read
from ferrovia.titles.t1883.events import CardRevealed
from tests.web.ledger.visiting import sit_down
from tests.web.positions import laid_out, played, scene_of, stored_until
from tests.web.rendering import Shown

WHOLE = 2500  # more moves than any game has


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1849", pytest.param("1883", marks=pytest.mark.soak), "18FB"])
def test_every_event_of_a_whole_game_is_told_once_and_in_order(name: str) -> None:
    record = played(name, 3, WHOLE)
    table = laid_out(record)
    scene = scene_of(table, "Ada")
    said = [scene.say(event) for told in scene.moment.events_since(0) for event in told.events or ()]
    lines: list[str] = []
    for end in range(scene.number, 0, -RECENT):
        part = scene_of(table, "Ada")
        object.__setattr__(part, "moment", part.moment.back_at(end))
        shown = log(part)
        lines = [
            part.text for chapter in reversed(shown.chapters) for line in reversed(chapter.lines) for part in line.parts
        ] + lines
        assert all(chapter.name for chapter in shown.chapters)
    assert lines == said


@pytest.mark.django_db
def test_lines_stand_in_their_round_and_turn_with_the_change_of_a_price() -> None:
    table = laid_out(played("1849", 3, 304))
    scene = scene_of(table)
    shown = log(scene)
    assert shown.chapters[0].name == scene.say(scene.game.state.round)
    newest = shown.chapters[0].lines[0]
    assert newest.corporation == scene.game.top.corporation_of(scene.game)
    events = [event for told in scene.moment.events_since(scene.number - RECENT) for event in told.events or ()]
    changes = [event.after - event.before for event in events if isinstance(event, PriceMoved)]
    told = [part.change for chapter in shown.chapters for line in chapter.lines for part in line.parts if part.change]
    assert sorted(told) == sorted(filter(None, changes))
    assert changes


@pytest.mark.django_db
def test_the_event_of_a_round_of_1883_has_a_line_of_its_own() -> None:
    scene = scene_of(laid_out(played("1883", 3, 60)))
    told = [event for move in scene.moment.events_since(0) for event in move.events or ()]
    cards = [scene.say(event) for event in told if isinstance(event, CardRevealed)]
    lines = [line for chapter in log(scene).chapters for line in chapter.lines]
    firsts = [line.parts[0].text for line in lines]
    assert cards
    assert all(firsts.count(card) == 1 for card in cards)
    assert not any(line.player for line in lines if line.parts[0].text in cards)


@pytest.mark.django_db
def test_the_round_of_the_oldest_line_is_known_although_it_began_before() -> None:
    table = laid_out(played("1849", 3, 304))
    shown, more = log(scene_of(table)), log(scene_of(table, pick={"log": "600"}))
    assert shown.more == 2 * RECENT
    assert more.more == 0
    names = [chapter.name for chapter in more.chapters]
    assert [chapter.name for chapter in shown.chapters] == names[: len(shown.chapters)]
    assert names[-1]


@pytest.mark.django_db
def test_lines_of_the_viewer_are_theirs() -> None:
    scene = scene_of(laid_out(played("1883", 3, 300)), "Bruno")
    shown = log(scene)
    lines = [line for chapter in shown.chapters for line in chapter.lines]
    assert shown.mine == ("Bruno",)
    assert {"Bruno"} < {line.player for line in lines}
    written = Shown(scene).log()
    for line in lines:
        [kinds] = re.findall(rf'<li id="log-{line.key}"(?: class="([^"]*)")?', written)
        assert ("mine" in kinds.split()) == (line.player == "Bruno")


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("a\u202eb\u2066c\u200f", "abc"),
        ("two\nlines\tand\x00\x1b[31m", "two lines and[31m"),
        ("Q\u0301\u0302\u0303\u0304\u0305\u0306", "Q\u0301\u0302\u0303"),
        ("שלום Ada", "שלום Ada"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("\ufeff\u2028 ", ""),
    ],
)
def test_words_of_strangers_are_harmless(words: str, left: str) -> None:
    assert clean_text(words) == left


@pytest.mark.django_db
def test_a_remark_is_escaped_and_counted_until_it_is_read(client: Client) -> None:
    table = laid_out(played("1849", 3, 40))
    ada = sit_down(client, table)
    client.post(f"/t/{table.key}/remark", {"text": "<b>up\u202e</b>"})
    html = client.get(f"/t/{table.key}?talk=chat").content.decode()
    assert "&lt;b&gt;up&lt;/b&gt;" in html
    assert "\u202e" not in html
    bruno = Person.objects.create(name="Bruno")
    seen_by_bruno = replace(scene_of(table, "Bruno"), person=bruno)
    assert Talk(seen_by_bruno).unread == 1
    mark_read(seen_by_bruno)
    assert Talk(replace(seen_by_bruno)).unread == 0
    assert Talk(replace(seen_by_bruno, person=ada)).unread == 0
    assert Remark.objects.count() == 1


@pytest.mark.django_db
def test_notes_are_kept_for_their_writer_alone(client: Client) -> None:
    table = laid_out(played("1849", 3, 40))
    sit_down(client, table)
    client.post(f"/t/{table.key}/notes", {"text": "sell RCS </textarea> early"})
    assert "sell RCS &lt;/textarea&gt; early" in client.get(f"/t/{table.key}?talk=notes").content.decode()
    stranger = Client().get(f"/t/{table.key}?talk=notes").content.decode()
    assert "sell RCS" not in stranger
    Client().post(f"/t/{table.key}/notes", {"text": "mine"})
    assert PrivateData.objects.count() == 1


@pytest.mark.django_db
def test_an_open_tab_stays_open_when_a_move_is_made(client: Client) -> None:
    table = laid_out(played("1849", 3, 304))
    sit_down(client, table)
    html = client.get(f"/t/{table.key}?n=3&tab=phases&hex=H6").content.decode()
    assert 'class="phases"' in html
    answer = client.post(
        f"/t/{table.key}/remark",
        {"text": "hm"},
        headers={"HX-Request": "true", "HX-Current-URL": f"http://x/t/{table.key}?n=3&tab=phases&hex=H6"},
    )
    assert 'class="phases"' in answer.content.decode()
    assert answer["HX-Replace-Url"] == f"/t/{table.key}?tab=phases"


def texts(chapters: Iterable[Chapter]) -> list[str]:
    """The log from top to bottom: heads of rounds and lines."""
    return [text for chapter in chapters for text in (chapter.name, *(line.key for line in chapter.lines))]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1849", "18FB"])
def test_a_page_that_has_a_log_gets_the_new_lines_alone(name: str) -> None:
    """Put where the script puts them they make the log that a page gets that is loaded anew."""
    scene = scene_of(laid_out(played(name, 3, RECENT)), "Ada")
    before = log(replace(scene, moment=scene.moment.back_at(2)))
    shown = texts(before.chapters)
    for number in range(3, RECENT + 1):
        after = replace(scene, moment=scene.moment.back_at(number))
        news, whole = log(after, before.name), log(after)
        assert (news.since, news.name) == (before.name, whole.name)
        goes_on = [chapter for chapter in news.chapters if chapter.goes_on]
        begun = [chapter for chapter in news.chapters if not chapter.goes_on]
        shown = [*texts(begun), *shown[:1], *texts(goes_on)[1:], *shown[1:]]
        assert shown == texts(whole.chapters)
        before = news


@pytest.mark.django_db
@pytest.mark.parametrize("known", ["", "x", "29.000000000000", "31.000000000000", "-1.0", "9" * 50])
def test_a_page_with_another_log_gets_all_of_it(known: str) -> None:
    scene = scene_of(laid_out(played("1849", 3, 30)), "Ada")
    assert log(scene, known) == log(scene)
    others = replace(scene, players=("Bruno",)), replace(scene, language="it"), replace(scene, pick={"log": "120"})
    assert all(log(scene, log(other).name).since == "" for other in others)
    assert not log(scene, log(scene).name).chapters  # nothing is new


@pytest.mark.django_db
def test_a_whole_page_has_the_whole_log_whatever_the_one_before_it_showed(client: Client) -> None:
    table = laid_out(played("1849", 3, 40))
    sit_down(client, table)
    shown = {"Ferrovia-Log": log(scene_of(table, "Ada")).name}
    assert client.get(f"/t/{table.key}", headers=shown).content.count(b'id="log-') > 30
    assert b'id="log-' not in client.get(f"/t/{table.key}/now", headers={**shown, "HX-Request": "true"}).content


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "number", "headline"),
    [
        ("1849-three", 331, "The Messina earthquake"),
        ("18FB-three", 442, "The Unification of Italy"),
        ("1849-three", 236, "Phase 10 begins"),
    ],
)
def test_something_great_has_a_headline_over_its_telling(game: str, number: int, headline: str) -> None:
    table = laid_out(stored_until(game, number + 1))
    scene = scene_of(table)
    lines = [line for chapter in log(scene).chapters for line in chapter.lines]
    found = [line for line in lines if line.headline == headline]
    assert len(found) == 1
    told = scene.moment.record.events_of(found[0].number) or ()
    assert {part.text for part in found[0].parts} <= {scene.say(event) for event in told}
    assert len(found[0].parts) >= 3
    assert any(not line.headline for line in lines)
