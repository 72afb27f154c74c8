"""App configuration of portal."""

from __future__ import annotations

from django.apps import AppConfig


class PortalConfig(AppConfig):
    name = "cogi.portal"
    label = "cogi_portal"
    verbose_name = "Portal"
    default_auto_field = "django.db.models.BigAutoField"
