"""GET facts: what holds, at one moment in the world and one moment on record."""

from __future__ import annotations

from dataclasses import asdict

from django.http import HttpRequest
from ninja import Query, Router

from cogi.api.v1.schemas.facts import FactsQuery, FactsResponse
from cogi.api.v1.schemas.problems import ProblemDocument
from cogi.corpus.perimeter import perimeter_for
from cogi.retrieval.facts.listing import list_facts

router = Router(tags=["facts"])


@router.get(
    "facts",
    response={200: FactsResponse, (404, 422, 503): ProblemDocument},
    summary="List facts as of a moment",
    url_name="facts",
)
def facts(request: HttpRequest, parameters: Query[FactsQuery]) -> FactsResponse:
    """What is true now, as it is believed now, unless `valid_at` or `known_at` say otherwise.

    Of several levels that speak of one thing you get the most classified that you may see.
    """
    found = list_facts(
        parameters.query(),
        perimeter=perimeter_for(request.user),
        scopes=parameters.scope or None,
        limit=parameters.limit,
        offset=parameters.offset,
    )
    return FactsResponse.model_validate(asdict(found))
