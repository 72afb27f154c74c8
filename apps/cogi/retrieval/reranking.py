"""Lets a reranker order the head of the fused pages; one that is late or fails leaves the order as it is."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import ImproperlyConfigured

from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter
from cogi.index.pending import passage_text
from cogi.inference.rerankers import Reranker, RerankError, default_reranker
from cogi.inference.rerankers.base import Scores
from cogi.retrieval.conf import conf
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.hydration import hydrate_passages
from cogi.retrieval.results import Degradation
from cogi.retrieval.scopes import ScopeState
from cogi.retrieval.thread_pools import result_by, thread_pool

logger = logging.getLogger(__name__)

STAGE = "reranker"


@dataclass(frozen=True, slots=True)
class Reranking:
    """The pages in their final order, and why the reranker had no say, or not the whole one."""

    pages: Sequence[FusedPage]
    degraded: Sequence[Degradation] = ()


def rerank(
    fused: Sequence[FusedPage],
    question: str,
    *,
    perimeter: Perimeter,
    scopes: Sequence[ScopeState],
    deadline: float,
) -> Reranking:
    """Order the first ``COGI_RERANK_CANDIDATES`` pages by their best passage's reranker score.

    Texts come through the gate, and the model is sent none above its own clearance: pages that it may not
    read keep their places. It works in a thread until ``deadline`` (``time.monotonic()`` seconds) or for
    ``COGI_RERANK_DEADLINE``, whichever ends first.
    """
    head = fused[: conf.rerank_candidates]
    limit = min(time.monotonic() + conf.rerank_deadline, deadline)
    try:
        reranker = default_reranker() if head else None
    except ImproperlyConfigured:
        logger.exception("retrieval.reranker.failed")
        return Reranking(fused, [Degradation(STAGE, "error")])
    if reranker is None:
        return Reranking(fused)
    texts = _texts(head, reranker, perimeter=perimeter, scopes=scopes)
    if not texts:
        return Reranking(fused, [Degradation(STAGE, "clearance")])
    scores, reason = _score(reranker, question, list(texts.values()), limit=limit)
    if scores is None:
        return Reranking(fused, [Degradation(STAGE, reason)])
    ordered = _reorder(head, dict(zip(texts, scores.tolist(), strict=True)))
    incomplete = [] if len(texts) == len(head) else [Degradation(STAGE, "incomplete")]
    return Reranking([*ordered, *fused[len(head) :]], incomplete)


def _texts(
    head: Sequence[FusedPage], reranker: Reranker, *, perimeter: Perimeter, scopes: Sequence[ScopeState]
) -> dict[int, str]:
    """Return the text of each page's best passage, by page id, as far as the model may read it."""
    capped = perimeter.capped(reranker.clearance)
    readable = scopes if capped == perimeter else _unsealed(scopes)
    best = {page.page_id: page.best_passages(1)[0] for page in head}
    passages = hydrate_passages(best.values(), perimeter=capped, scopes=readable)
    return {
        page_id: passage_text(passages[pk].trail, passages[pk].text)
        for page_id, pk in best.items()
        if pk in passages
    }


def _unsealed(scopes: Sequence[ScopeState]) -> list[ScopeState]:
    """Leave out scopes read at a release from before something in them was classified higher."""
    sealed_before = dict(
        Scope.objects.filter(pk__in=[scope.id for scope in scopes]).values_list("pk", "readable_from")
    )
    return [scope for scope in scopes if scope.release_number >= sealed_before.get(scope.id, 0)]


def _score(
    reranker: Reranker, question: str, texts: Sequence[str], *, limit: float
) -> tuple[Scores | None, str]:
    """Return the scores, or None and the reason that ``degraded`` shows."""
    future = thread_pool(STAGE).submit(_score_in_thread, reranker, question, texts)
    # One that is late and has begun goes on: what it learns of the texts may serve the next question.
    return result_by(future, limit) or (None, "deadline")


def _score_in_thread(reranker: Reranker, question: str, texts: Sequence[str]) -> tuple[Scores | None, str]:
    try:
        return reranker.rerank(question, texts), ""
    except RerankError as error:
        logger.warning("retrieval.reranker.failed error=%s", error)
        return None, error.reason
    except Exception:
        # Whatever breaks in a model must not take the engines' answer away.
        logger.exception("retrieval.reranker.failed")
        return None, "error"


def _reorder(head: Sequence[FusedPage], scores: Mapping[int, float]) -> list[FusedPage]:
    """Return ``head`` with the scored pages in order of score on the places that they hold together."""
    for page in head:
        page.reranked = scores.get(page.page_id)
    scored = iter(sorted((p for p in head if p.page_id in scores), key=lambda p: -scores[p.page_id]))
    return [next(scored) if page.page_id in scores else page for page in head]
