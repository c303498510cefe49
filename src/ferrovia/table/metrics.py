"""Metrics for Prometheus: what a host watches, at an address of its own that strangers do not reach.

FERROVIA_METRICS=127.0.0.1:9464 says where; without it nothing is served, and the counting costs nothing worth a word.
Several processes of one machine are counted together.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from ferrovia.saying.message import Trouble

ADDRESS, TOGETHER = "FERROVIA_METRICS", "PROMETHEUS_MULTIPROC_DIR"
QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds

MOVES = Counter("ferrovia_moves", "Moves that were stored.", ["title", "mover"])
REQUESTS = Counter("ferrovia_requests", "Requests that were answered.", ["view", "status"])
SECONDS = Histogram("ferrovia_request_seconds", "Time that an answer took.", ["view"], buckets=QUICK)
TOLD = Histogram("ferrovia_told_seconds", "From a change to the stream of a page that shows the table.", buckets=QUICK)
REFUSED = Counter("ferrovia_refusals", "Requests that were refused before a page was asked for.", ["status"])
VIEWERS = Gauge("ferrovia_viewers", "Pages that are open at a table.", multiprocess_mode="livesum")
WAITING = Gauge("ferrovia_computers_waiting", "Tables at which a computer is to move.", multiprocess_mode="livemax")

_log = logging.getLogger(__name__)


class MetricsTrouble(Trouble):
    """Why no metrics can be served."""


class MetricsMiddleware:
    """Counts and times every answer by the name of its view, and writes it down where somebody wants to read it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        response = self.get_response(request)
        found = request.resolver_match
        view = (found.url_name if found is not None else "") or "other"
        seconds = time.perf_counter() - begun
        SECONDS.labels(view).observe(seconds)
        REQUESTS.labels(view, response.status_code).inc()
        # Neither the address, which is somebody's, nor the path: whoever knows a table's may look at it.
        facts = {"method": request.method, "view": view, "status": response.status_code, "ms": round(seconds * 1000, 1)}
        _log.info("%(method)s %(view)s: %(status)s in %(ms)s ms", facts, extra={"facts": facts})
        return response


def count_together(folder: str) -> None:
    """The processes that are started from here on keep their counts in a folder, from which all are told as one."""
    if os.environ.get(ADDRESS):
        os.environ[TOGETHER] = folder


def offer() -> None:
    """Serve the metrics where the environment says so; raises `Trouble`."""
    wanted = os.environ.get(ADDRESS, "")
    if not wanted:
        return
    host, _, port = wanted.rpartition(":")
    registry: CollectorRegistry = REGISTRY
    if os.environ.get(TOGETHER):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    try:
        start_http_server(int(port), host.strip("[]") or "127.0.0.1", registry)
    except (ValueError, OverflowError):
        raise MetricsTrouble("FERROVIA_METRICS is made like 127.0.0.1:9464, not '{text}'.", text=wanted) from None
    except OSError as error:
        text = "No metrics can be served at {place}: {why}."
        raise MetricsTrouble(text, place=wanted, why=error.strerror or str(error)) from error


def forget(pid: int) -> None:
    """A process of this machine has ended: what it had open is no longer there."""
    if os.environ.get(TOGETHER):
        mark_process_dead(pid)  # type: ignore[no-untyped-call]
