"""System checks: each configured model backend can be built and has what it needs on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ImproperlyConfigured

from cogi.conf import check_settings
from cogi.inference.backends import Backend, BackendHandler
from cogi.inference.chat import chats
from cogi.inference.conf import InferenceSettings
from cogi.inference.embedders import embedders
from cogi.inference.rerankers import rerankers
from cogi.inference.sparse import sparse_encoders


@register("cogi_inference")
def check_inference(**_: Any) -> list[CheckMessage]:
    wrong_types = check_settings(InferenceSettings, check_id="cogi_inference.E001")
    if wrong_types:
        return [*wrong_types]
    handlers: tuple[BackendHandler[Any], ...] = (embedders, rerankers, sparse_encoders, chats)
    return [message for handler in handlers for message in _check_backends(handler)]


def _check_backends(handler: BackendHandler[Any]) -> Iterator[CheckMessage]:
    for alias in handler:
        try:
            backend: Backend | None = handler.create(alias)
        except ImproperlyConfigured as exc:
            yield Error(
                str(exc),
                hint=f"Correct {handler.setting}[{alias!r}], or set it to None to go without it.",
                id="cogi_inference.E002",
            )
            continue
        if backend is not None:
            yield from backend.check()
            backend.close()
