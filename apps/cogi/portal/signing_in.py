"""The portal's own sign-in, for readers who are no staff and so cannot use the admin's."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponseBase

from cogi.portal.addresses import account
from cogi.portal.content_security import content_security_policy


class SignIn(LoginView):
    template_name = "cogi/portal/login.html"
    next_page = "cogi_portal:search"
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().dispatch(request, *args, **kwargs)
        response["Content-Security-Policy"] = content_security_policy()
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs, account=account(self.request))
