"""Talk at the table, and notes that only their writer sees."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from ferrovia.engine.board.memory import Memory
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table import names
from ferrovia.table.clean_text import clean_text
from ferrovia.table.models import LastSeen, Person, PrivateData, Remark, Table
from ferrovia.table.page.scene import Scene
from ferrovia.table.speed.prepared_queries import PreparedQuery

SHOWN = 80
LONGEST_NOTES = 10_000
NOTES = "notes"


@dataclass(frozen=True)
class Said:
    """One remark."""

    key: int
    name: str
    place: int  # the seat of the speaker; -1 for a bystander
    is_mine: bool
    text: str
    number: int  # after how many moves
    at: datetime
    is_removed: bool = False  # by a host of the server


class Talk:
    """What was said, how much of it is new, and one's own notes; asked of the database only where it is shown."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._person = scene.person

    @cached_property
    def remarks(self) -> tuple[Said, ...]:
        """The last ones, the newest first."""
        players = {seat.person_id: seat.player for seat in self.scene.table.seats.all() if seat.person_id}
        return tuple(
            Said(
                each.pk,
                clean_text(each.name),
                self.scene.mark(players.get(each.person_id or 0, "")),
                self._person is not None and each.person_id == self._person.pk,
                clean_text(each.text),
                each.number,
                each.made,
                each.is_removed,
            )
            for each in self.scene.table.remarks.order_by("-pk")[:SHOWN]
        )

    @property
    def own_last(self) -> int:
        """The viewer's last remark: the field for the next one is a new, empty one from then on."""
        return next((said.key for said in self.remarks if said.is_mine), 0)

    @cached_property
    def unread(self) -> int:
        """Remarks of others since one last looked; a bystander without a name has read everything."""
        if self._person is None:
            return 0
        look = self.scene.look
        seen = look.remarks if look is not None else 0
        if _last_remark(self.scene.table) <= seen:
            return 0
        return self.scene.table.remarks.filter(pk__gt=seen).exclude(person=self._person).count()

    @property
    def may_speak(self) -> bool:
        return self._person is not None

    @cached_property
    def notes(self) -> str:
        if self._person is None:
            return ""
        sheet = PrivateData.objects.filter(table=self.scene.table, person=self._person, kind=NOTES).first()
        return bytes(sheet.content).decode() if sheet is not None else ""


# The last remark of each table, by what changes whenever somebody speaks: most of the time there is nothing new.
_last: Memory[tuple[str, int], int] = Memory(1024)
_newest: PreparedQuery[Remark] = PreparedQuery(
    1, lambda table: Remark.objects.filter(table=table).order_by("-pk").values_list("pk")[:1]
)


def _last_remark(table: Table) -> int:
    key = (table.key, table.changes)
    known = _last.get(key)
    if known is None:
        _last[key] = known = next((pk for (pk,) in _newest.rows(table.pk)), 0)
    return known


def speakers_name(table: Table, person: Person) -> str:
    """Under which name somebody speaks; raises `Refusal` for a bystander whose name passes for a player's.

    Bystanders of the same name, and strangers who have told none, have a number each.
    """
    seats = list(table.seats.exclude(player=""))
    own = next((seat for seat in seats if seat.person_id == person.pk), None)
    others = [seat.player for seat in seats if seat.person_id != person.pk]
    if own is not None:
        return own.player if any(names.looks(person.name) == names.looks(other) for other in others) else person.name
    players = {names.looks(player): player for player in others}
    if names.looks(person.name) in players:
        player = players[names.looks(person.name)]
        raise Refusal("name", "{player} sits here: tell another name in the settings before you speak.", player=player)
    spoken = table.remarks.exclude(person=person).values_list("name", flat=True).distinct()
    return names.free(person.name, [*others, *spoken])


def mark_read(scene: Scene) -> None:
    """All that was said so far has been seen by the viewer."""
    last = Remark.objects.filter(table=scene.table).order_by("-pk").values_list("pk", flat=True).first()
    if scene.person is not None and last:
        LastSeen.objects.update_or_create(table=scene.table, person=scene.person, defaults={"remarks": last})


def keep_notes(scene: Scene, text: str) -> None:
    if scene.person is not None:
        content = text[:LONGEST_NOTES].encode()
        PrivateData.objects.update_or_create(
            table=scene.table, person=scene.person, kind=NOTES, defaults={"content": content}
        )
