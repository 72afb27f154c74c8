"""Which learned models there are; ``None`` for an alias means that Cogiportal works without it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cogi.conf import Setting, Settings

BackendSettings = Mapping[str, Mapping[str, Any] | None]


class InferenceSettings(Settings):
    embedders: Setting[BackendSettings] = Setting(
        "COGI_EMBEDDERS",
        {"default": {"BACKEND": "cogi.inference.embedders.local.LocalTransformerEmbedder"}},
        kind=Mapping,
        help="Map aliases to {'BACKEND': dotted path, 'OPTIONS': {…}}; default None: lexical search.",
    )
    rerankers: Setting[BackendSettings] = Setting(
        "COGI_RERANKERS",
        {"default": None},
        kind=Mapping,
        help="Map aliases to {'BACKEND': dotted path, 'OPTIONS': {…}}; default None: the fused order stands.",
    )
    sparse_encoders: Setting[BackendSettings] = Setting(
        "COGI_SPARSE_ENCODERS",
        {"default": None},
        kind=Mapping,
        help="Map aliases to {'BACKEND': dotted path, 'OPTIONS': {…}}; default None: no sparse engine.",
    )
    chat: Setting[BackendSettings] = Setting(
        "COGI_CHAT",
        {"default": None},
        kind=Mapping,
        help="Map aliases to {'BACKEND': dotted path, 'OPTIONS': {…}}; default None: extractive answers.",
    )


conf = InferenceSettings()
