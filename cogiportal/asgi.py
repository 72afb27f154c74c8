"""ASGI entry point: Channels consumers first, Django for every other path."""

from __future__ import annotations

import os
from typing import Any, cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cogiportal.settings")
django_application = get_asgi_application()  # loads the apps, which the imports below need

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import re_path  # noqa: E402

from cogi.api.routing import http_routes  # noqa: E402
from cogi.retrieval.warming import warm_up_in_background  # noqa: E402

# channels-stubs and django-stubs disagree on what a route may hold; Channels documents this form.
_routes: list[Any] = [*http_routes, re_path(r"", cast("Any", django_application))]
application = ProtocolTypeRouter({"http": URLRouter(_routes)})

# The first question would otherwise wait for the model beyond its deadline.
warm_up_in_background()
