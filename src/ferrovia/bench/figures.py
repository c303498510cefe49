"""What benchmarks answer: figures by the keys that scripts know, in rows where there are several, and their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ferrovia.saying.message import Message, Trouble, term

Figures = dict[Any, Any]
Rows = dict[Message, Figures]


@dataclass(frozen=True)
class Aimed:
    """A figure that shall stay under another one."""

    found: float
    under: float

    @property
    def is_met(self) -> bool:
        return self.found < self.under

    @property
    def plain(self) -> Figures:
        return {"found": self.found, "goal": self.under, "met": self.is_met}


class Skipped(Trouble):
    """Why a benchmark cannot be run here, in one sentence."""


def named(key: str | Message) -> Message:
    """A figure or a row as people call it."""
    return key if isinstance(key, Message) else Message(FIGURES[key])


# What people read in the place of a key.
FIGURES = {
    "actions": term("actions"),
    "actions_per_second": term("actions per second"),
    "again_ms": term("drawn again, ms"),
    "answer_ms": term("from a click to the mover's page, ms"),
    "answers_kept": term("answers kept"),
    "asked": term("moves a second, asked"),
    "best": term("best"),
    "boards": term("boards"),
    "choices_listed": term("choices listed"),
    "cold_actions_per_second": term("cold actions per second"),
    "cold_runs": term("cold runs"),
    "cold_seconds": term("cold seconds"),
    "cold_to_warm": term("ratio of cold to warm"),
    "cores": term("cores at work"),
    "database_ms_a_move": term("processor time of the database for a move, ms"),
    "decisions": term("decisions"),
    "done": term("moves a second, done"),
    "empty_ms": term("processor time of an empty answer, ms"),
    "first_ms": term("drawn for the first time, ms"),
    "first_times_trivial": term("read for the first time, times the trivial view"),
    "fork_us": term("a fork, µs"),
    "games": term("games"),
    "growth": term("growth"),
    "high": term("at most"),
    "idle_ms_a_second": term("processor time of a second in which nobody moves, ms"),
    "in_play_ms": term("in play, ms"),
    "kB": term("plain, kB"),
    "kB_first_visit": term("all that a first visit loads, kB"),
    "kB_fonts": term("fonts, kB"),
    "kB_packed": term("as sent, kB"),
    "kB_page": term("the page, kB"),
    "kB_page_packed": term("the page as sent, kB"),
    "kB_stored_a_move": term("stored for a move, kB"),
    "kB_styles_and_scripts_packed": term("styles and scripts as sent, kB"),
    "kilobytes": term("kilobytes"),
    "knee": term("moves a second that are shown in time"),
    "load_ms_a_move": term("processor time of the load itself for a move, ms"),
    "loaded_ms": term("just loaded, ms"),
    "loaded_to_in_play": term("ratio of just loaded to in play"),
    "low": term("at least"),
    "MB": term("memory of the server, MB"),
    "MB_before": term("before anybody came, MB"),
    "MB_with_bot_processes": term("with the processes that think, MB"),
    "MB_with_viewers": term("with all pages open, MB"),
    "mean": term("mean"),
    "median": term("median"),
    "megabytes": term("megabytes"),
    "most": term("most"),
    "moves": term("moves"),
    "ms": term("ms"),
    "p95": term("p95"),
    "p99": term("p99"),
    "page_times_trivial": term("read again, times the trivial view"),
    "part_of_the_site": term("part of the time that 18xx.games takes"),
    "past_times_trivial": term("a look at the past, times the trivial view"),
    "positions": term("positions"),
    "proven_share": term("proven part"),
    "refused": term("refused"),
    "revenue_median": term("median revenue"),
    "seconds": term("seconds"),
    "server_ms_a_move": term("processor time of the server for a move, ms"),
    "shown_ms": term("from a click to the last of the others' pages, ms"),
    "skipped": term("skipped"),
    "snapshot_and_restore_us": term("written out and read back, µs"),
    "snapshot_to_fork": term("ratio of written out and read back to a fork"),
    "stopped": term("stopped"),
    "strength_points": term("strength, points"),
    "tables": term("tables"),
    "thinking_ms": term("thinking for a decision, ms"),
    "thousand_blocks": term("thousands of blocks"),
    "times": term("times"),
    "times_empty": term("times an empty answer"),
    "times_trivial": term("times the trivial view"),
    "trivial_ms": term("the trivial view, ms"),
    "value": term("measured"),
    "viewers": term("viewers"),
    "warm_actions_per_second": term("warm actions per second"),
    "warm_runs": term("warm runs"),
    "warm_seconds": term("warm seconds"),
    "won_percent": term("won, %"),
    "worst": term("worst"),
}
