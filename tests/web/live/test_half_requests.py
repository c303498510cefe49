"""Half requests, silent connections and answers that nobody takes: they stop nobody else, and end when they are due.

Nothing here depends on how fast the machine is: what must stay is given an hour, what must end is waited for.
"""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from select import select
from time import sleep
from urllib.parse import urlencode

import pytest

from ferrovia.bench.visitors import raise_limit
from ferrovia.table.asgi import THREADS
from ferrovia.table.connection_limits import ConnectionLimits, LimitTrouble, Tally, counted_as, read_limits
from tests.web.live.serving import SECRET, WHOLE, House, Served

HALF = 500
FOR_LONG = "head_seconds=3600,body_seconds=3600,idle_seconds=3600"
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
BODY = (
    b"POST /taste HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Cookie: csrftoken=" + SECRET.encode() + b"\r\nContent-Length: 1000\r\n\r\nthe"
)
CHUNKS = BODY.replace(b"Content-Length: 1000", b"Transfer-Encoding: chunked").replace(b"the", b"3\r\nthe\r\n")


def opened(port: int, sent: bytes) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), timeout=WHOLE)
    made.sendall(sent)
    return made


@contextmanager
def all_open(port: int, *halves: bytes, number: int = HALF) -> Iterator[list[socket.socket]]:
    raise_limit()
    with ExitStack() as stack:
        yield [stack.enter_context(opened(port, halves[place % len(halves)])) for place in range(number)]


def until_closed(made: socket.socket) -> bytes:
    """All that comes until the other side closes; fails where it never does."""
    said = b""
    try:
        while part := made.recv(65536):
            said += part
    except ConnectionResetError:
        pass
    return said


