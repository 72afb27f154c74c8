"""Markdown of the corpus as HTML: raw markup stays text, and no address but the web's becomes a link."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt


def as_html(markdown: str) -> SafeString:
    html: str = _renderer().render(markdown)
    return mark_safe(html)  # noqa: S308 - the renderer escapes all markup


@lru_cache(maxsize=1)
def _renderer() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
