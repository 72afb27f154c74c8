"""The ready site: settings, URLs, ASGI and Celery for the ``cogi`` apps, with no domain logic of its own."""

from __future__ import annotations

from cogiportal.celery import app as celery_app

__all__ = ["celery_app"]
