"""The dense engine: the question's embedding against those of the passages."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from cogi.index.reading import ReleaseKey
from cogi.index.serving import Serving, serving_embedder
from cogi.index.vectors import compare_passages, search_vectors
from cogi.inference.embedders import EmbeddingError, default_embedder
from cogi.retrieval.conf import conf
from cogi.retrieval.engines.base import Candidate, Engine, EngineUnavailable, Inquiry, Offer
from cogi.retrieval.engines.question_vectors import question_vector, remembered_vector


class DenseEngine(Engine):
    name = "dense"

    def prepare(self, inquiry: Inquiry) -> None:
        if (embedder := default_embedder()) is not None:
            # Where that one cannot be used, another may serve: whether one does is found out later.
            with suppress(EmbeddingError):
                question_vector(embedder, inquiry.question)

    def retrieve(self, inquiry: Inquiry) -> Offer:
        releases = [scope.release for scope in inquiry.scopes]
        try:
            serving = serving_embedder(releases)
            if serving is None:
                raise EngineUnavailable("off")
            if inquiry.completing:
                return _completed(serving, inquiry, releases)
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
        least = conf.min_similarity
        near = [Candidate(*match) for match in nearest if match.similarity >= least]
        return Offer(near, share=serving.coverage.share, short=nearest.short)


def _completed(serving: Serving, inquiry: Inquiry, releases: Sequence[ReleaseKey]) -> Offer:
    """Compare the passages that others offered, which tell as much of their pages as all of these do."""
    query = remembered_vector(serving.embedder, inquiry.question)
    if query is None:
        # To embed it again could take longer than a caller may wait.
        raise EngineUnavailable("forgotten")
    model_id = serving.embedder.model_id
    compared = compare_passages(query, model_id=model_id, releases=releases, passages=inquiry.completing)
    return Offer([Candidate(*match) for match in compared], share=serving.coverage.share)
