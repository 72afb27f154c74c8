"""Asks each engine what it thinks of the pages that only another one offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cogi.retrieval.engines import Candidate, Engine, Inquiry
from cogi.retrieval.engines.base import Offer
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.parallel import run_inquiries


def complete(
    engines: Sequence[Engine],
    inquiry: Inquiry,
    head: Sequence[FusedPage],
    offers: Mapping[str, Offer],
    *,
    deadline: float,
) -> dict[str, Sequence[Candidate]]:
    """Return for each engine of ``offers`` its candidates in those pages of ``head`` that it did not offer.

    An engine that is late or fails adds nothing.
    """
    missing = {
        engine: frozenset(page.page_id for page in head if engine.name not in page.ranks)
        for engine in engines
        if engine.name in offers
    }
    inquiries = [
        (engine, replace(inquiry, pages=pages, completing=True)) for engine, pages in missing.items() if pages
    ]
    outcome = run_inquiries(inquiries, deadline=deadline)
    return {name: offer.candidates for name, offer in outcome.offers.items()}
