"""The ready site: settings, URLs, ASGI and Celery for the ``cogi`` apps, with no domain logic of its own."""

from __future__ import annotations

import sys
from pathlib import Path

# `apps/` is a source root; with it on the path here, every entry point of the site finds `cogi`.
if (_apps := str(Path(__file__).resolve().parent.parent / "apps")) not in sys.path:
    sys.path.insert(0, _apps)

from cogiportal.celery import app as celery_app

__all__ = ["celery_app"]
