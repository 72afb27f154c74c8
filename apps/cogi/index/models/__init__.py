"""The derived tables: lexical and sparse segments with their postings, and passage vectors."""

from cogi.index.models.lexical import LexicalDocument, ManifestEntry, PostingBlock, Segment
from cogi.index.models.sparse import (
    SparseBlock,
    SparseFill,
    SparseModel,
    SparseSegment,
    SparseWeights,
)
from cogi.index.models.vectors import EmbeddingModel, EmbeddingRefusal, PassageVector, VectorCoverage

__all__ = [
    "EmbeddingModel",
    "EmbeddingRefusal",
    "LexicalDocument",
    "ManifestEntry",
    "PassageVector",
    "PostingBlock",
    "Segment",
    "SparseBlock",
    "SparseFill",
    "SparseModel",
    "SparseSegment",
    "SparseWeights",
    "VectorCoverage",
]
