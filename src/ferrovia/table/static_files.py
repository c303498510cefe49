"""Styles, scripts and fonts as they are served: packed once, under names that change with what is in them.

So a browser keeps them for good. Where nothing was packed they are served as they are, which is all that tests need.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

STAMP = "packed.stamp"


class PackedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Files under the names they were packed under, or their own."""

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        packed: str | None = self.hashed_files.get(self.hash_key(self.clean_name(name)))
        return packed or name


def pack() -> None:
    """Pack all files, unless that was done with the same ones."""
    from django.core.management import call_command

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
