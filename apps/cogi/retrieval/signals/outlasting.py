"""A reranker reads texts and knows no signals: what they said moves its order as it moved the one before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, prod

from cogi.retrieval.adaptive_fusion import standardised
from cogi.retrieval.conf import conf
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.signals.relations import LONGEST_CHAIN, SUPERSEDED, Succession


def outlast(pages: Sequence[FusedPage], successions: Sequence[Succession]) -> Sequence[FusedPage]:
    """Return ``pages`` with those that a reranker scored in order of its standard score + ln Π factor.

    That is on the scale of the ranking profile, whose logistic scores are of sums of standard scores. They
    keep the places that they hold together, and no page stays before one that supersedes it.
    """
    scored = {page.page_id: page.reranked for page in pages if page.reranked is not None}
    if not scored or not (successions or any("signals" in page.notes for page in pages)):
        return pages
    sums = dict(zip(scored, standardised(list(scored), scored).tolist(), strict=True))
    for page in pages:
        if page.page_id in sums:
            sums[page.page_id] += log(_factor(page))
    found = [
        (old.page_id, new.page_id) for old, new in successions if {old.page_id, new.page_id} <= sums.keys()
    ]
    most = log(conf.signals.get(SUPERSEDED, 1.0))
    for _ in range(LONGEST_CHAIN if found else 0):
        for old, new in found:
            sums[old] = min(sums[old], sums[new] + most)
    ordered = iter(sorted((page for page in pages if page.page_id in sums), key=lambda p: -sums[p.page_id]))
    return [next(ordered) if page.page_id in sums else page for page in pages]


def _factor(page: FusedPage) -> float:
    said: Mapping[str, Mapping[str, float]] = page.notes.get("signals", {})
    return prod(each["factor"] for name, each in said.items() if name != SUPERSEDED)
