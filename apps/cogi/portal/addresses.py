"""Where the page's links and requests go; a part that the site does not install has no address."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.conf.global_settings import LOGIN_URL
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.urls import NoReverseMatch, reverse


@dataclass(frozen=True, slots=True)
class Endpoints:
    """The API that the page's scripts call."""

    search: str
    answers: str
    docs: str


@dataclass(frozen=True, slots=True)
class Account:
    """Signing in and out, and the admin."""

    login: str
    logout: str
    admin: str


def endpoints() -> Endpoints:
    return Endpoints(
        search=reverse("cogi_api:search"),
        answers=reverse("cogi_api:stream"),
        docs=reverse("cogi_api:openapi-view"),
    )


def account(request: HttpRequest) -> Account:
    back = urlencode({"next": request.get_full_path()})
    return Account(
        login=f"{_login_address()}?{back}",
        logout=reverse("cogi_portal:logout"),
        admin=_admin_address(),
    )


def _login_address() -> str:
    """Return the project's own LOGIN_URL when it sets one, else the portal's."""
    configured = resolve_url(settings.LOGIN_URL)
    return configured if configured != LOGIN_URL else reverse("cogi_portal:login")


def _admin_address() -> str:
    try:
        return reverse("admin:index")
    except NoReverseMatch:
        return ""
