"""Styles, scripts and fonts as they are served: packed once, under names that change with what is in them.

So a browser keeps them for good. The style sheets are one then. While servers of two releases run side by side each is
asked for names of the other: old ones are kept for a while, and what is not here under its name is under another.
Where nothing was packed all are served as they are, each sheet by itself: all that tests without a browser need.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

from ferrovia.table.style_sheets import INDEX, imports, packed

STAMP = "packed.stamp"
KEPT = 30 * 24 * 3600.0  # seconds that files of earlier releases are served
_PACKED = re.compile(r"([\w/-]+)\.[0-9a-f]{12}(\.\w+)")
STYLES = "table/styles"
OTHER_SCRIPT = (r'(?P<matched>from "(?P<url>\./[a-z0-9]+\.js)")', 'from "%(url)s"')


class PackedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Files under the names they were packed under, or their own."""

    manifest_strict = False
    # A script of ours that another one needs is asked for by its packed name too.
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("table/*.js", (OTHER_SCRIPT,)))

    def stored_name(self, name: str) -> str:
        if settings.RELOAD:
            return name
        found: str | None = self.hashed_files.get(self.hash_key(self.clean_name(name)))
        return found or name

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Names for what was collected, the style sheets as one: where there are several, the index has them all."""
        folder, index = Path(self.path(STYLES)), f"{STYLES}/{INDEX}"
        if sheets := imports((folder / INDEX).read_text("utf-8")):
            (folder / INDEX).write_text(packed(folder), "utf-8")
            paths[index] = (self, index)
            for each in sheets:
                paths.pop(f"{STYLES}/{each.sheet}")
                (folder / each.sheet).unlink()
        yield from super().post_process(paths, dry_run, **options)


def pack() -> None:
    """Pack all files, unless that was done with the same ones, or they are just being written."""
    from django.core.management import call_command

    if settings.RELOAD:
        return
    stamp, now = Path(settings.STATIC_ROOT) / STAMP, _stamp()
    if not stamp.exists() or stamp.read_text() != now:
        stamp.unlink(missing_ok=True)
        (stamp.parent / STYLES / INDEX).unlink(missing_ok=True)  # or it would be taken for one that is up to date
        call_command("collectstatic", verbosity=0, interactive=False)
        _forget_old_names(stamp.parent)
        stamp.write_text(now)


def _forget_old_names(folder: Path) -> None:
    """Pages of the release before ask for files by the names of then; after a while nobody has such a page open."""
    known = {name for pair in _storage().load_manifest()[0].items() for name in pair}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix().removesuffix(".gz")
        if path.is_file() and name not in known and path.stat().st_mtime < time.time() - KEPT:
            path.unlink()


def _storage() -> PackedFiles:
    from django.contrib.staticfiles.storage import staticfiles_storage

    return cast(PackedFiles, staticfiles_storage)


def present_name(name: str) -> str | None:
    """The name that a packed file has here, which another release asks for under its own; None where there is none."""
    found = _PACKED.fullmatch(name)
    return _storage().hashed_files.get(f"{found[1]}{found[2]}") if found else None


def _stamp() -> str:
    digest = sha256()
    for path in _files():
        facts = path.stat()
        digest.update(f"{path} {facts.st_mtime_ns} {facts.st_size}\n".encode())
    return digest.hexdigest()


def _files() -> Iterator[Path]:
    from django.contrib.staticfiles.finders import get_finders

    for finder in get_finders():
        for name, storage in finder.list([]):
            yield Path(storage.path(name))
