"""The table in the browser: serve."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from threading import Thread

import click

from ferrovia.cli.voice import OneSentence, tell
from ferrovia.installed import bringing, lacks, left_behind, program, shown
from ferrovia.saying.message import Message, Trouble

LOCAL = ("127.0.0.1", "localhost", "::1")
POSTGRES = ("postgres://", "postgresql://")
LIBRARIES = ("a2wsgi", "allauth", "argon2", "django", "django_htmx", "uvicorn", "whitenoise")

database_option = click.option(
    "--database", metavar="FOLDER|URL", default="", help="A folder, or postgres://user:password@host/name."
)


@click.command()
@click.option("--host", metavar="NAME", default="127.0.0.1", show_default=True, help="0.0.0.0 for the whole network.")
@click.option("--port", metavar="N", type=click.IntRange(1, 65535), help="8018 or the next free one by default.")
@database_option
@click.option("--open/--no-open", "opens", default=None, help="Whether to open a browser.")
@click.option(
    "--workers",
    metavar="N",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that serve, from PostgreSQL: one for each core.",
)
def serve(host: str, port: int | None, database: str, opens: bool | None, workers: int) -> None:
    """Start the table: people play in the browser.

    Where the games are kept is said at the start; --database names another place. Ctrl-C stops the server; games
    go on when it is started again.
    """
    surroundings(host, database, os.environ)
    check_libraries()
    from ferrovia.table import serving

    words: list[Message] = []

    def ready(address: str) -> None:
        tell("Ferrovia is at {address} (Ctrl-C stops it).", address=address)
        tell("Games are kept in {place}.", place=serving.place())
        for each in words:
            tell(each)
        if not database and not os.environ.get("FERROVIA_DATABASE") and (old := left_behind()):
            text = "Games of an earlier release are in {old} and not shown; this opens them: {command}"
            tell(text, old=shown(old), command=f"{program()} serve --database {quote(shown(old))}")
        if has_browser(os.environ) if opens is None else opens:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        ports = 1 if port else serving.PORTS
        serving.serve(host, port or serving.PORT, ready, ports=ports, workers=workers, prepared=words.extend)
    except Trouble as trouble:
        raise OneSentence(trouble) from trouble
    except (OSError, socket.gaierror) as error:
        raise OneSentence(
            "The table cannot be opened at {host}, port {port}: {error}.",
            host=host,
            port=port or serving.PORT,
            error=error.strerror or error,
        ) from error


@click.command()
@database_option
def worker(database: str) -> None:
    """Think for servers on other machines: computer players, standing orders.

    Servers do this by themselves; a worker takes some of it from them. All share one PostgreSQL and one secret key
    (FERROVIA_SECRET). Ctrl-C stops it: others go on with what it had begun.
    """
    use_database(database, os.environ)
    check_libraries()
    from ferrovia.table import serving

    try:
        serving.work(lambda: tell("A worker for {place} (Ctrl-C stops it).", place=serving.place()))
    except Trouble as trouble:
        raise OneSentence(trouble) from trouble


def check_libraries() -> None:
    """Whatever needs the table's libraries says so where they are not there."""
    if missing := lacks(LIBRARIES):
        text = "The table needs libraries that are not installed ({missing:and}); this brings them: {command}"
        raise OneSentence(text, missing=missing, command=bringing())


def surroundings(host: str, database: str, environment: dict[str, str] | os._Environ[str]) -> None:
    """What the table reads from its surroundings, as far as it was not said there."""
    use_database(database, environment)
    way = environment.get("FERROVIA_SIGN_UP", "")
    if way not in ("", "open", "invited", "closed"):
        raise OneSentence("FERROVIA_SIGN_UP is open, invited or closed, not {way}.", way=way[:40])
    if host not in LOCAL and not way:
        environment["FERROVIA_SIGN_UP"] = "invited"
    if host not in LOCAL and not environment.get("FERROVIA_HOSTS"):
        environment["FERROVIA_HOSTS"] = ",".join(names_of_here(host))


def use_database(database: str, environment: dict[str, str] | os._Environ[str]) -> None:
    if database.startswith(POSTGRES):
        environment["FERROVIA_DATABASE"] = database
    elif "://" in database:
        raise OneSentence(
            "{database} is no database that the table knows: a folder or postgres://...", database=database
        )
    elif database:
        environment["FERROVIA_VAR"] = str(Path(database).resolve())


def names_of_here(host: str) -> list[str]:
    """The names under which a browser may ask for this machine."""
    from ferrovia.table.serving import EVERYWHERE, own_address

    own = [own_address(), socket.gethostname(), f"{socket.gethostname()}.local"] if host in EVERYWHERE else [host]
    return list(dict.fromkeys(["localhost", "127.0.0.1", "[::1]", *own]))


def has_browser(environment: Mapping[str, str]) -> bool:
    """Whether somebody sits here before a screen with a browser."""
    if any(environment.get(name) for name in ("CI", "SSH_CONNECTION", "SSH_TTY")) or not sys.stdout.isatty():
        return False
    screen = sys.platform == "darwin" or any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    if not screen:
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
