"""Streams: everybody at a table hears where it stands, at once and from the beginning."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from threading import Barrier
from typing import Any

import pytest

from ferrovia.table import asgi, live
from ferrovia.table.live import Hub
from ferrovia.table.tables import Tables
from ferrovia.table.views.access import Looker


class Browser:
    """The other end of a stream."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[str] = asyncio.Queue()
        self._gone = asyncio.Event()

    async def send(self, message: dict[str, Any]) -> None:
        for line in message.get("body", b"").decode().splitlines():
            if line.startswith("data: "):
                self.said.put_nowait(line.removeprefix("data: "))

    async def receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    def leave(self) -> None:
        self._gone.set()

    async def hears(self) -> str:
        return await asyncio.wait_for(self.said.get(), 20)


def _run(story: Callable[[Hub], Awaitable[None]]) -> None:
    async def told() -> None:
        hub = Hub()
        hub.attach(asyncio.get_running_loop())
        await story(hub)

    asyncio.run(told())


async def _looks(hub: Hub, browser: Browser, key: str = "t", standing: int = 1) -> asyncio.Task[None]:
    async def look() -> None:
        with hub.viewer(key) as viewer:
            hub.let_in(key, viewer, None)
            viewer.tell(standing)
            await hub.stream(viewer, browser.send, browser.receive)

    return asyncio.create_task(look())


def test_the_first_message_says_where_the_table_stands_and_each_change_follows() -> None:
    async def story(hub: Hub) -> None:
        browser = Browser()
        await _looks(hub, browser, standing=7)
        assert await browser.hears() == "7"
        hub.tell("t", 8)
        assert await browser.hears() == "8"

    _run(story)


def test_a_thread_tells_all_viewers_of_its_table_and_no_others() -> None:
    async def story(hub: Hub) -> None:
        browsers = [Browser() for _ in range(3)]
        stranger = Browser()
        for browser in browsers:
            await _looks(hub, browser)
        await _looks(hub, stranger, "another")
        for browser in (*browsers, stranger):
            assert await browser.hears() == "1"
        await asyncio.to_thread(hub.tell, "t", 2)
        for browser in browsers:
            assert await browser.hears() == "2"
        assert stranger.said.empty()

    _run(story)


def test_a_change_between_coming_and_asking_is_not_missed() -> None:
    async def story(hub: Hub) -> None:
        browser = Browser()
        with hub.viewer("t") as viewer:
            hub.tell("t", 5)  # while the database is asked, which still says 4
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            viewer.tell(4)
            streaming = asyncio.create_task(hub.stream(viewer, browser.send, browser.receive))
            assert await browser.hears() == "5"
            browser.leave()
            await streaming

    _run(story)


def test_who_is_not_told_hears_it_with_the_next_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)

    async def story(hub: Hub) -> None:
        browser = Browser()
        await _looks(hub, browser, standing=3)
        assert [await browser.hears() for _ in range(3)] == ["3", "3", "3"]

    _run(story)


def test_what_another_process_changes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LOOK", 0.01)

    async def story(hub: Hub) -> None:
        browser = Browser()
        await _looks(hub, browser, standing=3)
        assert await browser.hears() == "3"
        looking = asyncio.create_task(hub.look(lambda keys: dict.fromkeys(keys, 4)))
        assert await browser.hears() == "4"
        looking.cancel()

    _run(story)


def test_who_leaves_is_forgotten_and_a_server_that_stops_ends_all_streams() -> None:
    async def story(hub: Hub) -> None:
        first, second = Browser(), Browser()
        streams = [await _looks(hub, browser) for browser in (first, second)]
        assert await first.hears() == await second.hears() == "1"
        assert hub.is_watched("t")
        first.leave()
        await asyncio.wait_for(streams[0], 20)
        assert hub.is_watched("t")
        hub.close()
        await asyncio.wait_for(streams[1], 20)
        assert not hub.is_watched("t")

    _run(story)


def test_whoever_may_not_look_on_does_not_count() -> None:
    hub = Hub()
    with hub.viewer("t") as stranger:
        assert not hub.is_watched("t")
        with hub.viewer("t") as viewer:
            assert hub.let_in("t", viewer, None)
            assert hub.is_watched("t")
            assert not hub.let_in("t", stranger, 5)
        assert hub.is_watched("t")
    assert not hub.is_watched("t")


def test_of_several_who_come_at_once_one_wakes_the_computer_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a restart, when all pages come back together: a game that only computers play stands still till then."""
    tables, woken, both = Tables(), list[int](), Barrier(2, timeout=20)

    def looker(scope: Any, key: str) -> Looker:
        both.wait()  # both are there before either is known
        return Looker("3", None, 7, is_lobby=False)

    monkeypatch.setattr(asgi, "TABLES", tables)
    monkeypatch.setattr(asgi, "looker_of", looker)
    monkeypatch.setattr(asgi, "is_for_us", lambda scope: True)
    tables.listen(woken.append)

    async def story() -> None:
        browsers = [Browser(), Browser()]
        streams = [
            asyncio.create_task(asgi._events("t", {"method": "GET"}, browser.receive, browser.send))
            for browser in browsers
        ]
        for browser in browsers:
            assert await browser.hears() == "3"
        for browser in browsers:
            browser.leave()
        await asyncio.gather(*streams)

    asyncio.run(story())
    assert woken == [7]
