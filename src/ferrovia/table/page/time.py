"""Time at a table, as pages show it: the clock of the banner, everybody's line, pauses, and the question when late."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ferrovia.saying.message import Message
from ferrovia.table.clocks.models import PauseRequest, RestRow
from ferrovia.table.clocks.pauses import standing_pause, waiting_for_pause
from ferrovia.table.clocks.reading import SeatTime, TableTime, time_of
from ferrovia.table.clocks.rests import WINDOW, Rest, Why, time_run
from ferrovia.table.clocks.votes import CHOICES, Vote, standing_vote
from ferrovia.table.clocks.wording import length, name, resting, rests
from ferrovia.table.law import TableLaw, law_of
from ferrovia.table.models import Person, Seat, SeatKind, Table
from ferrovia.table.seating import relief_refusal

WIDE = 84  # of a line of time, from its first point to the end of the line


@dataclass(frozen=True)
class Ticking:
    """What a page needs in order to count down by itself, in seconds since 1970; it asks nobody for it."""

    left: int  # when it began to run, after the last rest
    at: int  # when that was
    stops: int  # when the next rest begins, or the time is over
    fifth: int  # how little is little


@dataclass(frozen=True)
class BannerClock:
    """The clock at the edge of the banner."""

    state: str  # runs, short, late, rest, computer, since
    time: Message | None = None  # what is left
    note: Message | None = None
    until: datetime | None = None
    ticking: Ticking | None = None


@dataclass(frozen=True)
class PlayerTime:
    """One player's line."""

    player: str
    place: int
    is_mine: bool
    state: str  # "", short, late, rest, computer
    note: Message | None
    time: Message | None
    until: datetime | None = None  # of a rest, or of the turn
    used: float = 0.0  # of the line
    ticking: Ticking | None = None
    is_off: bool = False  # away, or played by a computer

    @property
    def now(self) -> float:
        """Where the station of now stands on the line."""
        return round(6 + self.used * WIDE, 1)


@dataclass(frozen=True)
class PausePart:
    """A pause that holds, or somebody who asks for one."""

    pause: RestRow | None
    request: PauseRequest | None
    waiting: tuple[str, ...]
    is_asked: bool
    is_asker: bool


@dataclass(frozen=True)
class VotePart:
    """What the others may decide while somebody is late."""

    choices: tuple[tuple[str, str], ...]
    mine: str  # the viewer's vote
    told: tuple[tuple[str, str], ...]  # who has voted what
    may: bool


@dataclass(frozen=True)
class TimePart:
    """All of it for one viewer."""

    law: TableLaw
    name: Message
    rests: Message | None
    players: tuple[PlayerTime, ...]
    banner: BannerClock | None
    pause: PausePart
    asleep: Rest | None
    house: Rest | None  # of all clocks, by the host of the house
    holidays: tuple[tuple[str, Rest], ...]
    late: SeatTime | None
    is_mine: bool  # whether the viewer is the one who is asked
    is_seated: bool
    vote: VotePart | None
    relieve: Seat | None  # for which the viewer may let a computer play
    due: int  # when the page should look again, in seconds since 1970; 0 for never
    may_pause: bool
    offered: tuple[str, ...]  # seats that are offered to other people

    def of(self, player: str) -> PlayerTime | None:
        return next((each for each in self.players if each.player == player), None)


def time_part(table: Table, person: Person | None, players: tuple[str, ...] = ()) -> TimePart | None:
    """None where time does not count: no game runs, nobody waits, there is no clock and nothing else to tell."""
    if not table.has_started or table.over:
        return None
    law, time = law_of(table.law), time_of(table)
    if time is None:
        return _without_clock(table, law)
    own = set(players)
    if person is not None:
        own |= {each.player for each in time.seats if each.seat.person_id == person.pk}
    running = time.running
    late = running if running is not None and running.is_late else None
    relieve = None
    if late is not None and own and late.player not in own and relief_refusal(table, late.seat, time) is None:
        relieve = late.seat
    vote = standing_vote(table, time) if late is not None else None
    return TimePart(
        law=law,
        name=name(law.clock),
        rests=rests(law.clock),
        players=tuple(_player_time(each, time, own) for each in time.seats),
        banner=_banner(table, time, running),
        pause=_pause(table, time, own),
        asleep=next((rest for rest in time.spans if rest.why == Why.ASLEEP and rest.holds_at(time.now)), None),
        house=next((rest for rest in time.spans if rest.why == Why.HOST and rest.holds_at(time.now)), None),
        holidays=tuple((each.player, each.holiday) for each in time.seats if each.holiday is not None),
        late=late,
        is_mine=running is not None and running.player in own,
        is_seated=bool(own),
        vote=_vote(vote, person) if vote is not None else None,
        relieve=relieve,
        due=_due(running),
        may_pause=bool(own) and law.clock.pause,
        offered=tuple(each.player for each in time.seats if each.offered_at is not None),
    )


