"""App configuration of the graph."""

from __future__ import annotations

from django.apps import AppConfig


class GraphConfig(AppConfig):
    name = "cogi.graph"
    label = "cogi_graph"
    verbose_name = "Graph"
    default_auto_field = "django.db.models.BigAutoField"
