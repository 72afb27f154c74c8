"""The learned sparse engine: a model's weights of the question's terms against those of the passages."""

from __future__ import annotations

from cogi.index.sparse.searching import search_sparse
from cogi.inference.sparse import SparseError, default_sparse_encoder, has_sparse_encoder
from cogi.retrieval.engines.base import Candidate, Engine, EngineUnavailable, Inquiry, Offer


class SparseEngine(Engine):
    name = "sparse"

    def applies(self, inquiry: Inquiry) -> bool:  # noqa: ARG002 - the setting alone decides
        return has_sparse_encoder()

    def retrieve(self, inquiry: Inquiry) -> Offer:
        try:
            encoder = default_sparse_encoder()
            if encoder is None:
                raise EngineUnavailable("off")
            weights, model_name = encoder.encode_query(inquiry.question), encoder.model_id
        except SparseError as error:
            raise EngineUnavailable("error") from error
        matches = search_sparse(
            weights,
            model_name=model_name,
            releases=[scope.release for scope in inquiry.scopes],
            limit=inquiry.limit,
            pages=inquiry.pages,
        )
        return Offer([Candidate(*match) for match in matches.best], share=matches.share)
