"""System checks of retrieval."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.checks import CheckMessage, Error, register

from cogi.conf import check_settings
from cogi.retrieval.conf import RetrievalSettings, conf
from cogi.retrieval.profiles import InvalidProfile, configured_profile


@register("cogi_retrieval")
def check_retrieval(**_: Any) -> list[CheckMessage]:
    wrong_types = check_settings(RetrievalSettings, check_id="cogi_retrieval.E001")
    return [*wrong_types] or [*check_profile(), *check_signals()]


def check_profile() -> list[CheckMessage]:
    try:
        configured_profile()
    except InvalidProfile as error:
        return [Error(str(error), hint=RetrievalSettings.ranking_profile.help, id="cogi_retrieval.E002")]
    return []


def check_signals() -> Iterator[CheckMessage]:
    known = RetrievalSettings.signals.default
    configured: Mapping[str, object] = conf.signals
    for name, factor in configured.items():
        if name not in known:
            yield _wrong_signal(f"COGI_SIGNALS names “{name}”; there are {', '.join(known)}.")
        elif not isinstance(factor, int | float) or factor <= 0:
            yield _wrong_signal(
                f"The factor of “{name}” in COGI_SIGNALS is {factor!r}; give a number above 0."
            )


def _wrong_signal(message: str) -> Error:
    return Error(message, hint=RetrievalSettings.signals.help, id="cogi_retrieval.E003")
