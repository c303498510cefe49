"""A test's own clock, which the whole server obeys: it stands still until the test lets time pass."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from ferrovia.table.shared_clock import read_test_clock, set_test_clock

BEGINNING = datetime(2026, 3, 4, 12, tzinfo=UTC)  # a Wednesday, at noon


class ServerClock:
    """A file that says what time it is; a server of another process is given it as FERROVIA_TEST_CLOCK."""

    def __init__(self, folder: Path, moment: datetime = BEGINNING) -> None:
        self.file = folder / "test-clock"
        self.set(moment)

    @property
    def now(self) -> datetime:
        return read_test_clock(self.file)

    def set(self, moment: datetime) -> None:
        set_test_clock(self.file, moment)

    def passes(self, by: timedelta | None = None, **parts: float) -> datetime:
        """Let so much time pass (`hours=3`), or run back; what time it is then."""
        self.set(self.now + (by if by is not None else timedelta(**parts)))
        return self.now
