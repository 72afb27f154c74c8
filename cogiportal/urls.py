"""URLs of the site: the API, the admin, and the portal at the root."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from cogi.api.health import healthz

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("cogi.api.urls")),
    path("healthz", healthz),
    path("", include("cogi.portal.urls")),
]
