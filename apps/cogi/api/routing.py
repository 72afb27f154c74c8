"""ASGI routes that stand before Django's: ``URLRouter([*http_routes, re_path("", django)])``."""

from __future__ import annotations

from channels.auth import AuthMiddlewareStack
from django.urls import URLPattern, path

from cogi.api.streaming import AnswerStreamConsumer

http_routes: list[URLPattern] = [
    path("api/v1/answers/stream", AuthMiddlewareStack(AnswerStreamConsumer.as_asgi())),
]
