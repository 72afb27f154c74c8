"""bm25s, the in-memory engine on sparse matrices, with its numba backend."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import bm25s
import numba  # noqa: F401 - bm25s does without it in silence, and is slower then
import Stemmer
from bm25s.tokenization import Tokenizer

from cogi.evaluation.benchmarks.passages import BenchmarkPassage
from cogi.evaluation.peers.base import Peer, folder_bytes

# It sets its logger to DEBUG when it is imported.
logging.getLogger("bm25s").setLevel(logging.WARNING)


class Bm25sPeer(Peer):
    """Title, heading and text are one text; English stop words and Snowball stems, as in ours."""

    name: ClassVar[str] = "bm25s"

    def build(self, passages: Sequence[BenchmarkPassage], *, folder: Path) -> None:
        self._folder = folder
        self._ids = [passage.id for passage in passages]
        self._tokenizer = Tokenizer(stopwords="en", stemmer=Stemmer.Stemmer("english"))
        tokens = self._tokenizer.tokenize([passage.whole for passage in passages], show_progress=False)
        self._retriever = bm25s.BM25(method="lucene", k1=1.2, b=0.75, backend="numba")
        self._retriever.index(tokens, show_progress=False)
        self._retriever.save(folder)

    def search(self, query: str, *, limit: int) -> list[int]:
        tokens = self._tokenizer.tokenize([query], update_vocab=False, show_progress=False)
        found = self._retriever.retrieve(
            tokens, k=min(limit, len(self._ids)), show_progress=False, n_threads=1
        )
        rows = zip(found.documents[0].tolist(), found.scores[0].tolist(), strict=True)
        return [self._ids[row] for row, score in rows if score > 0]

    def size_bytes(self) -> int:
        return folder_bytes(self._folder)

    def memory_bytes(self) -> int | None:
        """Return the size of the score matrix."""
        scores = self._retriever.scores
        return sum(int(scores[column].nbytes) for column in ("data", "indices", "indptr"))
