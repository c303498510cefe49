"""What is built: a wheel has the compiled catalogues, a source archive has what they are made of."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from languages.catalogues import ROOT


def test_a_wheel_is_compiled_and_a_source_archive_is_not(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert "ferrovia/saying/compiled/it/LC_MESSAGES/ferrovia.mo" in zipfile.ZipFile(wheel).namelist()
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = packed.getnames()
    assert [name for name in names if name.endswith("/languages/it/engine.po")]
    assert [name for name in names if name.endswith("/hatch_build.py")]
    assert not [name for name in names if name.endswith(".mo")]
