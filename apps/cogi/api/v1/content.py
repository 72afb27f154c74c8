"""GET content: one node whole, as the caller may read it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router

from cogi.api.v1.schemas.content import ContentQuery, ContentResponse
from cogi.api.v1.schemas.fields import Storable
from cogi.api.v1.schemas.problems import ProblemDocument
from cogi.corpus.perimeter import perimeter_for
from cogi.retrieval.reading import read_node

router = Router(tags=["content"])

Uid = Annotated[
    Storable,
    Path(description="From a search hit; write `#` as `%23`.", examples=["topics/auth/default"]),
]


@router.get(
    "content/{path:uid}",
    response={200: ContentResponse, (404, 422, 503): ProblemDocument},
    summary="Read a page, or a part of one",
    url_name="content",
)
def read_content(
    request: HttpRequest, response: HttpResponse, uid: Uid, parameters: Query[ContentQuery]
) -> ContentResponse:
    """A part (a section, a symbol) comes with the parts below it. The `ETag` tells whether it has changed."""
    reading = read_node(
        uid, perimeter=perimeter_for(request.user), scope=parameters.scope, as_of=parameters.as_of
    )
    # May be kept by the reader's own cache, which asks each time whether it still holds.
    response["Cache-Control"] = "private, no-cache"
    return ContentResponse.model_validate(asdict(reading))
