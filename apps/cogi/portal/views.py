"""The portal's pages. The search page is complete without scripts; they make it instant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from cogi.corpus.perimeter import perimeter_for
from cogi.portal.addresses import account, endpoints
from cogi.portal.asked import Asked
from cogi.portal.content_security import content_security_policy
from cogi.portal.outcome import outcome_of
from cogi.portal.reading import read_page
from cogi.portal.scope_choices import scope_choices
from cogi.retrieval.errors import NodeNotFound, UnknownScope


@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    asked = Asked.read(request.GET.dict())
    perimeter = perimeter_for(request.user)
    outcome = outcome_of(asked, perimeter=perimeter)
    context = {"asked": asked, "outcome": outcome, "scopes": scope_choices(perimeter)}
    return _page(request, "cogi/portal/search.html", context, status=outcome.status)


@require_safe
def reader_page(
    request: HttpRequest, *, product: str, version: str, locale: str, url: str = ""
) -> HttpResponse:
    scope = f"{product}/{version}/{locale}"
    try:
        page = read_page(scope=scope, url=url, perimeter=perimeter_for(request.user))
    except (NodeNotFound, UnknownScope):
        return _page(request, "cogi/portal/missing.html", {}, status=404)
    return _page(request, "cogi/portal/reader.html", {"page": page, "scope": scope})


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Pages that name no icon of their own, such as the admin's, are asked for this one."""
    return redirect(static("cogi/portal/logo.svg"))


def _page(
    request: HttpRequest, template: str, context: Mapping[str, Any], *, status: int = 200
) -> HttpResponse:
    shared = {"endpoints": endpoints(), "account": account(request)}
    response = render(request, template, {**shared, **context}, status=status)
    response["Content-Security-Policy"] = content_security_policy()
    response["Cache-Control"] = "private, no-store"
    response["Vary"] = "Cookie"
    return response
