"""Times engines query by query in turns: an isolated loop flatters each of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter_ns

import numpy as np

Ask = Callable[[str], Collection[object]]


@dataclass(frozen=True, slots=True)
class Contender:
    """One way to answer a query. It takes part in every ``every``-th query of the first ``rounds``."""

    name: str
    ask: Ask
    every: int = 1
    rounds: int | None = None

    def takes_part(self, *, query: int, round_number: int) -> bool:
        return query % self.every == 0 and (self.rounds is None or round_number < self.rounds)


@dataclass(slots=True)
class Timings:
    """The milliseconds of one contender by query number, one for each round.

    A query's time is the median of its rounds, so that what else the machine does weighs little.
    """

    by_query: dict[int, list[float]] = field(default_factory=dict)

    @property
    def median_ms(self) -> float:
        return self.percentile(50)

    @property
    def p95_ms(self) -> float:
        return self.percentile(95)

    def percentile(self, percent: float, *, queries: Collection[int] | None = None) -> float:
        """Return a percentile over the given queries (None: all)."""
        wanted = self.by_query if queries is None else queries
        return float(np.percentile([np.median(self.by_query[query]) for query in wanted], percent))


def interleave(
    contenders: Sequence[Contender], queries: Sequence[str], *, rounds: int
) -> Mapping[str, Timings]:
    """Ask every contender each query in turn, ``rounds`` times, and return their timings by name.

    One round before is not counted: it warms caches and compiled code. Who comes first changes from query
    to query, since that one finds the processor's caches filled by another.
    """
    timings = {contender.name: Timings() for contender in contenders}
    for round_number in range(-1, rounds):
        for number, query in enumerate(queries):
            first = (number + round_number) % len(contenders)
            for contender in (*contenders[first:], *contenders[:first]):
                if not contender.takes_part(query=number, round_number=round_number):
                    continue
                began = perf_counter_ns()
                contender.ask(query)
                milliseconds = (perf_counter_ns() - began) / 1e6
                if round_number >= 0:
                    timings[contender.name].by_query.setdefault(number, []).append(milliseconds)
    return timings
