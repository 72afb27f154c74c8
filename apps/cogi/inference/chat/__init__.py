"""Chat models write answers; ``default_chat()`` is None where answers are extracted instead."""

from __future__ import annotations

from cogi.inference.backends import DEFAULT_ALIAS, BackendHandler
from cogi.inference.chat.base import Chat, ChatError, Message
from cogi.inference.conf import conf

__all__ = ["Chat", "ChatError", "Message", "chats", "default_chat"]

chats: BackendHandler[Chat] = BackendHandler("COGI_CHAT", configured=lambda: conf.chat, base=Chat)


def default_chat() -> Chat | None:
    return chats[DEFAULT_ALIAS] if DEFAULT_ALIAS in conf.chat else None
