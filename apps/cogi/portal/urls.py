"""URLs of the portal; a project includes them at its root."""

from __future__ import annotations

from django.contrib.auth.views import LogoutView
from django.urls import path

from cogi.portal.signing_in import SignIn
from cogi.portal.views import favicon, reader_page, search_page

app_name = "cogi_portal"

READER = "docs/<slug:product>/<str:version>/<str:locale>/"

urlpatterns = [
    path("", search_page, name="search"),
    path("favicon.ico", favicon),
    path("login/", SignIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(next_page="cogi_portal:search"), name="logout"),
    path(READER, reader_page, name="reader"),
    path(f"{READER}<path:url>", reader_page, name="reader"),
]
