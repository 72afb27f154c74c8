"""Asks each engine what it thinks of the pages that only another one offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cogi.retrieval.engines import Candidate, Engine, Inquiry
from cogi.retrieval.engines.base import Offer
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.parallel import run_in_turn


def complete(
    engines: Sequence[Engine],
    inquiry: Inquiry,
    head: Sequence[FusedPage],
    offers: Mapping[str, Offer],
    *,
    deadline: float,
) -> dict[str, Sequence[Candidate]]:
    """Return for each engine of ``offers`` its candidates in those pages of ``head`` that it did not offer.

    An engine that is late or fails adds nothing, nor does one that offered nothing.
    """
    inquiries = []
    for engine in engines:
        missing = [page for page in head if engine.name not in page.ranks]
        if engine.name in offers and offers[engine.name].candidates and missing:
            pages = frozenset(page.page_id for page in missing)
            passages = [pk for page in missing for pk in page.passages]
            inquiries.append((engine, replace(inquiry, pages=pages, completing=passages)))
    if not inquiries:
        return {}
    found = run_in_turn(inquiries, deadline=deadline)
    return {name: offer.candidates for name, offer in found.items()}
