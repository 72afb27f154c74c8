"""App configuration of the index; connects it to publishing."""

from __future__ import annotations

from django.apps import AppConfig


class IndexConfig(AppConfig):
    name = "cogi.index"
    label = "cogi_index"
    verbose_name = "Index"
    default_auto_field = "django.db.models.BigAutoField"
