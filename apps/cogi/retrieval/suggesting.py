"""Suggestions for the search box: pages whose words complete what is being typed."""

from __future__ import annotations

from collections.abc import Sequence

from cogi.corpus.perimeter import Perimeter
from cogi.index.lexical import search_lexical
from cogi.retrieval.highlighting import highlighter
from cogi.retrieval.hydration import hydrate_pages
from cogi.retrieval.questions import clean_question
from cogi.retrieval.results import Suggestion
from cogi.retrieval.scopes import read_scopes

CANDIDATES_PER_SUGGESTION = 10


def suggest(
    text: str, *, perimeter: Perimeter, scopes: Sequence[str] | None = None, limit: int = 8
) -> list[Suggestion]:
    """Return at most ``limit`` pages for ``text``, whose last word may be unfinished.

    Raises:
        InvalidQuestion: empty, or too long.
        UnknownScope: absent, or outside the perimeter.
    """
    typed = clean_question(text)
    states = read_scopes(perimeter, slugs=scopes)
    matches = search_lexical(
        typed,
        releases=[state.release for state in states],
        limit=limit * CANDIDATES_PER_SUGGESTION,
        complete_last_word=True,
    )
    order = list(dict.fromkeys(match.page_id for match in matches.best))[:limit]
    pages = hydrate_pages(order, perimeter=perimeter, scopes=states)
    return [
        Suggestion(
            title=page.title,
            title_html=highlighter(typed, page.scope.language).mark(page.title),
            url=page.url,
            uid=page.uid,
            kind=page.kind,
            scope=page.scope.slug,
            breadcrumbs=page.breadcrumbs,
        )
        for page in (pages[pk] for pk in order if pk in pages)
    ]
