"""Heading anchors as the published site makes them: the slug rules of Python-Markdown and of GitHub."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal

SlugStyle = Literal["github", "python-markdown", "pymdownx", "docutils"]

_COUNTED = re.compile(r"^(.*)_([0-9]+)$")


def github_slug(text: str) -> str:
    """github-slugger 2: lower-case, keep letters, marks, digits, connectors, ``-``; spaces to ``-``."""
    kept = (c for c in text.lower() if c in " -" or _is_github_word(c))
    return "".join(kept).replace(" ", "-")


def _is_github_word(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in "LM" or category in {"Nd", "Nl", "Pc"}


def python_markdown_slug(text: str) -> str:
    """The ``toc`` extension's default ``slugify`` (ASCII only)."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    words = re.sub(r"[^\w\s-]", "", ascii_text).strip().lower()
    return re.sub(r"[-\s]+", "-", words)


def pymdownx_slug(text: str) -> str:
    """``pymdownx.slugs.slugify`` with ``case: lower``: Unicode letters stay."""
    normal = unicodedata.normalize("NFC", text).strip().lower()
    return re.sub(r"[^\w\- ]", "", normal).replace(" ", "-")


def docutils_slug(text: str) -> str:
    """``docutils.nodes.make_id``: ASCII letters and digits, beginning with a letter."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    words = re.sub(r"[^a-z0-9]+", "-", " ".join(ascii_text.split()))
    return re.sub(r"^[-0-9]+|-+$", "", words)


_SLUGS = {
    "github": github_slug,
    "python-markdown": python_markdown_slug,
    "pymdownx": pymdownx_slug,
    "docutils": docutils_slug,
}


class Anchors:
    """Hands out the anchors of one page, each once, counting repetitions as the site does."""

    def __init__(self, style: SlugStyle, *, reserved: Iterable[str] = ()) -> None:
        self._slug = _SLUGS[style]
        self._style = style
        self._numbered = 0
        self._used: dict[str, int] = dict.fromkeys(reserved, 0)

    def explicit(self, anchor: str) -> str:
        self._used.setdefault(anchor, 0)
        return anchor

    def take(self, text: str) -> str:
        slug = self._slug(text)
        anchor = self._free(slug)
        self._used[anchor] = 0
        return anchor

    def _free(self, slug: str) -> str:
        if self._style == "github":
            return self._next_github(slug)
        return self._next_docutils(slug) if self._style == "docutils" else self._next_python(slug)

    def _next_docutils(self, slug: str) -> str:
        """Number what has no id of its own through the page: ``id1``, ``id2``."""
        while not slug or slug in self._used:
            self._numbered += 1
            slug = f"id{self._numbered}"
        return slug

    def _next_github(self, slug: str) -> str:
        anchor = slug
        while anchor in self._used:
            self._used[slug] = self._used.get(slug, 0) + 1
            anchor = f"{slug}-{self._used[slug]}"
        return anchor

    def _next_python(self, slug: str) -> str:
        anchor = slug
        while not anchor or anchor in self._used:
            counted = _COUNTED.match(anchor)
            anchor = f"{counted[1]}_{int(counted[2]) + 1}" if counted else f"{anchor}_1"
        return anchor
