"""The lexical engine: BM25 over the segments."""

from __future__ import annotations

from cogi.index.lexical import search_lexical
from cogi.retrieval.engines.base import Candidate, Engine, Inquiry, Offer


class LexicalEngine(Engine):
    name = "lexical"
    needs_thread = False

    def retrieve(self, inquiry: Inquiry) -> Offer:
        matches = search_lexical(
            inquiry.lexical or inquiry.question,
            releases=[scope.release for scope in inquiry.scopes],
            limit=inquiry.limit,
            pages=inquiry.pages,
        )
        return Offer(
            [Candidate(match.passage_id, match.page_id, match.score) for match in matches.best],
            page_count=matches.page_count,
            pages=matches.pages,
            corrections=matches.corrections,
        )
