"""WSGI entry point for hosts without ASGI: everything but the answer stream."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cogiportal.settings")
application = get_wsgi_application()
