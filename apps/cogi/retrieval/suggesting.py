"""Suggestions for the search box: pages whose words complete what is being typed."""

from __future__ import annotations

from collections.abc import Sequence

from cogi.corpus.perimeter import Perimeter
from cogi.index.lexical import search_lexical
from cogi.retrieval.highlighting import highlighters
from cogi.retrieval.hydration import hydrate_pages
from cogi.retrieval.interpreting import interpret, lexical_query
from cogi.retrieval.results import Suggestion

CANDIDATES_PER_SUGGESTION = 10


def suggest(
    text: str, *, perimeter: Perimeter, scopes: Sequence[str] | None = None, limit: int = 8
) -> list[Suggestion]:
    """Return at most ``limit`` pages for ``text``, whose last word may be unfinished.

    Raises:
        InvalidQuestion: empty, or too long.
        UnknownScope: absent, or outside the perimeter.
    """
    asked = interpret(text, perimeter=perimeter, scopes=scopes)
    if not asked.parsed.has_words:
        return []
    matches = search_lexical(
        lexical_query(asked.parsed, complete_last_word=True),
        releases=[state.release for state in asked.scopes],
        limit=limit * CANDIDATES_PER_SUGGESTION,
        pages=asked.pages,
    )
    order = list(dict.fromkeys(match.page_id for match in matches.best))[:limit]
    shown = asked.parsed.corrected(matches.corrections)
    pages = hydrate_pages(order, perimeter=perimeter, scopes=asked.scopes)
    marker = highlighters(shown.text, shown.phrases)
    return [
        Suggestion(
            title=page.title,
            title_html=marker(page.scope.language).mark(page.title),
            url=page.url,
            uid=page.uid,
            kind=page.kind,
            scope=page.scope.slug,
            breadcrumbs=page.breadcrumbs,
        )
        for page in (pages[pk] for pk in order if pk in pages)
    ]
