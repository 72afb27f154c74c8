"""Asks each engine what it thinks of the pages that only another one offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cogi.retrieval.engines import Candidate, Engine, Inquiry
from cogi.retrieval.engines.base import Offer
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.parallel import run_engines


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
    added: dict[str, Sequence[Candidate]] = {}
    for engine in engines:
        missing = frozenset(page.page_id for page in head if engine.name not in page.ranks)
        if engine.name in offers and missing:
            outcome = run_engines(
                [engine], replace(inquiry, pages=missing, completing=True), deadline=deadline
            )
            if engine.name in outcome.offers:
                added[engine.name] = outcome.offers[engine.name].candidates
    return added
