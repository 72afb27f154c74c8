"""What HTTP asks of every endpoint and ninja leaves out: HEAD, refused methods, caches."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import conditional_page

from cogi.api.errors import MethodNotAllowed, problem_for

View = Callable[..., HttpResponseBase]


def as_endpoint(view: View) -> View:
    return conditional_page(answering_head(for_one_viewer(view)))


def answering_head(view: View) -> View:
    """Answer HEAD as GET; the server leaves out the body."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.method != "HEAD":
            return view(request, *args, **kwargs)
        request.method = "GET"
        try:
            return view(request, *args, **kwargs)
        finally:
            request.method = "HEAD"

    return wrapped


def for_one_viewer(view: View) -> View:
    """Keep responses out of shared caches: they depend on who asks."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        if isinstance(response, HttpResponseNotAllowed):
            response = _not_allowed(request, response["Allow"])
        response.headers.setdefault("Cache-Control", "private, no-store")
        patch_vary_headers(response, ["Cookie"])
        return response

    return wrapped


def _not_allowed(request: HttpRequest, allowed: str) -> HttpResponse:
    error = MethodNotAllowed(request.method or "", allowed=sorted(allowed.split(", ")))
    return problem_for(error).response(instance=request.path)
