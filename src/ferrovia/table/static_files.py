"""Styles, scripts and fonts as they are served: packed once, under names that change with what is in them.

So a browser keeps them for good. The style sheets are one then. Where nothing was packed all are served as they are,
each sheet by itself, which is all that tests without a browser need.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

from ferrovia.table.style_sheets import INDEX, imports, packed

STAMP = "packed.stamp"
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
        call_command("collectstatic", verbosity=0, interactive=False, clear=True)
        stamp.write_text(now)


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
