"""What servers of one database tell each other: who looks on where, and which tables stand elsewhere."""

from __future__ import annotations

import asyncio

import msgspec

from ferrovia.table import news
from ferrovia.table.live import Hub, Viewer
from ferrovia.table.news import AT_ONCE, SERVER, Change, Watched, announcements, read_change
from ferrovia.table.tables import Tables


def test_a_change_is_read_as_the_trigger_writes_it() -> None:
    assert read_change("7 -s73skw0sUMs81WR 31 1") == Change(7, "-s73skw0sUMs81WR", 31, True)
    assert read_change("7 k 1 0") == Change(7, "k", 1, False)


def test_who_looks_on_elsewhere_is_there_until_told_otherwise() -> None:
    hub = Hub()
    hub.hear("two", {"k": [5, 6], "m": []}, [], 60)
    assert hub.present("k") == {5, 6}
    assert hub.is_watched("m"), "by strangers"
    assert not hub.watching("k"), "here nobody does"
    hub.hear("three", {"k": [6, 7]}, [], 60)
    hub.hear("two", {}, ["k"], 60)
    assert hub.present("k") == {6, 7}
    hub.hear("three", {}, ["k"], 60)
    assert not hub.is_watched("k")


def test_a_server_that_says_nothing_any_more_is_not_believed_for_ever() -> None:
    hub = Hub()
    hub.hear("two", {"k": [5]}, [], 0)
    assert not hub.present("k")
    assert not hub.is_watched("k")


def test_pages_that_show_who_is_there_hear_of_those_elsewhere() -> None:
    hub = Hub()
    with hub.viewer("k") as viewer:
        hub.let_in("k", viewer, 1)
        hub.hear("two", {"k": [5]}, [], 60)
        assert viewer.woken.is_set()
        assert hub.present("k") == {1, 5}
        viewer.woken.clear()
        hub.hear("two", {"k": [5]}, [], 60)
        assert not viewer.woken.is_set(), "that is no news"


def test_a_server_announces_comings_and_goings_at_once_and_everybody_now_and_then() -> None:
    hub = Hub()

    async def told() -> None:
        with hub.viewer("k") as viewer:
            assert await hub.comings_and_goings(0) is None, "nobody knows yet whether they may"
            hub.let_in("k", viewer, 5)
            assert await hub.comings_and_goings(60) == {"k"}
            [text] = announcements(hub, {"k"})
            assert msgspec.json.decode(text, type=Watched) == Watched(SERVER, {"k": [5]})
        assert await hub.comings_and_goings(60) == {"k"}
        [text] = announcements(hub, {"k"})
        assert msgspec.json.decode(text, type=Watched) == Watched(SERVER, {}, ["k"])
        assert await hub.comings_and_goings(0) is None

    asyncio.run(told())
    assert announcements(hub) == []


def test_an_announcement_fits_a_notice() -> None:
    """PostgreSQL takes 8,000 bytes."""
    hub = Hub()
    for number in range(2 * AT_ONCE + 1):
        for person in range(6):
            hub.let_in(f"{number:016}", Viewer(), 10**6 + person)
    told = announcements(hub)
    assert len(told) == 3
    assert max(map(len, told)) < 8000


def test_what_this_server_did_itself_wakes_nobody_twice() -> None:
    tables, heard = Tables(), list[int]()
    tables.listen_elsewhere(heard.append)
    tables._told[7] = 31
    news._told(tables, news.CHANGED, "7 k 31 1")
    assert not heard
    news._told(tables, news.CHANGED, "7 k 32 1")
    news._told(tables, news.CHANGED, "8 lobby 1 0")
    assert heard == [7]
    news._told(tables, news.WATCHED, msgspec.json.encode(Watched(SERVER, {"k": [5]})).decode())
    assert not tables.hub.present("k"), "we know ourselves"
