"""Seats: who sits where, under which name, and how a table with its seats taken becomes a game.

In a game a seat keeps its player's name. Beside its person a computer player may move for it; the seat is still theirs.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.db import transaction

from ferrovia.bots.registry import bot_names
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.title import Title
from ferrovia.saying.message import term
from ferrovia.table import names
from ferrovia.table.clocks.reading import TableTime, seat_time
from ferrovia.table.clocks.turns import changed_hands, handed_over, people_changed, stood_in_for, taken_back
from ferrovia.table.law import law_of
from ferrovia.table.models import Person, Seat, SeatKind, SeedDraw, Table
from ferrovia.table.seat_models import AwaitedSeat, SeatPass
from ferrovia.table.seat_numbers import call_off, draw_number, draw_of, forget_number, shared_seed, waits_for
from ferrovia.table.storage import begin
from ferrovia.titles.registry import title

BOT = "keen"
BOT_NAMES = ("Bruno", "Carla", "Dora", "Elio", "Fosca", "Gino")
# What each kind of computer player does, where we know it.
BOT_KINDS = {
    "random": term("makes any legal move"),
    "sensible": term("plays like a beginner"),
    "keen": term("reckons what everything earns"),
    "planner": term("looks ahead to the end of the round"),
}


def taken_names(table: Table, but: Seat | None = None) -> list[str]:
    """The names at a table, without that of one seat."""
    seats = table.seats.exclude(player="")
    return list((seats.exclude(pk=but.pk) if but else seats).values_list("player", flat=True))


def free_name(table: Table, wanted: str) -> str:
    """A name that nobody else has at a table."""
    return names.free(wanted, taken_names(table))


# In the lobby


def add_seats(table: Table, count: int, person: Person | None = None) -> None:
    """More seats at the next places: open ones, or a person's at one screen."""
    place = max(table.seats.values_list("place", flat=True), default=-1) + 1
    for number in range(place, place + count):
        if person is None:
            Seat.objects.create(table=table, place=number)
        else:
            wanted = person.name if not number else names.pleasant(taken_names(table))
            sit(Seat(table=table, place=number), person, free_name(table, wanted))


def sit(seat: Seat, person: Person, name: str) -> None:
    """Somebody takes a seat; in a game its player's name stays."""
    forget_number(seat)
    seat.kind, seat.person, seat.bot = SeatKind.PERSON, person, ""
    seat.player = seat.player if seat.table.has_started else name
    seat.save()
    if seat.table.has_started:
        people_changed(seat.table)
        changed_hands(seat)


def seat_bot(seat: Seat, kind: str = BOT) -> None:
    """A computer player takes a seat; raises `Refusal` for a kind that we do not have."""
    if kind not in bot_names():
        raise Refusal("computer", "There is no such computer player.")
    if seat.kind != SeatKind.BOT:
        taken = {names.looks(name) for name in taken_names(seat.table)}
        left = [name for name in BOT_NAMES if names.looks(name) not in taken]
        seat.player = left[0] if left else free_name(seat.table, BOT_NAMES[0])
    forget_number(seat)
    seat.kind, seat.person, seat.bot = SeatKind.BOT, None, kind
    seat.save()


def seat_bots(table: Table, count: int) -> None:
    """Computer players at the next places."""
    place = table.seats.count()
    for number in range(count):
        seat_bot(Seat(table=table, place=place + number))


def clear(seat: Seat) -> None:
    """A seat is open again, and a start is called off.

    In a game whoever moved for it goes on. Where nobody did, the table stops: those who are left decide whether a
    computer player shall move until somebody comes.
    """
    call_off(seat.table)
    forget_number(seat)
    AwaitedSeat.objects.filter(seat=seat).delete()
    SeatPass.objects.filter(seat=seat, used=None).delete()
    seat.kind, seat.person = SeatKind.OPEN, None
    if seat.table.has_started:
        handed_over(seat)
    else:
        seat.player, seat.bot = "", ""
    seat.save()
    if seat.table.has_started:
        people_changed(seat.table)


def leave(table: Table, person: Person) -> bool:
    """Somebody gets up from all their seats; False where nobody is left at a table that has not started: it is gone."""
    for seat in table.seats.filter(person=person):
        clear(seat)
    if table.host_id != person.pk:
        return True
    heir = table.seats.filter(person__isnull=False).select_related("person").first()
    if heir is not None and heir.person is not None:
        table.host = heir.person
        table.save(update_fields=["host"])
    elif not table.has_started:
        table.delete()
        return False
    return True


