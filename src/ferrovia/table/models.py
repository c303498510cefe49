"""What the table keeps for ever: people, tables and their seats, every move with what came of it, talk, last seen."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models

from ferrovia.table.shared_clock import ChangedAt, time_now

LONGEST_NAME = 30
LONGEST_REMARK = 1000
LONGEST_TABLE_NAME = 60


def new_key() -> str:
    """A name that nobody guesses."""
    return secrets.token_urlsafe(12)


class Person(models.Model):
    """Somebody who plays or looks on: a guest whom a cookie remembers, or the owner of an account."""

    key = models.CharField(max_length=32, unique=True, default=new_key)
    name = models.CharField(max_length=LONGEST_NAME)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    made = models.DateTimeField(default=time_now)
    # Of cookies and sessions: only those of the last one open anything. 0: those of the first release do so too,
    # which name none.
    generation = models.IntegerField(default=1)
    banned_until = models.DateTimeField(null=True)  # till then they look on and do nothing: see host.bans

    def __str__(self) -> str:
        return self.name

    @property
    def current(self) -> int:
        """The generation that new cookies and sessions are of."""
        return max(1, self.generation)


class Visibility(models.TextChoices):
    """Who may look on."""

    PUBLIC = "public"  # anyone; it stands in the list
    LINK = "link"  # whoever has the link
    PLAYERS = "players"


class Table(models.Model):
    """A game that people meet for: a lobby until it starts, then its settings and where it stands."""

    key = models.CharField(max_length=32, unique=True, default=new_key)
    title = models.CharField(max_length=12)
    name = models.CharField(max_length=LONGEST_TABLE_NAME, default="", db_default="")  # empty: see table_names
    options = models.JSONField(default=list)
    host = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="hosted")
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.LINK)
    law = models.JSONField(default=dict)  # see law.TableLaw
    made = models.DateTimeField(default=time_now)
    changed = ChangedAt(db_index=True)

    # From its start on. The settings hold the seed: they never leave the server before the end.
    settings = models.BinaryField(null=True)
    commitment = models.CharField(max_length=80, default="")
    start_hash = models.CharField(max_length=80, default="")
    state = models.BinaryField(null=True)  # the last one, compressed
    number = models.IntegerField(default=0)  # how many moves were made
    hash = models.CharField(max_length=80, default="")  # of the state they led to
    changes = models.IntegerField(default=0)  # how often anything changed: also by undo
    decider = models.CharField(max_length=LONGEST_NAME, default="")
    asked = models.JSONField(default=dict)  # what they must decide: see waiting_for.stored_prompt
    asked_at = models.DateTimeField(null=True)  # since when; nobody is asked before the start and after the end
    over = models.BooleanField(default=False, db_index=True)
    is_ended = models.BooleanField(default=False, db_default=False)  # before its end: over, and nobody has won
    # Whether the host has had the file of the game before its end: whoever has it knows the dice and cards to come.
    is_known = models.BooleanField(default=False)

    class Meta:
        # Stored games that are over are no part of it: what is asked again and again does not grow with them.
        # The condition is one that every release of Django writes alike: `over=False` is not.
        indexes: ClassVar = [
            models.Index(fields=["asked_at"], condition=models.Q(asked_at__isnull=False), name="open_tables")
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.key}"

    @property
    def has_started(self) -> bool:
        return bool(self.start_hash)


class SeatKind(models.TextChoices):
    """Who sits there."""

    PERSON = "person"
    BOT = "bot"
    OPEN = "open"  # kept for whoever comes by the link


class Seat(models.Model):
    """A place at a table. Its player's name is the one in the game."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    place = models.IntegerField()
    kind = models.CharField(max_length=8, choices=SeatKind.choices, default=SeatKind.OPEN)
    player = models.CharField(max_length=LONGEST_NAME, default="")
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="seats")
    bot = models.CharField(max_length=20, default="")  # its kind; beside a person while it stands in for them

    class Meta:
        ordering: ClassVar = ["place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "place"], name="one_seat_a_place"),
        ]
        indexes: ClassVar = [models.Index(fields=["kind", "table"], name="seats_by_kind")]

    def __str__(self) -> str:
        return f"{self.player} at {self.table_id}"


