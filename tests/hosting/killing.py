"""People who play on while servers are killed: what they were told is noted, and what they find is judged.

Each plays against computer players, gives standing orders now and then, and sends a request that was not answered
again, as a page does. One only looks on, with several pages that come back by themselves.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import signal
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from statistics import median
from threading import Event, Lock, Thread
from time import perf_counter, sleep
from typing import Any
from urllib.parse import urlencode

import msgspec

from ferrovia.bots.registry import bot
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game
from ferrovia.table.orders import Orders, possible
from ferrovia.table.private_data import unpacked
from ferrovia.table.storage import stored_settings
from ferrovia.table.waiting_for import stored_prompt
from ferrovia.titles.registry import title_of
from tests.hosting.host import done
from tests.hosting.servers import KEY, Servers, stream
from tests.web.live.serving import SECRET, WHOLE, Served

PAGES = 3  # that show the game of computers
PAUSE = 0.05  # seconds between two looks
ORDERS = 0.3  # the share of turns in which somebody leaves the turn to a standing order
AT_HOME = 0.2  # and the share in which they look at their list of tables before they move
_COLUMNS = "key, number, hash, decider, over, asked, state, settings"
_UNANSWERED = (OSError, http.client.HTTPException)


@dataclass(frozen=True)
class Stored:
    """A started table as the database has it at one moment."""

    key: str
    number: int
    hash: str
    decider: str
    over: bool
    asked: Any
    state: bytes
    settings: bytes
    moves: int  # rows
    last: int | None  # the number of the last one

    @property
    def game(self) -> Game:
        settings = stored_settings(bytes(self.settings))
        return Game.restore(title_of(settings), settings, msgspec.json.decode(zlib.decompress(self.state)), [])

    def judge(self) -> None:
        """What lists read of the table agrees with its game, and no move is missing."""
        game = self.game
        assert (self.moves, self.last or 0) == (self.number, self.number)
        assert (self.number, self.hash) == (game.state.number, game.hash())
        assert (bool(self.over), self.decider) == (game.over, "" if game.over else game.top.decider(game))
        asked = json.loads(self.asked) if isinstance(self.asked, str) else self.asked
        assert asked == json.loads(json.dumps(stored_prompt(game)))


def stored(servers: Servers, key: str = "") -> list[Stored]:
    """All started tables, or one."""
    rows = (
        f"SELECT {_COLUMNS}, (SELECT count(*) FROM table_moverow WHERE table_id = a.id),"
        " (SELECT max(number) FROM table_moverow WHERE table_id = a.id) FROM table_table a WHERE settings IS NOT NULL"
    )
    return [Stored(*row) for row in servers.rows(rows + (f" AND key = '{key}'" if key else ""))]


class Slot:
    """A place for a server, which is started again whenever it is gone. Nobody is sent to one that does not answer."""

    def __init__(self, servers: Servers, name: str, before: str = "", **more: str) -> None:
        self._servers, self._name, self._before, self._more = servers, name, before, more
        self._context: AbstractContextManager[tuple[Served, subprocess.Popen[str]]] | None = None
        self._process: subprocess.Popen[str] | None = None
        self.server: Served | None = None

    def start(self, before: str | None = None) -> None:
        before = self._before if before is None else before
        self._context = self._servers.served(self._name, before=before, **self._more)
        self.server, self._process = self._context.__enter__()

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self.stop()

    def stop(self) -> None:
        """Told to, it lets everybody finish."""
        if self._context is not None:
            self.server, context, self._context = None, self._context, None
            context.__exit__(None, None, None)

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        assert self._process is not None
        server, self.server = self.server, None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)
            self.server = server


@dataclass
class Answer:
    """What came back."""

    status: int
    text: str
    cookie: str = ""
    location: str = ""


@dataclass
class Told:
    """What people were told of their moves, by table and key of the request."""

    made: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)  # the number and the action
    refused: set[tuple[str, str]] = field(default_factory=set)
    repeated: int = 0  # requests that were sent again
    failed: int = 0  # answers that said that something is wrong with the server
    at_home: int = 0  # looks at the list of tables
    seconds: list[float] = field(default_factory=list)  # that each move took until it was answered
    lock: Lock = field(default_factory=Lock)


class Person(Thread):
    """Somebody who plays one game after another against computer players."""

    def __init__(self, servers: Servers, slots: list[Slot], told: Told, title: str, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.servers, self.slots, self.told, self.title = servers, slots, told, title
        self.chance = random.Random(name)
        self.stopped = Event()
        self.fault: BaseException | None = None
        self.cookie = self.key = self.player = ""
        self.keys = (f"{name} {number}" for number in count())
        self.games = 0

    def run(self) -> None:
        try:
            while not self.stopped.is_set():
                self.turn()
        except BaseException as fault:  # the test tells it
            self.fault = fault

    # Asking

    def asked(self, method: str, path: str, form: dict[str, str] | None = None) -> Answer:
        """An answer of whichever server is there; who gets none asks again, the same."""
        waited, last = 0.0, "nothing"
        while waited < WHOLE:
            server = self.chance.choice([each.server for each in self.slots])
            if server is not None:
                with suppress(*_UNANSWERED):
                    answer = self._once(server, method, path, form)
                    if answer.status not in (429, 500, 503):
                        return answer
                    last = f"{answer.status} {answer.text[-2000:]}"
                    with self.told.lock:
                        self.told.failed += answer.status != 429
                with self.told.lock:
                    self.told.repeated += 1
            sleep(PAUSE)
            waited += PAUSE
        raise TimeoutError(f"{method} {path} was never answered: {last}")

    def _once(self, server: Served, method: str, path: str, form: dict[str, str] | None) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WHOLE)
        try:
            cookies = "; ".join(filter(None, (self.cookie, f"csrftoken={SECRET}")))
            headers = {"Cookie": cookies, "X-CSRFToken": SECRET, "Content-Type": "application/x-www-form-urlencoded"}
            line.request(method, path, urlencode(form) if form is not None else None, headers)
            got = line.getresponse()
            text = got.read().decode()
            guest = re.search(r"guest=[^;]+", " ".join(got.headers.get_all("Set-Cookie", [])))
            return Answer(got.status, text, guest[0] if guest else "", got.headers.get("Location", ""))
        finally:
            line.close()

    # Playing

    def sit_down(self) -> None:
        answer = self.asked("POST", "/tables/new", {"title": self.title, "way": "computer"})
        assert answer.status == 302, answer.text
        self.cookie = answer.cookie or self.cookie
        self.key = answer.location.removeprefix("/t/")
        self.games += 1

    def turn(self) -> None:
        if not self.key:
            self.sit_down()
            self.player = self.seated()
        [(decider, is_over)] = self.servers.rows(f"SELECT decider, over FROM table_table WHERE key = '{self.key}'")
        if is_over:
            self.look_at_home('<article class="wait over"')
            self.key = ""
        elif decider != self.player or self.has_orders():
            sleep(PAUSE)
        else:
            game = stored(self.servers, self.key)[0].game
            if self.chance.random() < ORDERS and self.order(game):
                return
            if self.chance.random() < AT_HOME:
                self.look_at_home('<article class="wait" ')
            self.move(game)

    def seated(self) -> str:
        [(player,)] = self.servers.rows(
            "SELECT player FROM table_seat s JOIN table_table t ON s.table_id = t.id"
            f" WHERE t.key = '{self.key}' AND s.person_id IS NOT NULL"
        )
        return str(player)

    def has_orders(self) -> bool:
        found = self.servers.rows(
            "SELECT content FROM table_privatedata p JOIN table_table t ON p.table_id = t.id"
            f" WHERE t.key = '{self.key}' AND p.kind = 'orders'"
        )
        kept = [unpacked(bytes(content), Orders) for (content,) in found]
        return any(each is not None and each.standing for each in kept)

    def order(self, game: Game) -> bool:
        """Leave this turn and those to come to an order, where one can be given that passes."""
        orders = [each for each in possible(game, self.player) if each.kind == "pass"]
        if not orders:
            return False
        sent = {"order": msgspec.json.encode(self.chance.choice(orders)).decode()}
        return self.asked("POST", f"/t/{self.key}/orders", sent).status == 302

    def move(self, game: Game) -> None:
        action = msgspec.json.encode(bot("sensible", Chance(self.name)).choose(game)).decode()
        number, key, begin = game.state.number, next(self.keys), perf_counter()
        answer = self.asked("POST", f"/t/{self.key}/act", {"action": action, "after": str(number), "key": key})
        with self.told.lock:
            self.told.seconds.append(perf_counter() - begin)
            if answer.status == 302:
                self.told.made[self.key, key] = number + 1, action
            else:
                assert answer.status == 409, (answer.status, action, answer.text[:2000])
                self.told.refused.add((self.key, key))

    def look_at_home(self, wanted: str) -> None:
        """The list of tables says of one's own what is so: nobody else can change it now."""
        home = self.asked("GET", "/").text
        [entry] = [each for each in re.findall(r"<article.*?</article>", home, re.S) if f"/t/{self.key}/" in each]
        assert wanted in entry, entry
        with self.told.lock:
            self.told.at_home += 1


