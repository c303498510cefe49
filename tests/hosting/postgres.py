"""A PostgreSQL of the tests' own, where its server is installed: what is in it need not outlive a power cut."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ferrovia.bench import postgres
from ferrovia.bench.postgres import Cluster, programs

__all__ = ["NONE", "Cluster", "cluster", "programs"]

NONE = "The tests with PostgreSQL need its server: apt-get install postgresql (and: pip install psycopg[binary])."


@contextmanager
def cluster() -> Iterator[Cluster]:
    bin_folder = programs()
    assert bin_folder is not None
    with postgres.cluster(bin_folder, syncs=False) as made:
        yield made
