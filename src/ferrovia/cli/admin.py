"""What a host does from the command line: the acts of the host's room, on the server itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from ferrovia.cli.hosting import at_the_database
from ferrovia.cli.serving import database_option
from ferrovia.cli.speaking import json_option, print_json
from ferrovia.cli.voice import OneSentence, in_our_language, say, tell
from ferrovia.engine.flow.refusal import Refusal

if TYPE_CHECKING:
    from ferrovia.table.models import Person, Table

why_option = click.option("--why", metavar="TEXT", default="", help="A reason, which those concerned can read.")
name_argument = click.argument("name", metavar="NAME")
key_argument = click.argument("key", metavar="TABLE")
LISTED = 200


class _Admin(click.Group):
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        return None if command is None else in_our_language(command)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=_Admin)
def admin() -> None:
    """Do what a host does: people, tables, announcements, sign-up.

    Every act is written into the list that hosts see in their room; what concerned a table is told there. NAME is
    the name of an account, or else of the only guest who bears it; TABLE is the key in the address of a table.
    """


@contextmanager
def _at_work(database: str) -> Iterator[None]:
    """At a database of this release; what is refused is told in a sentence, and nothing was done."""
    with at_the_database(database):
        from ferrovia.table.migrating import migrate

        migrate()
        try:
            yield
        except Refusal as refusal:
            raise OneSentence(refusal) from refusal


def _person(name: str) -> Person:
    from ferrovia.table.models import Person

    owner = Person.objects.select_related("user").filter(user__username__iexact=name).first()
    if owner is not None:
        return owner
    # Not by what an account is called at tables: anybody may call themselves by another's name.
    found = list(Person.objects.select_related("user").filter(name=name, user=None)[:2])
    if not found:
        raise OneSentence("There is nobody called {name} here.", name=name)
    if len(found) > 1:
        raise OneSentence(
            "Several guests are called {name}: do it in the host's room, where they are told apart.", name=name
        )
    return found[0]


def _table(key: str) -> Table:
    from ferrovia.table.models import Table

    found = Table.objects.filter(key=key.rstrip("/").rpartition("/")[2]).first()
    if found is None:
        raise OneSentence("There is no table {key} here.", key=key)
    return found


@admin.command()
@name_argument
@click.option("--off", is_flag=True, help="They are no host any more.")
@database_option
def host(name: str, off: bool, database: str) -> None:
    """Make an account a host of this server."""
    with _at_work(database):
        from ferrovia.table.host.roles import appoint, dismiss

        person = _person(name)
        (dismiss if off else appoint)(None, person)
    if off:
        tell("{person} is no host any more.", person=person.name)
    else:
        tell("{person} is a host now, and finds the host's room in the bar above every page.", person=person.name)


@admin.command()
@click.argument("wanted", metavar="[LETTERS]", default="")
@database_option
@json_option
def people(wanted: str, database: str, as_json: bool) -> None:
    """List people, or those whose name has these letters in it."""
    with _at_work(database):
        from ferrovia.table.host.looking import people as found_people

        found = found_people(wanted, LISTED)
    if as_json:
        print_json(
            [
                {
                    "name": row.person.name,
                    "account": row.account,
                    "host": row.is_host,
                    "banned": row.is_banned,
                    "tables": row.seats,
                    "finished": row.games,
                }
                for row in found
            ]
        )
        return
    for row in found:
        signs = [word for word, is_so in ((say("host"), row.is_host), (say("banned"), row.is_banned)) if is_so]
        signs.insert(0, row.account or say("guest"))
        seats = say("{seats} {seats:table|tables} going on, {games} over", seats=row.seats, games=row.games)
        click.echo(f"{row.person.name}  ({', '.join(signs)})  {seats}")
    if not found:
        tell("Nobody has such a name.")


@admin.command()
@click.argument("wanted", metavar="[LETTERS]", default="")
@database_option
@json_option
def tables(wanted: str, database: str, as_json: bool) -> None:
    """List tables, or those with these letters in their name or in that of somebody who sits there."""
    with _at_work(database):
        from ferrovia.table.host.looking import tables as found_tables

        found = found_tables(wanted, LISTED)
        rows = [(row, say(row.name)) for row in found]
    if as_json:
        print_json(
            [
                {
                    "key": row.table.key,
                    "name": name,
                    "title": row.table.title,
                    "begun": row.table.has_started,
                    "over": row.table.over,
                    "waits_for": row.waits_for,
                    "moves": row.table.number,
                }
                for row, name in rows
            ]
        )
        return
    for row, name in rows:
        if not row.table.has_started:
            state = say("not begun")
        elif row.table.over:
            state = say("ended") if row.table.is_ended else say("over")
        else:
            state = say("waits for {player}", player=row.waits_for)
        click.echo(f"{row.table.key}  {name}  ({row.table.title}, {state})")
    if not found:
        tell("There is no such table.")


@admin.command()
@click.option("--english", metavar="TEXT", default="", help="What those read who read English.")
@click.option("--italian", metavar="TEXT", default="", help="What those read who read Italian.")
@click.option("--days", metavar="N", type=int, help="How long it stands; by default until it is taken down.")
@click.option("--end", "ends", is_flag=True, help="Take down all announcements.")
@database_option
def announce(english: str, italian: str, days: int | None, ends: bool, database: str) -> None:
    """Announce something to everybody, at home and at tables, in one language or in both."""
    with _at_work(database):
        from ferrovia.table.host import announcements

        if ends:
            standing = announcements.standing()
            for each in standing:
                announcements.end(None, each)
            tell("{n} {n:announcement was|announcements were} taken down.", n=len(standing))
            return
        announcements.announce(None, english, italian, days)
    tell("It is announced.")


@admin.command()
@name_argument
@database_option
def reset(name: str, database: str) -> None:
    """Give somebody a code by which they set a new password, once, within a day."""
    with _at_work(database):
        from ferrovia.table.host.acts import hours_of_code, reset_password

        person = _person(name)
        code, hours = reset_password(None, person), hours_of_code()
    text = "{person} sets a new password within {hours} hours at /accounts/code/{code}/ of this server."
    tell(text, person=person.name, hours=hours, code=code)


@admin.command("log-out")
@name_argument
@database_option
def log_out(name: str, database: str) -> None:
    """Log an account out on every device."""
    with _at_work(database):
        from ferrovia.table.host import acts

        person = _person(name)
        acts.log_out(None, person)
    tell("Every device has forgotten {person}.", person=person.name)


@admin.command()
@name_argument
@click.option("--days", metavar="N", type=int, help="How long; for good by default.")
@why_option
@database_option
def ban(name: str, days: int | None, why: str, database: str) -> None:
    """Ban somebody: they look on and do nothing."""
    with _at_work(database):
        from ferrovia.table.host import bans

        person = _person(name)
        bans.ban(None, person, days, why)
    if days is None:
        tell("{person} is banned for good.", person=person.name)
    else:
        tell("{person} is banned for {days} {days:day|days}.", person=person.name, days=days)


@admin.command()
@name_argument
@database_option
def unban(name: str, database: str) -> None:
    """Let somebody in again."""
    with _at_work(database):
        from ferrovia.table.host import bans

        person = _person(name)
        bans.unban(None, person)
    tell("{person} is let in again.", person=person.name)


@admin.command()
@key_argument
@database_option
@json_option
def remarks(key: str, database: str, as_json: bool) -> None:
    """List what was said at a table, with the number by which a remark is removed."""
    with _at_work(database):
        found = list(_table(key).remarks.filter(is_removed=False).order_by("pk"))
    if as_json:
        print_json([{"number": each.pk, "name": each.name, "text": each.text} for each in found])
        return
    for each in found:
        click.echo(f"{each.pk}  {each.name}: {each.text}")
    if not found:
        tell("Nobody has said anything yet.")


@admin.command("remove-remark")
@click.argument("number", metavar="NUMBER", type=int)
@why_option
@database_option
def remove_remark(number: int, why: str, database: str) -> None:
    """Remove a remark: its text goes, and a line says so."""
    with _at_work(database):
        from ferrovia.table.host import acts
        from ferrovia.table.models import Remark

        found = Remark.objects.filter(pk=number).select_related("table", "person").first() if number > 0 else None
        if found is None:
            raise OneSentence("There is no remark {number}.", number=number)
        acts.remove_remark(None, found, why)
    tell("The remark of {person} is removed.", person=found.name)


@admin.command()
@key_argument
@why_option
@database_option
def end(key: str, why: str, database: str) -> None:
    """End a game as it stands, without a winner."""
    with _at_work(database):
        from ferrovia.table.host import acts

        acts.end_table(None, _table(key), why)
    tell("The table {key} is ended.", key=key)


@admin.command()
@key_argument
@click.option("--yes", "is_sure", is_flag=True, help="Do it: only a backup brings the table back.")
@why_option
@database_option
def delete(key: str, is_sure: bool, why: str, database: str) -> None:
    """Delete a table with its game and all that was said there."""
    with _at_work(database):
        from ferrovia.table.host import acts

        found = _table(key)
        if not is_sure:
            raise OneSentence("Nothing was deleted: only a backup brings the table back; say --yes to do it.")
        acts.delete_table(None, found, why)
    tell("The table {key} is deleted.", key=key)


@admin.command()
@key_argument
@click.argument("name", metavar="NAME")
@database_option
def rename(key: str, name: str, database: str) -> None:
    """Give a table another name; an empty one ("") gives it its usual one."""
    with _at_work(database):
        from ferrovia.table.host import acts

        acts.rename(None, _table(key), name)
        now = say(acts.name_of(_table(key)))
    tell("The table is called: {name}", name=now)


@admin.command("sign-up")
@click.argument("way", metavar="[open|invited|closed]", default="")
@database_option
def sign_up(way: str, database: str) -> None:
    """Choose who may make an account, or tell who may."""
    with _at_work(database):
        from ferrovia.table.host import sign_up as signing

        if way:
            signing.settle(None, way)
        word = signing.WORDS[signing.sign_up_now()]
    tell("An account can be made by: {word:term}.", word=word)


@admin.command()
@click.option("--uses", metavar="N", type=int, default=1, show_default=True, help="For how many people.")
@click.option("--days", metavar="N", type=int, default=14, show_default=True, help="For how many days.")
@database_option
def invite(uses: int, days: int, database: str) -> None:
    """Make a link by which people can sign up."""
    with _at_work(database):
        from ferrovia.table.host import sign_up as signing

        link = signing.make_link(None, uses, days)
    text = "/i/{key} of this server is a link for {uses} {uses:person|people}, within {days} {days:day|days}."
    tell(text, key=link.key, uses=uses, days=days)


@admin.command("clear-lobbies")
@click.option("--days", metavar="N", type=int, default=14, show_default=True, help="That nobody has touched them.")
@database_option
def clear_lobbies(days: int, database: str) -> None:
    """Clear away tables that nobody has begun."""
    with _at_work(database):
        from ferrovia.table.host import lobbies

        cleared = lobbies.clear_lobbies(None, days)
    tell("{n} {n:lobby was|lobbies were} cleared away.", n=cleared)


@admin.command()
@database_option
@json_option
def health(database: str, as_json: bool) -> None:
    """Tell at a glance how the server is; the exit code is 1 where something is not well."""
    with _at_work(database):
        from ferrovia.table.host.health import glance

        signs = glance()
    if as_json:
        print_json([{"name": sign.name, "state": sign.state, "told": say(sign.told)} for sign in signs])
    else:
        words = {"ok": say("well"), "bad": say("not well"), "unknown": say("unknown")}
        for sign in signs:
            click.echo(f"{say(sign.word)}: {words[sign.state]}, {say(sign.told)}")
    if any(sign.state == "bad" for sign in signs):
        raise click.exceptions.Exit(1)


@admin.command()
@database_option
@json_option
def log(database: str, as_json: bool) -> None:
    """List what hosts did, the latest first."""
    with _at_work(database):
        from ferrovia.table.host.audit import latest

        acts = [(act, say(act.what)) for act in latest(LISTED)]
    if as_json:
        rows = [{"at": act.at.isoformat(), "by": act.who, "what": what, "why": act.why} for act, what in acts]
        print_json(rows)
        return
    for act, what in acts:
        who = act.who or say("On the server")
        click.echo(f"{act.at:%Y-%m-%d %H:%M}  {who} {what}{f'  ({act.why})' if act.why else ''}")
    if not acts:
        tell("Nothing so far.")
