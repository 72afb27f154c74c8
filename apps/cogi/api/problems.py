"""A problem document (RFC 9457): the one shape in which the API reports that it did not do what was asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import JsonResponse

CONTENT_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:cogi:problem:"


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong and what the caller can do. ``name`` is stable, the other texts may be reworded."""

    name: str
    title: str
    status: int
    detail: str
    extensions: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def type(self) -> str:
        return TYPE_PREFIX + self.name

    def document(self, *, instance: str) -> dict[str, Any]:
        return {
            "type": self.type,
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "instance": instance,
            **self.extensions,
        }

    def response(self, *, instance: str) -> JsonResponse:
        return JsonResponse(
            self.document(instance=instance),
            status=self.status,
            content_type=CONTENT_TYPE,
            headers=dict(self.headers),
        )
