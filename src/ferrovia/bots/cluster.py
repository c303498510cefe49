"""Games shared out among the machines of a Dask cluster."""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING
from uuid import uuid4

from ferrovia import __version__
from ferrovia.bots.processes import DIED
from ferrovia.bots.results import Result
from ferrovia.bots.simulation import Match, blank, play_match
from ferrovia.installed import bringing
from ferrovia.saying.message import Trouble

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 10.0  # seconds for the scheduler to answer, and for a first worker to be there


class ClusterTrouble(Trouble, RuntimeError):
    """Why a cluster cannot play, in one sentence."""


def simulate(plan: Sequence[Match], address: str) -> Generator[Result, None, None]:
    """Play the games on a cluster, and hand out each result when its game is over.

    A game whose worker is lost is played again by another; one that loses several workers has broken off.
    """
    if not plan:
        return
    with _client(address, PATIENCE) as client:
        _check_workers(client, address, PATIENCE)
        from distributed import as_completed

        run = uuid4().hex  # a key that the cluster knows from another run would bring that run's result
        keys = {f"ferrovia-{run}-{match.index}": match for match in plan}
        futures = client.map(play_match, plan, key=list(keys), pure=False)
        for future in as_completed(futures):  # type: ignore[no-untyped-call]
            yield _result(future, keys[str(future.key)], address)
            future.release()


def _client(address: str, patience: float) -> Client:
    try:
        from distributed import Client
    except ImportError as error:
        text = "A cluster needs Dask, which is not installed here: {command}"
        raise ClusterTrouble(text, command=bringing("cluster")) from error
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told here, in a sentence

    class TidyClient(Client):
        """Closes itself at once if nobody answers.

        The garbage collector would do that later, and if it came in the middle of the start of another client both
        would wait for the same lock for ever.
        """

        def __init__(self) -> None:
            try:
                super().__init__(address, timeout=patience)  # type: ignore[no-untyped-call]
            except BaseException:
                self.close()  # type: ignore[no-untyped-call]
                raise

    try:
        return TidyClient()
    except (OSError, ValueError) as error:
        raise ClusterTrouble("No Dask scheduler answers at {address}.", address=address) from error


def _check_workers(client: Client, address: str, patience: float) -> None:
    """The same games have the same results only with the same rules and players everywhere."""
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError as error:
        raise ClusterTrouble("The cluster at {address} has no workers.", address=address) from error
    for worker, found in client.run(_release, on_error="return").items():
        if found != __version__:
            text = "The worker {worker} of the cluster does not have Ferrovia {release}; install it there."
            raise ClusterTrouble(text, worker=worker, release=__version__)


def _release() -> str:
    """Of Ferrovia, where this is run."""
    return __version__


def _result(future: Future[Result], match: Match, address: str) -> Result:
    from distributed import KilledWorker

    try:
        result = future.result()
    except (CancelledError, OSError) as error:
        raise ClusterTrouble("The cluster at {address} is gone.", address=address) from error
    except KilledWorker:
        return _broken_off(match, DIED)
    except Exception as error:
        # A worker that came later and cannot play, for whatever reason: the other games go on.
        return _broken_off(match, f"{type(error).__name__}: {error}")
    return result if result.release == __version__ else _broken_off(match, f"Played by Ferrovia {result.release}.")


def _broken_off(match: Match, error: str) -> Result:
    result = blank(match)
    result.error = error
    return result
