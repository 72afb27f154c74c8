"""Analyses many contents on all processors, and few in this process."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import IO, cast

from cogi.index.batches import AnalyzedBatch, BatchAnalyzer, Texts
from cogi.index.conf import conf
from cogi.processors import available_processors

BATCHES_PER_PROCESS = 3
"""Below this many batches, starting another process takes longer than it saves."""


class AnalysisProcessFailed(Exception):
    """An analysis process did not answer."""


def analyze_batches(
    batches: Iterable[Texts], *, language: str, weights: Mapping[str, float], count: int
) -> Iterator[tuple[int, AnalyzedBatch]]:
    """Yield the analysis of each of ``count`` batches in order, with the number of the analyser that did it.

    Batches are read as they are needed, two ahead for each process.
    """
    processes = min(conf.analysis_processes or available_processors(), count // BATCHES_PER_PROCESS)
    if processes < 2:  # noqa: PLR2004 - one process more is none at a time
        analyze = BatchAnalyzer(language, weights)
        yield from ((0, analyze(texts)) for texts in batches)
        return
    with ExitStack() as stack:
        pool: list[subprocess.Popen[bytes]] = []
        stack.callback(_stop, pool)
        pool.extend(_process() for _ in range(processes))
        for process in pool:
            _send(process, (language, dict(weights)))
        threads = [stack.enter_context(ThreadPoolExecutor(1)) for _ in pool]
        stack.callback(_kill, pool)
        waiting: deque[tuple[int, Future[AnalyzedBatch]]] = deque()
        for number, texts in enumerate(batches):
            own = number % processes
            waiting.append((own, threads[own].submit(_exchange, pool[own], texts)))
            if len(waiting) > 2 * processes:
                yield _next(waiting)
        while waiting:
            yield _next(waiting)


def _next(waiting: deque[tuple[int, Future[AnalyzedBatch]]]) -> tuple[int, AnalyzedBatch]:
    number, future = waiting.popleft()
    return number, future.result()


def _process() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "cogi.index.analysis_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


def _exchange(process: subprocess.Popen[bytes], texts: Texts) -> AnalyzedBatch:
    try:
        _send(process, texts)
        batch: AnalyzedBatch = pickle.load(cast(IO[bytes], process.stdout))  # noqa: S301 - the child runs this package
    except (EOFError, OSError, pickle.UnpicklingError) as error:
        raise AnalysisProcessFailed(
            "A process that analyses text ended before it answered (killed, or out of memory). Lower "
            "COGI_ANALYSIS_PROCESSES, then publish again."
        ) from error
    return batch


def _send(process: subprocess.Popen[bytes], request: object) -> None:
    requests = cast(IO[bytes], process.stdin)
    pickle.dump(request, requests)
    requests.flush()


def _kill(pool: Iterable[subprocess.Popen[bytes]]) -> None:
    """End what threads wait for."""
    for process in pool:
        process.kill()


def _stop(pool: Iterable[subprocess.Popen[bytes]]) -> None:
    for process in pool:
        process.kill()
        with suppress(OSError):
            process.communicate()
