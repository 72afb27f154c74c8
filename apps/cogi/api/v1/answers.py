"""POST answers: the whole answer in one response, from the same events as the stream."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Body, Query, Router

from cogi.answers.asking import ask
from cogi.answers.encoding import as_json
from cogi.api.errors import StreamNeedsAsgi
from cogi.api.v1.schemas.answers import AnswerRequest, AnswerResponse, StreamQuery
from cogi.api.v1.schemas.problems import ProblemDocument
from cogi.corpus.perimeter import perimeter_for

router = Router(tags=["answers"])


@router.post(
    "answers",
    response={200: AnswerResponse, (404, 422, 503): ProblemDocument},
    summary="Ask a question",
    url_name="answers",
)
def answer(request: HttpRequest, asked: Annotated[AnswerRequest, Body()]) -> AnswerResponse:
    """Returns when the answer is complete; `answers/stream` sends it as it is written."""
    events = ask(
        asked.q,
        perimeter=perimeter_for(request.user),
        scopes=asked.scopes or None,
        turns=asked.earlier(),
    )
    return AnswerResponse.model_validate(as_json(events))


STREAM = """\
The answer as server-sent events (`text/event-stream`): `sources` first, then `token`…, then exactly one
`done` or `error`. Each event has an `id`, and `data` is one line of JSON.

* `sources`: `{"query", "sources": [{"number", "uid", "title", "url", "anchor", "scope", "trail",
  "snippet"}]}`
* `token`: `{"text"}`, Markdown; the texts concatenate to the answer
* `done`: `{"answer", "citations", "follow_ups", "degraded", "synthesizer", "found", "timings_ms",
  "scope_versions"}`
* `error`: `{"type", "title", "detail"}`, as in a problem document

A request that cannot be used (no question, an unknown scope) gets a problem document instead of a stream.
In silence a comment is sent now and then. A client that lost the connection sends the same request with
the last id that it saw as `Last-Event-ID`, for ten minutes, and gets the events that it lacks; after the
last one it gets 204, so that a browser's `EventSource` stops. Where there is nothing to resume, and for
whom may see less by now, the answer begins anew, `sources` first. `POST` takes the JSON of `POST answers`.
"""


@router.get(
    "answers/stream",
    response={200: None, (404, 422, 503): ProblemDocument},
    summary="Ask a question, streamed",
    description=STREAM,
    url_name="stream",
    openapi_extra={"responses": {200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}}},
)
def stream(request: HttpRequest, parameters: Query[StreamQuery]) -> None:  # noqa: ARG001 - declare the query
    raise StreamNeedsAsgi