def played(server: Served) -> None:
    """Pages come and a move is made, and the move is told to who listens."""
    number = server.number()
    with opened(server.port, f"GET /t/{server.key}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()) as stream:
        heard = b""
        while b"data: " not in heard:
            heard += stream.recv(65536)
        assert server.asked("GET", "/healthz").status == 200
        assert server.asked("GET", "/").status == 200
        form = {"action": server.action, "after": str(number), "key": "one"}
        assert server.asked("POST", f"/t/{server.key}/act", form).status == 302
        heard = b""
        while b"data: " not in heard:
            heard += stream.recv(65536)
    assert server.number() == number + 1


def never_ends(made: socket.socket, sent: bytes, pause: float = 0.0) -> None:
    """Send again and again until the other side has had enough."""
    made.settimeout(WHOLE)
    with suppress(ConnectionError):
        for _ in range(100_000):
            made.sendall(sent)
            sleep(pause)
        pytest.fail("All of it was taken.")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module")
def few(house: House) -> Iterator[Served]:
    """A server with few streams, and little patience for who takes no answer."""
    with house.served("streams=5,streams_per_address=3,send_seconds=0.5") as server:
        yield server


def test_five_hundred_half_requests_stop_nobody(house: House) -> None:
    with house.served(FOR_LONG) as server, all_open(server.port, HEAD, BODY, CHUNKS) as halves:
        played(server)
        assert select(halves, [], [], 0)[0] == []  # all were there all the time


def test_half_requests_end_when_they_are_due(house: House) -> None:
    with house.served("head_seconds=0.5,body_seconds=0.5,idle_seconds=0.5") as server:
        with all_open(server.port, HEAD, BODY, CHUNKS, b"", number=200) as halves:
            said = [until_closed(half) for half in halves]
        heads, bodies, chunks, silent = (said[place::4] for place in range(4))
        assert all(each.startswith(b"HTTP/1.1 408 ") for each in (*heads, *bodies, *chunks))
        assert all(b"did not come in time" in each for each in (*heads, *bodies, *chunks))
        assert set(silent) == {b""}  # a browser opens some beforehand: an answer would be to a question never asked
        with opened(server.port, HEAD) as slow:
            never_ends(slow, b"x", pause=0.05)  # sign by sign there is no more time
        played(server)


def test_one_address_has_only_so_many_connections(house: House) -> None:
    limits = f"{FOR_LONG},connections_per_address=20"
    with (
        house.served(limits, FORWARDED_ALLOW_IPS="192.0.2.1") as server,
        all_open(server.port, HEAD, number=20) as halves,
    ):
        with opened(server.port, b"") as late:
            assert until_closed(late).startswith(b"HTTP/1.1 429 ")
        assert select(halves, [], [], 0)[0] == []
        halves[0].close()
        while True:  # until the server has seen that one has left
            with opened(server.port, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n") as another:
                if another.recv(65536).startswith(b"HTTP/1.1 200 "):
                    break


def test_when_all_connections_are_taken_who_waits_longest_makes_room(house: House) -> None:
    with (
        house.served(f"{FOR_LONG},connections=20") as server,
        all_open(server.port, HEAD, number=20) as halves,
    ):
        assert server.asked("GET", "/healthz").status == 200
        assert until_closed(halves[0]) == b""
        assert select(halves[1:], [], [], 0)[0] == []


def test_who_leaves_in_the_middle_of_a_form_has_sent_nothing(few: Served) -> None:
    number = few.number()
    form = urlencode({"action": few.action, "after": number})
    head = (
        f"POST /t/{few.key}/act HTTP/1.1\r\nHost: localhost\r\nX-CSRFToken: {SECRET}\r\n"
        f"Cookie: {few.cookie}; csrftoken={SECRET}\r\nConnection: close\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
    )
    for more, played in ((10, 0), (0, 1)):
        with opened(few.port, f"{head}{len(form) + more}\r\n\r\n{form}".encode()) as sent:
            if more:
                sent.shutdown(socket.SHUT_WR)
            until_closed(sent)
        assert few.number() == number + played


def test_a_form_in_chunks_is_read_whole_and_one_without_end_is_not(few: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", few.port, timeout=WHOLE)
    headers = {"Cookie": f"csrftoken={SECRET}", "X-CSRFToken": SECRET}
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    connection.request("POST", "/taste", iter([b"theme=da", b"rk"]), headers, encode_chunked=True)
    answer = connection.getresponse()
    assert answer.status == 302
    assert "theme=dark" in (answer.getheader("Set-Cookie") or "")
    connection.close()
    with opened(few.port, CHUNKS) as endless:
        never_ends(endless, b"10000\r\n" + b"x" * 65536 + b"\r\n")
    assert few.asked("GET", "/healthz").status == 200


def test_who_takes_no_answer_holds_no_thread_and_is_let_go(few: Served) -> None:
    # Something large, so that few answers fill what the machine itself keeps for who does not read.
    asked = b"GET /static/table/fonts/ferrovia-serif.woff2 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as stack:
        idlers = [stack.enter_context(socket.socket()) for _ in range(THREADS + 1)]
        for made in idlers:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            made.connect(("127.0.0.1", few.port))
            made.sendall(asked * 100)
        assert few.asked("GET", "/").status == 200
        for made in idlers:
            never_ends(made, asked)


def test_streams_are_counted_by_the_address_that_a_proxy_tells(few: Served) -> None:
    with ExitStack() as stack:

        def listens(address: str) -> str:
            asked = f"GET /t/{few.key}/events HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n"
            made = stack.enter_context(opened(few.port, f"{asked}Accept-Language: it\r\n\r\n".encode()))
            said = made.recv(65536)
            return (said if said.startswith(b"HTTP/1.1 200 ") else said + until_closed(made)).decode()

        said = [listens(address) for address in ("10.0.0.1",) * 4 + ("10.0.0.2",) * 3]
        assert [each.split()[1] for each in said] == ["200"] * 3 + ["429"] + ["200"] * 2 + ["429"]
        assert "Dal tuo indirizzo sono aperte troppe pagine: non è stato fatto nulla." in said[3]
        assert "\r\nretry-after: 20\r\n" in said[3]
        assert few.asked("GET", "/").status == 200


@pytest.mark.parametrize("host", ["elsewhere.example", "127.0.0.1.elsewhere.example", "a b", ""])
def test_a_stream_is_asked_for_under_a_name_of_this_server(few: Served, host: str) -> None:
    asked = f"GET /t/{few.key}/events HTTP/1.1\r\nHost: {host}\r\n\r\n"
    with opened(few.port, asked.encode()) as stream:
        assert until_closed(stream).startswith(b"HTTP/1.1 400 ")


def test_what_strangers_send_wrong_fills_no_log(house: House) -> None:
    told: list[str] = []
    with house.served(told=told) as server:
        form = {f"field {number}": "" for number in range(1001)}
        for _ in range(40):
            assert server.asked("GET", "/", Host="elsewhere.example").status == 400
            assert server.asked("POST", "/taste", form).status == 400
            with opened(server.port, b"no request at all\r\n\r\n") as wrong:
                assert until_closed(wrong).startswith(b"HTTP/1.1 400 ")
            for method in ("PUT", "PATCH", "DELETE", "TRACE"):
                answer = server.asked(method, f"/t/{server.key}", X_CSRFToken="")
                assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")
    assert not any("Traceback" in line or line.startswith(" ") for line in told)
    kinds = ("elsewhere.example", "The number of GET/POST parameters", "Invalid HTTP request received")
    for kind in kinds:
        assert 0 < sum(kind in line for line in told) < 20
    assert sum(any(kind in line for kind in kinds) for line in told) == len(told)


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        ("heads=5", "FERROVIA_LIMITS cannot be read: 'heads=5'; "),
        ("head_seconds=soon", "FERROVIA_LIMITS cannot be read: 'head_seconds=soon'; "),
        ("head_seconds", "FERROVIA_LIMITS cannot be read: 'head_seconds='; "),
        ("connections=0", "FERROVIA_LIMITS holds 0: every limit is above zero."),
        ("head_seconds=nan", "FERROVIA_LIMITS holds nan: every limit is above zero."),
    ],
)
def test_limits_that_cannot_be_read_are_told_in_a_sentence(limits: str, sentence: str) -> None:
    with pytest.raises(LimitTrouble, match="FERROVIA_LIMITS") as told:
        read_limits(limits)
    assert str(told.value).startswith(sentence)


def test_limits_are_named_one_by_one() -> None:
    assert read_limits("") == ConnectionLimits()
    assert read_limits(" head_seconds = 5, connections=2000 ") == ConnectionLimits(head_seconds=5, connections=2000)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("unix", "unix"),
    ],
)
def test_a_household_is_counted_once(address: str, counted: str) -> None:
    assert counted_as(address) == counted


def test_what_is_given_back_may_be_taken_again() -> None:
    tally = Tally(3, 2)
    assert [tally.take("a"), tally.take("a"), tally.take("a")] == [True, True, False]
    assert [tally.take(None), tally.take("b")] == [True, False]
    tally.give_back("a")
    with tally.one("b") as is_held:
        assert is_held
        assert tally.is_full()
    assert not tally.is_full()
    assert tally.take("a")
