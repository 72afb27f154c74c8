"""ASGI entry point: Channels consumers first, Django for every other path."""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cogiportal.settings")
django_application = get_asgi_application()  # loads the apps, which the imports below need

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import re_path  # noqa: E402

from cogi.api.routing import http_routes  # noqa: E402

application = ProtocolTypeRouter(
    {"http": URLRouter([*http_routes, re_path(r"", django_application)])},
)
