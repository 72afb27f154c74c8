"""ASGI routes that stand before Django's: ``URLRouter([*http_routes, re_path("", django)])``."""

from __future__ import annotations

from typing import Any

from channels.auth import AuthMiddlewareStack
from django.urls import URLPattern, path

from cogi.api.asgi import ProblemMiddleware
from cogi.api.streaming import AnswerStreamConsumer

# Django's type of a route knows views only.
_answer_stream: Any = ProblemMiddleware(AuthMiddlewareStack(AnswerStreamConsumer.as_asgi()))

http_routes: list[URLPattern] = [path("api/v1/answers/stream", _answer_stream)]
