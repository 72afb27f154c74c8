"""Personalised PageRank by power iteration, on graphs of some thousand nodes; it knows no database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

DAMPING = 0.85
"""As Brin and Page 1998: how probably a walk goes on instead of starting anew at a seed."""
TOLERANCE = 1e-6
MOST_ITERATIONS = 50


@dataclass(slots=True)
class WeightedGraph:
    """Undirected weighted links between nodes of any ids; parallel links add up."""

    places: dict[int, int] = field(default_factory=dict)
    _sources: list[int] = field(default_factory=list)
    _targets: list[int] = field(default_factory=list)
    _weights: list[float] = field(default_factory=list)

    def add(self, nodes: Iterable[int]) -> None:
        for node in nodes:
            self.places.setdefault(node, len(self.places))

    def link(self, source: int, target: int, weight: float) -> None:
        self.add((source, target))
        ends = self.places[source], self.places[target]
        self._sources += ends
        self._targets += ends[::-1]
        self._weights += (weight, weight)

    def rank(self, seeds: Mapping[int, float]) -> dict[int, float]:
        """Return each node's share of the time of a walk that starts at ``seeds`` (weights by node).

        The shares sum to 1; without a seed in the graph all are 0. Where a walk cannot go on it starts anew.
        """
        start = np.zeros(len(self.places))
        for node, weight in seeds.items():
            if node in self.places:
                start[self.places[node]] = weight
        if not start.sum():
            return dict.fromkeys(self.places, 0.0)
        shares = self._iterate(start / start.sum())
        return {node: float(shares[place]) for node, place in self.places.items()}

    def _iterate(self, start: NDArray[np.float64]) -> NDArray[np.float64]:
        sources, targets = np.array(self._sources, np.int64), np.array(self._targets, np.int64)
        weights = np.array(self._weights, np.float64)
        leaving = np.bincount(sources, weights, minlength=start.size)
        passed = weights / leaving[sources]
        shares = start
        for _ in range(MOST_ITERATIONS):
            arriving = np.bincount(targets, shares[sources] * passed, minlength=start.size)
            stranded = shares[leaving == 0].sum()
            following: NDArray[np.float64] = DAMPING * (arriving + stranded * start) + (1 - DAMPING) * start
            if np.abs(following - shares).sum() < TOLERANCE:
                return following
            shares = following
        return shares
