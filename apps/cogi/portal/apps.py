"""App configuration of portal."""

from __future__ import annotations

from django.apps import AppConfig
from django.core.checks import register

from cogi.portal.checks import check_reader_address


class PortalConfig(AppConfig):
    name = "cogi.portal"
    label = "cogi_portal"
    verbose_name = "Portal"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(check_reader_address)
