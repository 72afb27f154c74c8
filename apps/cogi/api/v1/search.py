"""GET search and GET suggest: decode, ask retrieval, encode."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Query, Router

from cogi.api.v1.schemas.problems import ProblemDocument
from cogi.api.v1.schemas.search import SearchQuery, SearchResponse, SuggestQuery, SuggestResponse
from cogi.corpus.perimeter import perimeter_for
from cogi.retrieval.encoding import as_json, suggestion_as_json
from cogi.retrieval.searching import search
from cogi.retrieval.suggesting import suggest

router = Router(tags=["search"])


@router.get(
    "search",
    response={200: SearchResponse, (404, 422, 503): ProblemDocument},
    exclude_unset=True,
    summary="Search pages",
    url_name="search",
)
def search_pages(request: HttpRequest, parameters: Query[SearchQuery]) -> SearchResponse:
    """Returns one hit for each page, the best first. Ask for more with `offset`."""
    results = search(
        parameters.q,
        perimeter=perimeter_for(request.user),
        scopes=parameters.scope or None,
        limit=parameters.limit,
        offset=parameters.offset,
        filters=parameters.filters(),
        as_of=parameters.as_of,
        explain=parameters.explain,
        context_uid=parameters.context_uid or None,
    )
    return SearchResponse.model_validate(as_json(results))


@router.get(
    "suggest",
    response={200: SuggestResponse, (404, 422, 503): ProblemDocument},
    summary="Complete what is being typed",
    url_name="suggest",
)
def suggest_titles(request: HttpRequest, parameters: Query[SuggestQuery]) -> SuggestResponse:
    """Returns pages and sections whose titles match; the last word may be unfinished."""
    suggestions = suggest(
        parameters.q,
        perimeter=perimeter_for(request.user),
        scopes=parameters.scope or None,
        limit=parameters.limit,
    )
    return SuggestResponse.model_validate(
        {"query": parameters.q, "suggestions": [suggestion_as_json(each) for each in suggestions]}
    )
