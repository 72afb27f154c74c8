"""Tantivy, the Rust engine, through its Python binding: one segment on disk, memory-mapped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import psutil
from tantivy import Document, Filter, Index, SchemaBuilder, TextAnalyzerBuilder, Tokenizer

from cogi.evaluation.benchmarks.passages import BenchmarkPassage
from cogi.evaluation.peers.base import Peer, folder_bytes

_TOKENIZER = "english_words"
_WRITER_BYTES = 1_000_000_000
_WORD = re.compile(r"\w+")


class TantivyPeer(Peer):
    """Title, heading and text are one field, of stemmed English words without stop words, with frequencies.

    All of that makes it faster than its own defaults (``en_stem`` keeps stop words and positions; each
    further field is another term to score), as does one writer thread, which leaves one segment. A query is
    given as its words, since it is no text in Tantivy's query language; the ids are read from a fast field.
    """

    name: ClassVar[str] = "tantivy"

    def build(self, passages: Sequence[BenchmarkPassage], *, folder: Path) -> None:
        self._folder = folder
        builder = SchemaBuilder()
        builder.add_integer_field("id", fast=True)
        builder.add_text_field("text", tokenizer_name=_TOKENIZER, index_option="freq")
        self._index = Index(builder.build(), path=str(folder))
        self._index.register_tokenizer(
            _TOKENIZER,
            TextAnalyzerBuilder(Tokenizer.simple())
            .filter(Filter.remove_long(40))
            .filter(Filter.lowercase())
            .filter(Filter.stopword("english"))
            .filter(Filter.stemmer("english"))
            .build(),
        )
        with self._index.writer(heap_size=_WRITER_BYTES, num_threads=1) as writer:
            for passage in passages:
                writer.add_document(Document(id=passage.id, text=passage.whole))
        self._index.reload()
        self._searcher = self._index.searcher()

    def search(self, query: str, *, limit: int) -> list[int]:
        parsed, _ = self._index.parse_query_lenient(" ".join(_WORD.findall(query)), ["text"])
        hits = self._searcher.search(parsed, limit, count=False).hits
        return [int(value or 0) for value in self._searcher.fast_field_values("id", [at for _, at in hits])]

    def size_bytes(self) -> int:
        return folder_bytes(self._folder)

    def memory_bytes(self) -> int | None:
        """Return the resident pages of the mapped index."""
        maps = psutil.Process().memory_maps()
        return sum(mapped.rss for mapped in maps if mapped.path.startswith(str(self._folder)))