class Onlooker(Person):
    """Somebody who leaves their seat to a computer player and looks on, on several pages."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.pages: list[Thread] = []

    def turn(self) -> None:
        if not self.key:
            self.sit_down()
            self.hand_over()
            self.pages = [Thread(target=self.watch, args=(self.key,), daemon=True) for _ in range(PAGES)]
            for page in self.pages:
                page.start()
        [table] = stored(self.servers, self.key)
        if table.over:
            self.key = ""
        self.stopped.wait(1.0)

    def hand_over(self) -> None:
        [(seat,)] = self.servers.rows(
            "SELECT s.id FROM table_seat s JOIN table_table t ON s.table_id = t.id"
            f" WHERE t.key = '{self.key}' AND s.person_id IS NOT NULL"
        )
        answer = self.asked("POST", f"/t/{self.key}/seats/change", {"do": "hand", "seat": str(seat)})
        assert answer.status == 302, answer.text

    def watch(self, key: str) -> None:
        """A page that shows the table, and comes again whenever it is cut off."""
        while key == self.key and not self.stopped.is_set():
            server = self.chance.choice([each.server for each in self.slots])
            with suppress(*_UNANSWERED, AssertionError):
                if server is not None:
                    shown = Served(server.port, "", key, self.cookie, "")
                    with stream(shown) as standings:
                        for _ in standings:
                            if key != self.key or self.stopped.is_set():
                                return
            sleep(PAUSE)


def judged(servers: Servers, told: Told) -> None:
    """Every move that was told to be made is there, once and as it was sent; what was refused is not."""
    with told.lock:
        made, refused = dict(told.made), set(told.refused)
    rows = servers.rows(
        "SELECT t.key, m.key, m.number, m.action FROM table_moverow m JOIN table_table t ON m.table_id = t.id"
        " WHERE m.key <> ''"
    )
    found = {(table, key): (number, bytes(action).decode()) for table, key, number, action in rows}
    assert len(found) == len(rows), "a request was carried out twice"
    lost = {each: (move, found.get(each)) for each, move in made.items() if found.get(each) != move}
    assert not lost, f"moves that were told to be made are not there: {lost}"
    assert not refused & set(found), "moves that were refused were made"


def until(reached: Callable[[], bool], people: list[Person], what: str) -> None:
    """Wait; whoever found a fault meanwhile tells it."""
    waited = 0.0
    while not reached():
        for person in people:
            if person.fault is not None:
                raise person.fault
        assert waited < WHOLE, what
        sleep(PAUSE)
        waited += PAUSE


@dataclass
class Play:
    """People at their tables, and the servers that they play at."""

    servers: Servers
    slots: list[Slot]
    told: Told
    people: list[Person]
    chance: random.Random
    pauses: list[float] = field(default_factory=list)  # until a computer player moved

    @property
    def looking(self) -> Person:
        return self.people[-1]

    def goes_on(self, *only: Person) -> None:
        """At every table somebody moves again: people, computer players, or standing orders."""
        begin = {table.key: table.number for table in stored(self.servers)}
        stands = {person: person.key for person in only or self.people}

        def has_moved(person: Person) -> bool:
            key = stands[person]
            return person.key != key or key not in begin or stored(self.servers, key)[0].number > begin[key]

        for person in stands:
            until(lambda: has_moved(person), self.people, f"{person.name}: nobody moves")  # noqa: B023

    def judge(self) -> None:
        for table in stored(self.servers):
            table.judge()
        judged(self.servers, self.told)

    def kill(self) -> None:
        """Time is counted from the kill where others are left, else from when there is a server again."""
        slot = self.chance.choice(self.slots)
        slot.kill()
        killed = datetime.now(UTC)
        slot.start()
        since = killed if len(self.slots) > 1 else datetime.now(UTC)
        self.goes_on()
        self._note_pause(since)

    def _note_pause(self, since: datetime) -> None:
        rows = self.servers.rows(
            "SELECT m.made FROM table_moverow m JOIN table_table t ON m.table_id = t.id"
            f" WHERE t.key = '{self.looking.key}'"
        )
        moments = (made if isinstance(made, datetime) else datetime.fromisoformat(made) for (made,) in rows)
        later = [moment for moment in (each.replace(tzinfo=UTC) for each in moments) if moment > since]
        if later:
            self.pauses.append((min(later) - since).total_seconds())

    def figures(self) -> str:
        """For whoever runs it with -s."""
        [(orders,)] = self.servers.rows("SELECT count(*) FROM table_moverow WHERE mover = 'order'")
        pauses, told = self.pauses or [0.0], self.told
        late = sum(pause > 5 for pause in pauses)
        return (
            f"{'two servers' if self.servers.is_postgres else 'one server'}, {len(stored(self.servers))} games:"
            f" {len(told.made)} moves told to be made, {len(told.refused)} refused, {orders} by orders;"
            f" {told.repeated} requests sent again, {told.failed} failed; {told.at_home} looks at home;"
            f" after {len(self.pauses)} kills computers went on within {median(pauses):.1f} s (median),"
            f" {max(pauses):.1f} (most), {late} times after more than 5\n"
        )


@contextmanager
def played(servers: Servers, slots: list[Slot], *titles: str) -> Iterator[Play]:
    """People who play these titles, and one who looks on; at the end every game replays."""
    told = Told()
    people: list[Person] = [
        Person(servers, slots, told, title, f"{place} plays {title}") for place, title in enumerate(titles)
    ]
    people.append(Onlooker(servers, slots, told, "1849", "looks on"))
    play = Play(servers, slots, told, people, random.Random(len(titles)))
    for slot in slots:
        slot.start()
    try:
        for person in people:
            person.start()
        until(lambda: all(person.key for person in people), people, "somebody found no table")
        play.goes_on()
        yield play
        play.judge()
    finally:
        for person in people:
            person.stopped.set()
        for person in people:
            person.join()
        for slot in slots:
            slot.stop()
    assert not [person.fault for person in people if person.fault]
    assert told.made
    sys.stdout.write(play.figures())
    assert "All is sound" in done("verify", "--all", "--database", servers.url, FERROVIA_SECRET=KEY)
