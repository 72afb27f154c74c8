"""System checks of the portal."""

from __future__ import annotations

from typing import Any

from django.core import checks
from django.urls import NoReverseMatch, reverse

from cogi.retrieval.conf import conf


def check_reader_address(**_: Any) -> list[checks.CheckMessage]:
    """Links to pages that are published nowhere else must lead to the portal's reader."""
    try:
        served = reverse("cogi_portal:reader", args=("product", "version", "locale"))
    except NoReverseMatch:
        return []
    path = served.removesuffix("product/version/locale/")
    if path.rstrip("/") == conf.reader_path.rstrip("/"):
        return []
    return [
        checks.Warning(
            f"The portal's reader is at {path}, but search results lead to {conf.reader_path}.",
            hint=f"Set COGI_READER_PATH to {path!r}.",
            id="cogi_portal.W001",
        )
    ]
