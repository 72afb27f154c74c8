from __future__ import annotations

import numpy as np
import pytest

from cogi.graph.pagerank import DAMPING, WeightedGraph


def test_shares_sum_to_one_and_fall_with_the_distance_from_the_seed() -> None:
    graph = WeightedGraph()
    for source, target in ((1, 2), (2, 3), (3, 4)):
        graph.link(source, target, 1.0)
    shares = graph.rank({1: 1.0})
    assert sum(shares.values()) == pytest.approx(1)
    assert shares[1] > shares[3] > shares[4]


def test_heavier_links_pass_on_more() -> None:
    graph = WeightedGraph()
    graph.link(1, 2, 3.0)
    graph.link(1, 3, 1.0)
    shares = graph.rank({1: 1.0})
    assert shares[2] == pytest.approx(3 * shares[3], rel=1e-4)


def test_shares_are_those_of_the_stationary_walk() -> None:
    rng = np.random.default_rng(5)
    graph, matrix = WeightedGraph(), np.zeros((30, 30))
    graph.add(range(30))
    for source, target in rng.integers(0, 30, (60, 2)):
        graph.link(int(source), int(target), 1.0)
        matrix[source, target] += 1
        matrix[target, source] += 1
    start = np.eye(30)[4]
    leaving = matrix.sum(1, keepdims=True)
    moves = np.where(leaving > 0, matrix / np.maximum(leaving, 1), start)
    exact = np.linalg.solve(np.eye(30) - DAMPING * moves.T, (1 - DAMPING) * start)
    assert [graph.rank({4: 2.0})[node] for node in range(30)] == pytest.approx(list(exact), abs=2e-3)


def test_without_a_seed_in_the_graph_nothing_has_a_share() -> None:
    graph = WeightedGraph()
    graph.add([1, 2])
    assert graph.rank({9: 1.0}) == {1: 0.0, 2: 0.0}


def test_a_seed_without_links_keeps_the_whole_share() -> None:
    graph = WeightedGraph()
    graph.add([1, 2])
    assert graph.rank({1: 1.0}) == {1: pytest.approx(1.0), 2: 0.0}
