"""URLs of the portal; a project includes them at its root."""

from __future__ import annotations

from django.urls import path

from cogi.portal.views import reader_page, search_page

app_name = "cogi_portal"

READER = "docs/<slug:product>/<str:version>/<str:locale>/"

urlpatterns = [
    path("", search_page, name="search"),
    path(READER, reader_page, name="reader"),
    path(f"{READER}<path:url>", reader_page, name="reader"),
]
