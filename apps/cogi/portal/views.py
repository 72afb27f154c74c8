"""The search page: a shell that scripts bring to life, complete with results for readers without them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cogi.corpus.perimeter import perimeter_for
from cogi.portal.addresses import account, endpoints
from cogi.portal.asked import Asked
from cogi.portal.content_security import content_security_policy
from cogi.portal.outcome import outcome_of
from cogi.portal.scope_choices import scope_choices

STYLESHEETS = tuple(
    f"cogi/portal/css/{name}.css" for name in ("tokens", "page", "search", "results", "answer")
)


@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    asked = Asked.read(request.GET.dict())
    perimeter = perimeter_for(request.user)
    outcome = outcome_of(asked, perimeter=perimeter)
    context = {
        "asked": asked,
        "outcome": outcome,
        "scopes": scope_choices(perimeter),
        "endpoints": endpoints(),
        "account": account(request),
        "stylesheets": STYLESHEETS,
    }
    headers = {
        "Content-Security-Policy": content_security_policy(),
        "Cache-Control": "private, no-store",
        "Vary": "Cookie",
    }
    response = render(request, "cogi/portal/search.html", context, status=outcome.status)
    for name, value in headers.items():
        response[name] = value
    return response
