"""Reopens a house that an earlier release has left: verifies its games, plays on and looks at tables."""

from __future__ import annotations

import sys

import msgspec

from ferrovia.table.serving import prepare

MOVES = 15  # that are played on in a game


def main(titles: list[str]) -> None:
    prepare()
    from django.contrib.auth import authenticate
    from django.test import Client

    from ferrovia.table.models import Person, PrivateData, Remark, Table
    from ferrovia.table.moves import play
    from ferrovia.table.stored_games import verified_games
    from ferrovia.table.tables import TABLES
    from tests.web.live.players import choice, seated

    before = {game.title: list(map(str, game.faults)) for game in verified_games()}
    pages = {}
    for table in Table.objects.filter(title__in=titles):
        for _ in range(MOVES):
            game = TABLES.now(table).game
            play(TABLES, table, choice(table), game.decision.player, game.state.number)
        addresses = [f"/t/{table.key}{rest}" for rest in ("", f"/at/{table.number // 2}", "/seats", "/text")]
        found = [client.get(address).status_code for client in (Client(), seated(table)) for address in addresses]
        pages[table.title] = found
    told = {
        "before": before,
        "pages": pages,
        "moves": {table.title: table.number for table in Table.objects.all()},
        "people": sorted(set(Person.objects.values_list("name", flat=True))),
        "remarks": list(Remark.objects.values_list("text", flat=True)),
        "notes": [bytes(each.content).decode() for each in PrivateData.objects.filter(kind="notes")],
        "login": authenticate(None, username="ada", password="a long word of Ada's") is not None,
    }
    sys.stdout.write(msgspec.json.encode(told).decode())


if __name__ == "__main__":
    main(sys.argv[1:])