class SeedDraw(models.Model):
    """How the seed of a table is drawn: the server's own number in the lobby, from the start on the numbers of all."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="seed_draw")
    own = models.BinaryField(null=True)  # the server's number and nonce until the start, sealed: see sealing
    commitment = models.CharField(max_length=64)  # to them, for everybody to see
    is_starting = models.BooleanField(default=False)  # nothing changes any more, and the numbers are being opened
    called_off = models.IntegerField(default=0)  # starts for which numbers had been asked for
    shared = models.BinaryField(null=True)  # from the start on: formats.shared_seed.SharedSeed, sealed

    def __str__(self) -> str:
        return f"seed of {self.table_id}"


class SeatNumber(models.Model):
    """What a seat adds to the seed, until the start: its commitment, and once it is told the number itself."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="seat_number")
    source = models.CharField(max_length=8)  # as in formats.shared_seed
    commitment = models.CharField(max_length=64)
    number = models.CharField(max_length=100, default="")
    nonce = models.CharField(max_length=32, default="")

    def __str__(self) -> str:
        return f"number of {self.seat_id}"

    @property
    def is_open(self) -> bool:
        return bool(self.nonce)


class Mover(models.TextChoices):
    """Who made a move for the player whose move it is."""

    PERSON = ""  # they themselves, or a computer player that has the seat
    STAND_IN = "stand-in"  # a computer player, for the person on the seat
    ORDER = "order"  # a standing order of theirs
    TIME = "time"  # nobody: an offer that was not answered in time is declined


class MoveRow(models.Model):
    """One move with all that is stored of it: see formats.save.Move."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="moves")
    number = models.IntegerField()
    action = models.BinaryField()
    hash = models.CharField(max_length=80)
    past = models.BinaryField()  # who, events, and the way back, as a line of JSON
    key = models.CharField(max_length=64, default="")  # of the request: the same one twice is one move
    mover = models.CharField(max_length=8, choices=Mover.choices, default=Mover.PERSON, blank=True)
    made = models.DateTimeField(null=True, default=time_now)  # None for moves of a file: nobody knows when

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_move_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number} at {self.table_id}"


class TakenBack(models.Model):
    """Moves that were taken back: the log shows what they had been, and who agreed."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="taken_back")
    number = models.IntegerField()  # how many moves were left
    count = models.IntegerField()  # how many were taken back
    player = models.CharField(max_length=LONGEST_NAME)  # who took them back
    agreed = models.JSONField(default=list)  # players who were asked
    moves = models.BinaryField()  # who made them and what they told, as JSON: see undoing.StruckMove
    made = models.DateTimeField(default=time_now)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["table", "number"], name="taken_back_by_number")]

    def __str__(self) -> str:
        return f"{self.count} after {self.number} at {self.table_id}"


class Remark(models.Model):
    """What somebody said at a table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="remarks")
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL)  # what was said is for all who were there
    name = models.CharField(max_length=LONGEST_NAME)
    text = models.CharField(max_length=LONGEST_REMARK)
    number = models.IntegerField()  # after how many moves
    made = models.DateTimeField(default=time_now)
    is_removed = models.BooleanField(default=False, db_default=False)  # by a host: its text is gone

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class LastSeen(models.Model):
    """How far somebody has seen a game."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="last_seen")
    person = models.ForeignKey(Person, on_delete=models.CASCADE)
    number = models.IntegerField(default=0)  # moves seen
    digest = models.IntegerField(default=0)  # moves up to which the digest was put away
    remarks = models.IntegerField(default=0)  # remarks read, by the id of the last one

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "person"], name="one_last_seen_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} has seen {self.number} of {self.table_id}"


class UndoRequest(models.Model):
    """Somebody asks the others whether moves may be taken back."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="undo_request")
    player = models.CharField(max_length=LONGEST_NAME)
    number = models.IntegerField()  # after how many moves it was asked; one more and it is void
    to = models.IntegerField()  # how many would be left
    agreed = models.JSONField(default=list)  # players
    declined = models.CharField(max_length=LONGEST_NAME, default="")

    def __str__(self) -> str:
        return f"{self.player} asks to take back to {self.to}"


class PrivateData(models.Model):
    """What one person keeps for themselves at a table: notes, a sandbox, a plan, standing orders."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="private_data")
    person = models.ForeignKey(Person, on_delete=models.CASCADE)
    kind = models.CharField(max_length=12)  # notes, sandbox, plan, orders
    content = models.BinaryField()
    changed = ChangedAt()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "person", "kind"], name="one_private_data_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.person_id}"


# More models, each in a module of its own that needs those above.
from ferrovia.table import account_models, seat_models  # noqa: E402, F401
from ferrovia.table.clocks import models as clock_models  # noqa: E402, F401
from ferrovia.table.home import models as home_models  # noqa: E402, F401
from ferrovia.table.host import models as host_models  # noqa: E402, F401
from ferrovia.table.notices import models as notice_models  # noqa: E402, F401
