"""The dense engine: the question's embedding against those of the passages."""

from __future__ import annotations

from cogi.index.serving import serving_embedder
from cogi.index.vectors import search_vectors
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
        nearest = search_vectors(
            query,
            model_id=serving.embedder.model_id,
            releases=releases,
            limit=inquiry.limit,
            pages=inquiry.pages,
        )
        least = -1.0 if inquiry.completing else conf.min_similarity
        near = [match for match in nearest if match.similarity >= least]
        return Offer(
            [Candidate(match.passage_id, match.page_id, match.similarity) for match in near],
            share=serving.coverage.share,
            short=nearest.short,
        )
