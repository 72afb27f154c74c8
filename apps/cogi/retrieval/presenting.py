"""Turns fused pages into hits: hydrated through the gate, highlighted, grouped by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.conf import conf
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.highlighting import Highlighter, highlighters
from cogi.retrieval.hydration import PageText, PassageText, hydrate_pages, hydrate_passages
from cogi.retrieval.query_language import ParsedQuestion
from cogi.retrieval.results import Hit, PassageHit
from cogi.retrieval.scopes import ScopeState


def present(
    question: ParsedQuestion,
    fused: Sequence[FusedPage],
    *,
    perimeter: Perimeter,
    scopes: Sequence[ScopeState],
    explain: bool,
) -> list[Hit]:
    """Return one hit for each page that the gate lets through, in the fused order."""
    count = conf.passages_per_hit
    chosen = {page.page_id: page.best_passages(count) for page in fused}
    ids = [pk for passages in chosen.values() for pk in passages]
    passages = hydrate_passages(ids, perimeter=perimeter, scopes=scopes)
    pages = hydrate_pages(chosen, perimeter=perimeter, scopes=scopes)
    marker_of = highlighters(question.text, question.phrases)
    hits = []
    for page in fused:
        shown = [passages[pk] for pk in chosen[page.page_id] if pk in passages]
        if page.page_id in pages and shown:
            text = pages[page.page_id]
            hits.append(_hit(marker_of(text.scope.language), page, text, shown, explain=explain))
    return hits


def _hit(
    marker: Highlighter, fused: FusedPage, page: PageText, shown: Sequence[PassageText], *, explain: bool
) -> Hit:
    words = conf.snippet_words
    passages = [
        PassageHit(
            id=passage.id,
            anchor=passage.anchor,
            url=_with_anchor(page.url, passage.anchor),
            trail=passage.trail,
            snippet=marker.snippet(passage.text, words=words),
            text=passage.text,
            score=round(fused.passages[passage.id], 6),
        )
        for passage in shown
    ]
    return Hit(
        uid=page.uid,
        kind=page.kind,
        title=page.title,
        title_html=marker.mark(page.title),
        url=passages[0].url,
        path=page.path,
        anchor=passages[0].anchor,
        breadcrumbs=page.breadcrumbs,
        snippet=passages[0].snippet,
        score=round(fused.score, 6),
        scope=page.scope.slug,
        passages=passages,
        explanation=_explanation(fused) if explain else None,
    )


def _with_anchor(url: str, anchor: str) -> str:
    return f"{url}#{anchor}" if anchor else url


def _explanation(fused: FusedPage) -> Mapping[str, Any]:
    return {
        "rrf": round(fused.rrf, 6),
        "score": round(fused.score, 6),
        "engines": {
            name: {"rank": rank.rank, "score": round(rank.score, 6), "term": round(rank.term, 6)}
            for name, rank in fused.ranks.items()
        },
        "reranker": None if fused.reranked is None else round(fused.reranked, 6),
        **fused.notes,
    }
