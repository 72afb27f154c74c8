"""System checks of retrieval."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, register

from cogi.conf import check_settings
from cogi.retrieval.conf import RetrievalSettings
from cogi.retrieval.profiles import InvalidProfile, configured_profile


@register("cogi_retrieval")
def check_retrieval(**_: Any) -> list[CheckMessage]:
    wrong_types = check_settings(RetrievalSettings, check_id="cogi_retrieval.E001")
    return [*wrong_types] or check_profile()


def check_profile() -> list[CheckMessage]:
    try:
        configured_profile()
    except InvalidProfile as error:
        return [Error(str(error), hint=RetrievalSettings.ranking_profile.help, id="cogi_retrieval.E002")]
    return []
