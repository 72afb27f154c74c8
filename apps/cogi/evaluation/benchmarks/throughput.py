"""How many searches a second one client gets, and many at once, of servers with a process a processor."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from importlib import import_module
from itertools import cycle, islice
from multiprocessing import get_context
from typing import Any

import django
from django.test.utils import override_settings

from cogi.evaluation.benchmarks.timing import Ask
from cogi.processors import available_processors

CLIENTS = 8
SECONDS = 8.0
_APART = 37
"""Queries between where one client begins and the next, so that they ask for different things."""

_all_warm: Any = None


def measure_throughput(slug: str, queries: Sequence[str], *, clients: int) -> dict[str, float]:
    """Return searches a second of one client, of ``clients`` at once, and their ratio.

    Nothing comes from a cache of results. The processes are new ones, and warm when they begin.
    """
    processes = min(available_processors(), clients)
    one = _rate(slug, queries, processes=1, threads=1)
    many = _rate(slug, queries, processes=processes, threads=clients // processes)
    return {
        "one_per_s": one,
        "many_per_s": many,
        "ratio": many / one,
        "clients": clients // processes * processes,
        "processes": processes,
    }


def _rate(slug: str, queries: Sequence[str], *, processes: int, threads: int) -> float:
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, context, _begin, (context.Barrier(processes),)) as pool:
        tasks = [pool.submit(_serve, slug, queries, number, threads) for number in range(processes)]
        return sum(task.result() for task in tasks)


def _begin(barrier: Any) -> None:
    global _all_warm  # noqa: PLW0603 - a worker of a process pool has no other place for it
    _all_warm = barrier
    django.setup()


def _serve(slug: str, queries: Sequence[str], number: int, threads: int) -> float:
    """Warm this process, wait for the others, and return the searches a second of its clients."""
    # What imports models can be imported now that this process is set up.
    ask = import_module("cogi.evaluation.benchmarks.asking").whole_search(slug)
    with override_settings(COGI_CACHE=None), ThreadPoolExecutor(threads) as clients:
        for query in queries:
            ask(query)
        _all_warm.wait()
        began = time.perf_counter()
        numbers = range(number * threads, (number + 1) * threads)
        counts = list(clients.map(partial(_ask_for_a_while, ask, queries), numbers))
        return sum(counts) / (time.perf_counter() - began)


def _ask_for_a_while(ask: Ask, queries: Sequence[str], client: int) -> int:
    """Ask one query after the other, each client from another one on, and return how many were answered."""
    ends = time.monotonic() + SECONDS
    for count, query in enumerate(islice(cycle(queries), _APART * client, None)):
        if time.monotonic() > ends:
            return count
        ask(query)
    return 0
