"""Which embedder searches use: of those configured, the one that knows most of what the viewer may see.

So a new model is filled beside the old one, which goes on serving until the new one knows as much.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cogi.corpus.models import Scope
from cogi.index.coverage import Coverage, kept_coverage
from cogi.index.reading import ReleaseKey
from cogi.index.vector_classes import visible_coverage
from cogi.inference.embedders import Embedder, EmbeddingError, default_embedder, embedders

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Serving:
    """An embedder and what its model knows of the visible passages."""

    embedder: Embedder
    coverage: Coverage


def serving_embedder(releases: Sequence[ReleaseKey]) -> Serving | None:
    """Return what questions to ``releases`` are embedded with; the default where it knows as much as others.

    None where search is lexical only.

    Raises:
        EmbeddingError: when the default embedder cannot be used.
    """
    served = [
        Serving(embedder, visible_coverage(releases, model_name=embedder.model_id))
        for embedder in _configured()
    ]
    return max(served, key=lambda each: each.coverage.share, default=None)


def embedders_to_fill(scope: Scope) -> list[Embedder]:
    """Return what ``scope`` is to be embedded with: what serves it still, then the default.

    Raises:
        EmbeddingError: when the default embedder cannot be used.
    """
    configured = list(_configured())
    if not configured:
        return []
    default, *others = configured
    reached = kept_coverage(scope, default.model_id)
    return [each for each in others if kept_coverage(scope, each.model_id) > reached] + [default]


def _configured() -> Iterator[Embedder]:
    """Yield the default embedder, then the others whose model can be read; nothing without a default."""
    default = default_embedder()
    if default is None:
        return
    yield default
    for alias in embedders:
        embedder = embedders[alias]
        if embedder is not None and embedder is not default and _is_readable(embedder, alias):
            yield embedder


def _is_readable(embedder: Embedder, alias: str) -> bool:
    try:
        return bool(embedder.model_id)
    except EmbeddingError as error:
        logger.warning("index.embedder.unavailable alias=%s reason=%s", alias, error)
        return False
