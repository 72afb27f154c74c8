"""The episodic engine: passages that state what a question of time or state asks for."""

from __future__ import annotations

from django.utils import timezone

from cogi.retrieval.engines.base import Candidate, Engine, Inquiry, Offer
from cogi.retrieval.facts.dating import Dated, dated
from cogi.retrieval.facts.finding import find_facts
from cogi.retrieval.facts.wording import fact_question


class EpisodicEngine(Engine):
    name = "episodic"

    def applies(self, inquiry: Inquiry) -> bool:
        return fact_question(_dated(inquiry).question) is not None

    def retrieve(self, inquiry: Inquiry) -> Offer:
        asked = _dated(inquiry)
        question = fact_question(asked.question)
        if question is None:
            return Offer(())
        found = find_facts(
            question,
            scopes=inquiry.scopes,
            pages=inquiry.pages,
            as_of=inquiry.as_of,
            valid_at=asked.valid_at,
        )
        passages = {fact.passage_id: fact for fact in reversed(found)}
        ordered = sorted(passages.values(), key=lambda fact: -fact.fit)
        return Offer(
            [Candidate(fact.passage_id, fact.page_id, fact.fit) for fact in ordered], facts=tuple(found)
        )


def _dated(inquiry: Inquiry) -> Dated:
    return dated(inquiry.question, now=inquiry.as_of or timezone.now())
