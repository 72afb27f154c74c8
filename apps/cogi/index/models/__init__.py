"""The derived tables: lexical segments with their postings, and passage vectors."""

from cogi.index.models.lexical import LexicalDocument, ManifestEntry, Posting, Segment
from cogi.index.models.vectors import EmbeddingModel, PassageVector, VectorCoverage

__all__ = [
    "EmbeddingModel",
    "LexicalDocument",
    "ManifestEntry",
    "PassageVector",
    "Posting",
    "Segment",
    "VectorCoverage",
]
