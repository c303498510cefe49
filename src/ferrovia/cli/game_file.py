"""A game of the terminal in its file: written, tried again, moved elsewhere, or taken over from somebody else."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from ferrovia.cli.voice import say
from ferrovia.formats.files import FileTrouble
from ferrovia.sitting.law import ANYBODY
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import FileStorage, Overtaken


class Kept:
    """The game that is played and where it is kept, if anywhere. What goes wrong is told, and nothing is lost by it."""

    def __init__(self, sitting: Sitting, file: FileStorage | None, console: Console) -> None:
        self.sitting = sitting
        self.file = file
        self.unsaved = ""  # why the game could not be written lately
        self._console = console

    def keep(self) -> bool:
        """Write what is not written yet; False, after telling why, where that fails: it is tried again later."""
        if self.file is None:
            return True
        try:
            self.file.settle()
        except Overtaken:
            self._take_over()
            self._console.print(say("What you chose last is not in it."))
            return False
        except FileTrouble as trouble:
            self.unsaved = say(trouble)
            self._console.print(self.unsaved, style="bold")
            text = "Nothing is lost yet: it is tried again with every choice; `save FILE` tries elsewhere."
            self._console.print(say(text))
            return False
        if self.unsaved:
            self.unsaved = ""
            self._console.print(say("The game is saved again in {path}.", path=str(self.file.path)))
        return True

    def is_taken_over(self) -> bool:
        """Whether somebody else has changed the file while a person was thinking; then that is what is played."""
        if self.file is None or self.unsaved:
            return False
        try:
            if not self.file.is_overtaken():
                return False
        except FileTrouble:
            return False  # the next save tells why
        self._take_over()
        return not self.unsaved

    def save(self, name: str) -> None:
        """`save`, or `save FILE`: the game is kept there from now on."""
        here = None if self.file is None else self.file.path
        path = Path(name) if name else here
        if path is None:
            self._console.print(say("The game has no file yet: type `save` with a name for it."))
            return
        if path != here and path.exists():
            self._console.print(say("{path} already exists: choose another name.", path=str(path)))
            return
        if path == here:
            if not self.keep():
                return
        else:
            try:
                self._move_to(path)
            except FileTrouble as trouble:
                self._console.print(say(trouble))
                return
        self._console.print(say("The game is kept in {path} from now on.", path=str(path)))

    def _take_over(self) -> None:
        """Somebody else has gone on with the file: what stands there counts, if it can be read."""
        assert self.file is not None
        try:
            self.sitting = Sitting(self.file, ANYBODY)
        except FileTrouble as trouble:
            self.unsaved = say(trouble)
            self._console.print(self.unsaved, style="bold")
            return
        self.unsaved = ""
        text = "Somebody else has gone on with this game: it stands at action {number} now."
        self._console.print(say(text, number=self.sitting.number), style="bold")

    def _move_to(self, path: Path) -> None:
        """From now on the game is kept in another file; the old one, if any, stays as it is."""
        file = FileStorage(path, put_off=True)
        file.begin(self.sitting.record)
        self.sitting, self.file, self.unsaved = Sitting(file, ANYBODY), file, ""