def refusal_of(game_title: Title, players: int, options: Sequence[str]) -> Refusal | None:
    """Why so many could not play with these options."""
    settings = Settings(game_title.name, tuple(f"Player {number}" for number in range(players)), "", tuple(options))
    try:
        game_title.setup.table(game_title, settings)
    except Refusal as refusal:
        return refusal.cited(game_title.citations.get(refusal.rule, refusal.rule))
    return None


def awaited(table: Table) -> list[str]:
    """The players of a rematch who have not come yet."""
    return list(table.seats.exclude(awaited=None).values_list("player", flat=True))


def ask_to_start(table: Table) -> bool:
    """Begin, inside the caller's transaction, or wait for the numbers that browsers have to open; whether it began.

    Raises `Refusal` for what cannot be played.
    """
    missing = awaited(table)
    if missing:
        raise Refusal(
            "start", "{missing:and} {n:has|have} not come yet: wait, or free the seat.", missing=missing, n=len(missing)
        )
    seats = table.seats.exclude(kind=SeatKind.OPEN)
    refusal = refusal_of(title(table.title), seats.count(), table.options)
    if refusal is not None:
        raise refusal
    for seat in seats.filter(kind=SeatKind.PERSON, seat_number=None):
        draw_number(seat)
    return begin_if_open(table)


def begin_if_open(table: Table) -> bool:
    """Begin where all numbers are open, else have them opened; whether it began."""
    if waits_for(table):
        SeedDraw.objects.filter(pk=draw_of(table).pk).update(is_starting=True)
        return False
    start_table(table)
    return True


def start_table(table: Table) -> Game:
    """Make the seed and begin, inside the caller's transaction; raises `Refusal` for what cannot be played."""
    table.seats.filter(kind=SeatKind.OPEN).delete()
    seats = list(table.seats.order_by("place"))
    for place, seat in enumerate(seats):  # without gaps: the place is the player's mark, here and in the game
        seat.place = place
        seat.save(update_fields=["place"])
    shared = shared_seed(table, seats)
    settings = Settings(
        title=table.title,
        players=tuple(seat.player for seat in seats),
        seed=shared.seed,
        options=tuple(table.options),
        salt=secrets.token_hex(16),
        runs_as_shown=law_of(table.law).best_run == "hidden",  # nobody is held to a run that nobody shows them
    )
    game = Game(title(table.title), settings)
    begin(table, game, shared)
    return game


# In the game


def relief_refusal(table: Table, seat: Seat, known: TableTime | None = None) -> Refusal | None:
    """Why a computer player may not play the turn of somebody who is late, as anybody at the table may ask.

    `known` is the time of the table, where it was read already.
    """
    if seat.kind == SeatKind.BOT or seat.bot:
        return Refusal("seat", "A computer player moves for this seat already.")
    if seat.kind == SeatKind.OPEN:
        return Refusal("seat", "This seat is nobody’s.")
    match law_of(table.law).stand_in:
        case "never":
            return Refusal("law", "By the law of this table nobody moves for those who are late.")
        case "vote":
            return Refusal("law", "By the law of this table the others vote on it.")
    if table.over or table.decider != seat.player:
        return Refusal("law", "{player} still has time.", player=seat.player)
    time = known.of(seat.player) if known is not None else seat_time(table, seat.player)
    if time is None or not time.is_late or time.is_answer:
        return Refusal("law", "{player} still has time.", player=seat.player)
    return None


def is_late(table: Table, player: str) -> bool:
    time = seat_time(table, player)
    return time is not None and time.is_late


def hand_over(seat: Seat, kind: str = BOT) -> None:
    """A computer player moves for a seat until its person takes it back."""
    if kind not in bot_names():
        raise Refusal("computer", "There is no such computer player.")
    seat.bot = kind
    seat.save(update_fields=["bot"])
    handed_over(seat)


def take_back_seat(seat: Seat) -> None:
    seat.bot = ""
    seat.save(update_fields=["bot"])
    taken_back(seat)


def stand_in(seat: Seat) -> None:
    """A computer player plays the turn that is late, and no other."""
    stood_in_for(seat)
    seat.bot = BOT
    seat.save(update_fields=["bot"])


def relieve(table: Table) -> bool:
    """Let a computer player play the turn of one who is late, where the law says so; whether anything changed."""
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        if locked.over or not locked.has_started or law_of(locked.law).stand_in != "late":
            return False
        seat = locked.seats.filter(player=locked.decider, kind=SeatKind.PERSON, bot="").first()
        if seat is None or not is_late(locked, seat.player):  # they have moved at the last moment
            return False
        stand_in(seat)
    return True
