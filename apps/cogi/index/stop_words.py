"""The words of each language that say nothing about what a text is about."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from cogi.index.folding import unaccent
from cogi.index.words import clean

_APOSTROPHE = re.compile("['’]")


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the stop words of ``language``, case-folded, also as people type them without accents.

    None for a language without a list (``stopwords/README.md`` says where the lists come from).
    """
    file = resources.files("cogi.index") / "stopwords" / f"{language}.txt"
    if not language.isidentifier() or not file.is_file():
        return frozenset()
    listed = clean(file.read_text(encoding="utf-8")).casefold().split()
    words = {word for entry in listed for word in _APOSTROPHE.split(entry) if word}
    return frozenset(words | {unaccent(word) for word in words})
