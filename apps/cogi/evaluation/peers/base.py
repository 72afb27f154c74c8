"""The peer interface: texts in, an index in a folder, ids out. A peer is named by its library."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cogi.evaluation.benchmarks.passages import BenchmarkPassage
from cogi.evaluation.errors import EvaluationError

PEERS = {
    "tantivy": "TantivyPeer",
    "bm25s": "Bm25sPeer",
    "ts_rank": "TsRankPeer",
}
HYBRID_PEERS = {"lancedb": "LanceDbPeer"}

Vectors = NDArray[np.float32]


class UnknownPeer(EvaluationError):
    """There is no such peer."""

    def __init__(self, name: str, *, known: Iterable[str]) -> None:
        super().__init__(f"There is no peer “{name}”. Choose from {', '.join(known)}.")


class PeerNotInstalled(EvaluationError):
    """The library of a peer is missing."""

    def __init__(self, name: str, module: str) -> None:
        super().__init__(f"The peer “{name}” needs the package {module}. Install it: pip install {module}")


class Peer(ABC):
    """An engine that can be compared with ours. ``every`` n-th query is asked when it is slow."""

    name: ClassVar[str]
    every: ClassVar[int] = 1

    @abstractmethod
    def build(self, passages: Sequence[BenchmarkPassage], *, folder: Path) -> None:
        """Index ``passages`` anew; files go below ``folder``."""

    @abstractmethod
    def search(self, query: str, *, limit: int) -> list[int]:
        """Return the ids of the best ``limit`` passages for any word of ``query``, best first."""

    @abstractmethod
    def size_bytes(self) -> int:
        """Return what the index takes on disk."""

    @abstractmethod
    def memory_bytes(self) -> int | None:
        """Return what the index holds in this process's memory; None where it holds it elsewhere."""

    def close(self) -> None:  # noqa: B027 - most peers leave nothing outside their folder
        """Remove what lies outside the folder."""


class HybridPeer(ABC):
    """An engine that finds passages by words and by vectors that it is given."""

    name: ClassVar[str]

    @abstractmethod
    def build(self, ids: Sequence[int], texts: Sequence[str], vectors: Vectors, *, folder: Path) -> None:
        """Index ``texts`` (n,) and ``vectors`` (n, dimensions) anew; files go below ``folder``."""

    @abstractmethod
    def search(self, query: str, vector: Vectors, *, limit: int) -> list[int]:
        """Return the ids of the best ``limit`` passages, best first."""

    @abstractmethod
    def size_bytes(self) -> int:
        """Return what the index takes on disk."""


def load_peer(name: str) -> Peer:
    """Return the peer ``name``.

    Raises:
        UnknownPeer: for a name that is not among ``PEERS``.
        PeerNotInstalled: when its library is missing.
    """
    peer: Peer = _load(name, PEERS)
    return peer


def load_hybrid_peer(name: str) -> HybridPeer:
    """Return the peer ``name`` of ``HYBRID_PEERS``, as ``load_peer`` does."""
    peer: HybridPeer = _load(name, HYBRID_PEERS)
    return peer


def _load(name: str, known: Mapping[str, str]) -> Any:
    if name not in known:
        raise UnknownPeer(name, known=known)
    try:
        module = import_module(f"cogi.evaluation.peers.{name}")
    except ModuleNotFoundError as exc:
        raise PeerNotInstalled(name, str(exc.name)) from exc
    return getattr(module, known[name])()


def folder_bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
