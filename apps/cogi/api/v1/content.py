"""GET content: one node as the caller may read it."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Query, Router

from cogi.api.v1.schemas.problems import ProblemDocument

router = Router(tags=["content"])
