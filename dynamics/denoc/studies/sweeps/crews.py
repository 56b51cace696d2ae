"""Who computes a sweep: threads of this process, or the workers of a `dask.distributed` scheduler."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import Any, Self

from denoc.basics.cancelling import Cancel
from denoc.basics.errors import DynamicsError, shorten
from denoc.basics.version import __version__
from denoc.studies.sweeps.sweep import Done, Work, compute_chunk

PACKAGE = "denoc-studio"
PATIENCE = 10.0  # s until a scheduler that does not answer is told
RETRIES = 3  # of a chunk whose worker raised something that is not ours


class Threads:
    """As many threads as there are processors, or `most`: the integrators let go of Python's lock."""

    def __init__(self, most: int, cancel: Cancel | None = None) -> None:
        self.width = max(1, min(most, os.cpu_count() or 1))
        self._cancel = cancel
        self._pool = ThreadPoolExecutor(self.width, thread_name_prefix="sweep")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._pool.shutdown(cancel_futures=True)

    def submit(self, work: Work, runs: list[int], values: list[list[float]]) -> Future[Done]:
        return self._pool.submit(compute_chunk, work, runs, values, self._cancel)

    def finished(self, under_way: Sequence[Future[Done]], seconds: float) -> Iterable[Future[Done]]:
        return wait(under_way, timeout=seconds, return_when=FIRST_COMPLETED).done


class Cluster:
    """The workers of a scheduler, each of which must have this version of this program.

    Only plain data and the name of `compute_chunk` travel. A worker that is lost loses nothing: the scheduler hands its
    chunks to others. DynamicsError where there is no scheduler, no worker, or one with another version.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
            from distributed.comm import get_address_host_port
        except ImportError:
            reason = "a cluster needs the package 'distributed': pip install 'denoc-studio[cluster]'"
            raise DynamicsError(reason, field="cluster") from None
        try:
            get_address_host_port(address)  # a client that is made of a bad one tells so half a minute later, twice
            self._client: Any = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise DynamicsError(f"no scheduler answers: {error}", field="cluster", value=address) from None
        try:
            self._check_workers(address)
        except BaseException:
            self._client.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._client.close()

    @property
    def width(self) -> int:
        """Threads of all workers; workers may come and go."""
        return max(1, sum(self._client.nthreads().values()))

    def submit(self, work: Work, runs: list[int], values: list[list[float]]) -> Future[Done]:
        future: Future[Done] = self._client.submit(compute_chunk, work, runs, values, pure=False, retries=RETRIES)
        return future

    def finished(self, under_way: Sequence[Future[Done]], seconds: float) -> Iterable[Future[Done]]:
        from distributed import wait as wait_for

        try:
            with self._client.as_current():
                return list(wait_for(list(under_way), timeout=seconds, return_when="FIRST_COMPLETED").done)
        except TimeoutError:
            return ()

    def _check_workers(self, address: str) -> None:
        """Asked by a function of Python's own, which a worker without this package has too; for the version of what it
        would compute with, not of what its installation has noted."""
        from pydoc import locate

        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise DynamicsError("this scheduler has no workers", field="cluster", value=address) from None
        found = self._client.run(locate, "denoc.basics.version.__version__", on_error="return")
        without = [worker for worker, version in found.items() if not isinstance(version, str)]
        if without:
            raise DynamicsError(f"workers without {PACKAGE}: {shorten(without)}", field="cluster", value=address)
        others = [f"{worker} has {version}" for worker, version in found.items() if version != __version__]
        if others:
            raise DynamicsError(f"{PACKAGE} {__version__} is needed: {shorten(others)}", field="cluster", value=address)
