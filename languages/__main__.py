"""python -m languages check|update|compile: whether every text is translated, new texts into the files, catalogues."""

from __future__ import annotations

import sys

from languages.catalogues import ROOT, Unreadable, compile_all, languages, update
from languages.extraction import texts

USAGE = "python -m languages check|update|compile"


def main(arguments: list[str]) -> int:
    try:
        return _done(arguments)
    except Unreadable as trouble:
        return _failed([str(trouble)])


def _done(arguments: list[str]) -> int:
    match arguments:
        case ["compile"]:
            compile_all()
        case ["update" | "check" as what]:
            said = texts(ROOT)
            if what == "update":
                for language in languages():
                    update(language, said)
                return 0
            from languages.check import faults  # needs Ferrovia itself, which a build has not got yet

            found = sorted({fault for language in languages() for fault in faults(language, said)})
            if found:
                return _failed([*found, f"{len(found)} faults in {len(said)} texts"])
            compile_all()
        case _:
            return _failed([USAGE])
    return 0


def _failed(lines: list[str]) -> int:
    sys.stderr.write("\n".join(lines) + "\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