def _without_clock(table: Table, law: TableLaw) -> TimePart | None:
    """Since when somebody is asked is all that is said."""
    seats = list(table.seats.filter(kind=SeatKind.PERSON))
    asked = next((seat for seat in seats if seat.player == table.decider and not seat.bot), None)
    if law.clock.runs or asked is None or len({seat.person_id for seat in seats}) < 2:
        return None
    banner = BannerClock("since", note=Message("since"), until=table.asked_at)
    nothing = PausePart(None, None, (), False, False)
    return TimePart(
        law, name(law.clock), None, (), banner, nothing, None, None, (), None, False, False, None, None, 0, False, ()
    )


def _banner(table: Table, time: TableTime, running: SeatTime | None) -> BannerClock | None:
    if running is None:
        stood_in = next((seat for seat in time.seats if seat.player == table.decider and seat.seat.bot), None)
        if stood_in is None:
            return None
        return BannerClock("computer", note=Message("{computer} plays", computer=stood_in.seat.bot))
    if running.is_late:
        return BannerClock("late", Message("late"), Message("since"), running.until)
    if running.rest is not None:
        return BannerClock("rest", None, resting(running.rest), running.rest.end)
    state = "short" if running.is_short else "runs"
    return BannerClock(state, length(running.left), Message("till"), running.until, ticking(running))


def ticking(seat: SeatTime) -> Ticking | None:
    """How a page counts down: from what is left, up to where the next rest begins."""
    if seat.until is None or seat.is_late or seat.rest is not None:
        return None
    assert seat.since is not None
    coming = seat.rests.within(seat.now, seat.now + WINDOW)
    stops = min((rest.start for rest in coming if rest.start > seat.now), default=seat.until)
    # Since when it runs without a rest: the same for all who look until then, so that nothing is sent for nothing.
    rested = [rest.end for rest in seat.rests.within(seat.since, seat.now) if rest.end is not None]
    at = max((end for end in rested if end <= seat.now), default=seat.since)
    return Ticking(
        int((seat.kept - time_run(seat.rests, seat.since, at)).total_seconds()),
        int(at.timestamp()),
        int(min(stops, seat.until).timestamp()),
        int(seat.law.short_of(seat.asked).total_seconds()),
    )


def _player_time(seat: SeatTime, time: TableTime, own: set[str]) -> PlayerTime:
    line = {"player": seat.player, "place": seat.seat.place, "is_mine": seat.player in own}
    if seat.seat.bot:
        note = Message("{computer} plays for {player}", computer=seat.seat.bot, player=seat.player)
        return PlayerTime(**line, state="computer", note=note, time=Message("rests"), is_off=True)  # type: ignore[arg-type]
    full = max((seat.law.first, seat.kept))
    used = 1 - min(seat.left / full, 1) if full else 1.0
    if seat.is_late:
        return PlayerTime(
            **line,  # type: ignore[arg-type]
            state="late",
            note=Message("late since"),
            time=None,
            until=seat.until,
            used=1.0,
        )
    if seat.rest is not None and (seat.is_turn or seat.rest.why != Why.NIGHT):
        return PlayerTime(
            **line,  # type: ignore[arg-type]
            state="rest",
            note=resting(seat.rest),
            time=length(seat.left),
            until=seat.rest.end,
            used=used,
            is_off=seat.rest.why == Why.HOLIDAY,
        )
    away = Message("away since") if seat.is_away else None
    return PlayerTime(
        **line,  # type: ignore[arg-type]
        state="short" if seat.is_short else "",
        note=away or (Message("to move") if seat.is_turn else None),
        time=length(seat.left),
        until=seat.looked if seat.is_away else None,
        is_off=seat.is_away,
        used=used,
        ticking=ticking(seat) if seat.is_turn else None,
    )


def _pause(table: Table, time: TableTime, own: set[str]) -> PausePart:
    request = PauseRequest.objects.filter(table=table).first() if time.has_request else None
    waiting = tuple(waiting_for_pause(table, request)) if request is not None and not request.declined else ()
    return PausePart(
        standing_pause(table) if time.is_paused else None,
        request,
        waiting,
        any(player in own for player in waiting),
        request is not None and request.player in own,
    )


def _vote(vote: Vote, person: Person | None) -> VotePart:
    return VotePart(
        tuple(CHOICES.items()),
        vote.cast.get(person.pk, "") if person is not None else "",
        tuple((vote.voters[voter], CHOICES[choice]) for voter, choice in vote.cast.items()),
        person is not None and person.pk in vote.voters,
    )


def _due(running: SeatTime | None) -> int:
    """The next moment at which something else is to be said: a rest begins or ends, the time is over."""
    if running is None or running.is_late:
        return 0
    if running.rest is not None:
        return int(running.rest.end.timestamp()) + 1 if running.rest.end is not None else 0
    found = ticking(running)
    return found.stops + 1 if found is not None else 0


def in_the_ledger(time: PlayerTime | None) -> Message | None:
    """In a few letters below a player's name."""
    if time is None:
        return None
    match time.state:
        case "late":
            return Message("late")
        case "computer":
            return Message("by computer")
        case "rest":
            return time.note
    return time.time
