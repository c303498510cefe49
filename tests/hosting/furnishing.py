"""Furnishes a house in a process of its own: a game of each title with three seats, a remark, notes and an account."""

from __future__ import annotations

import sys

from ferrovia.table.serving import prepare


def main(moves: int) -> None:
    prepare()
    from django.contrib.auth import get_user_model

    from ferrovia.table.models import Person, PrivateData, Remark, Seat
    from ferrovia.titles.registry import TITLES
    from tests.web.positions import laid_out, played

    user = get_user_model().objects.create_user("ada", password="a long word of Ada's")
    ada = Person.objects.create(name="Ada", user=user)
    bruno = Person.objects.create(name="Bruno")
    for name in TITLES:
        table = laid_out(played(name, moves=moves), ada)
        Seat.objects.filter(table=table, place=1).update(person=bruno, kind="person")
        Remark.objects.create(table=table, person=bruno, name="Bruno", text="Buongiorno, perché no?", number=3)
        PrivateData.objects.create(table=table, person=ada, kind="notes", content=b'"notes"')


if __name__ == "__main__":
    main(int(sys.argv[1]))
