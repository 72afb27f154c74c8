"""URLs of the API; a project includes them under ``api/v1/``."""

from __future__ import annotations

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView

from cogi.api.errors import problem_for
from cogi.api.http import View, as_endpoint
from cogi.api.v1.api import api


@csrf_exempt
def not_found(request: HttpRequest) -> HttpResponse:
    return problem_for(Http404()).response(instance=request.path)


endpoints, _, namespace = api.urls
for endpoint in endpoints:
    endpoint.callback = as_endpoint(cast("View", endpoint.callback))

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="cogi_api:openapi-view")),
    path("", (endpoints, namespace, namespace)),
    re_path(r"", as_endpoint(not_found)),
]
