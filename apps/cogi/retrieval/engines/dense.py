"""The dense engine: the question's embedding against those of the passages."""

from __future__ import annotations

from cogi.index.serving import serving_embedder
from cogi.index.vectors import compare_passages, search_vectors
from cogi.inference.embedders import EmbeddingError
from cogi.retrieval.conf import conf
from cogi.retrieval.engines.base import Candidate, Engine, EngineUnavailable, Inquiry, Offer
from cogi.retrieval.engines.question_vectors import question_vector


class DenseEngine(Engine):
    name = "dense"

    def retrieve(self, inquiry: Inquiry) -> Offer:
        releases = [scope.release for scope in inquiry.scopes]
        try:
            serving = serving_embedder(releases)
            if serving is None:
                raise EngineUnavailable("off")
            query = question_vector(serving.embedder, inquiry.question)
        except EmbeddingError as error:
            raise EngineUnavailable("error") from error
        model_id, share = serving.embedder.model_id, serving.coverage.share
        if inquiry.completing:
            # The passages that others offered tell as much of their pages as all of these do.
            compared = compare_passages(
                query, model_id=model_id, releases=releases, passages=inquiry.completing
            )
            return Offer([Candidate(*match) for match in compared], share=share)
        nearest = search_vectors(
            query, model_id=model_id, releases=releases, limit=inquiry.limit, pages=inquiry.pages
        )
        near = [Candidate(*match) for match in nearest if match.similarity >= conf.min_similarity]
        return Offer(near, share=share, short=nearest.short)
