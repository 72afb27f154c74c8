"""URLs of the portal; a project includes them at its root."""

from __future__ import annotations

from django.urls import path

from cogi.portal.views import search_page

app_name = "cogi_portal"

urlpatterns = [path("", search_page, name="search")]
