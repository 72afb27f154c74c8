"""URLs of the API; a project includes them under ``api/v1/``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.urls import path, re_path
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import conditional_page
from django.views.generic import RedirectView

from cogi.api.errors import MethodNotAllowed, problem_for
from cogi.api.v1.api import api

View = Callable[..., HttpResponseBase]


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
    methods = sorted(allowed.split(", "))
    return problem_for(MethodNotAllowed(request.method or "", allowed=methods)).response(
        instance=request.path
    )


@csrf_exempt
def not_found(request: HttpRequest) -> HttpResponse:
    return problem_for(Http404()).response(instance=request.path)


endpoints, _, namespace = api.urls
for endpoint in endpoints:
    endpoint.callback = conditional_page(for_one_viewer(cast("View", endpoint.callback)))

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="cogi_api:openapi-view")),
    path("", (endpoints, namespace, namespace)),
    re_path(r"", for_one_viewer(not_found)),
]
