"""Names a search by everything that its results depend on, so that equal names mean equal results."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Any

from django.core.signals import setting_changed
from django.dispatch import receiver

from cogi.conf import Settings
from cogi.corpus.perimeter import Perimeter
from cogi.index.analysis import ANALYSIS_VERSION
from cogi.index.conf import IndexSettings
from cogi.inference.conf import InferenceSettings
from cogi.retrieval.conf import RetrievalSettings
from cogi.retrieval.filtering import Filters
from cogi.retrieval.interpreting import Interpretation

PIPELINE_VERSION = 3
"""To be raised when the same question gives other results, or results have another form, than before."""


def result_key(
    asked: Interpretation, *, perimeter: Perimeter, filters: Filters | None, limit: int, offset: int
) -> str:
    """Return the key of a search: its question, the scopes as they were read, who asks, and the set-up.

    The scopes' states hold their versions, which grow with every change that can alter results.
    """
    depends_on = (
        asked.parsed.question,
        filters,
        asked.as_of,
        asked.context_uid,
        tuple(asked.scopes),
        perimeter.digest,
        limit,
        offset,
        _set_up(),
    )
    return f"cogi:results:{sha256(repr(depends_on).encode()).hexdigest()}"


@cache
def _set_up() -> str:
    """Return a digest of all settings, which name the models, and of the code's own versions."""
    packages: tuple[type[Settings], ...] = (RetrievalSettings, IndexSettings, InferenceSettings)
    values = [list(_values(package)) for package in packages]
    return sha256(repr((PIPELINE_VERSION, ANALYSIS_VERSION, values)).encode()).hexdigest()


def _values(package: type[Settings]) -> Iterator[tuple[str, Any]]:
    conf = package()
    return ((setting.name, setting.__get__(conf, package)) for setting in package.declared())


@receiver(setting_changed)
def _forget_set_up(**_: object) -> None:
    _set_up.cache_clear()
