"""The dense engine: the question's embedding against those of the passages."""

from __future__ import annotations

from cogi.index.vector_classes import visible_coverage
from cogi.index.vectors import search_vectors
from cogi.inference.embedders import EmbeddingError, default_embedder
from cogi.retrieval.conf import conf
from cogi.retrieval.engines.base import Candidate, Engine, EngineUnavailable, Inquiry, Offer


class DenseEngine(Engine):
    name = "dense"

    def retrieve(self, inquiry: Inquiry) -> Offer:
        embedder = default_embedder()
        if embedder is None:
            raise EngineUnavailable("off")
        try:
            query = embedder.embed_query(inquiry.question)
        except EmbeddingError as error:
            raise EngineUnavailable("error") from error
        releases = [scope.release for scope in inquiry.scopes]
        known = visible_coverage(releases, model_name=embedder.model_id)
        nearest = search_vectors(
            query,
            model_id=embedder.model_id,
            releases=releases,
            limit=inquiry.limit,
            pages=inquiry.pages,
        )
        near = [match for match in nearest if match.similarity >= conf.min_similarity]
        return Offer(
            [Candidate(match.passage_id, match.page_id, match.similarity) for match in near],
            share=known.share,
        )
