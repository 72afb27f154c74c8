"""The Celery application. A message is a hint; what has to be done is written in the database."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cogiportal.settings")

app = Celery("cogiportal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
