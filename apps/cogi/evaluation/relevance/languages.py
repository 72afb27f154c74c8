"""Guesses the text search language of a collection by its script and its stop words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from django.db import connection

from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.relevance.beir import Document
from cogi.index.folding import fold
from cogi.index.stop_words import stop_words

DEFAULT = "english"
SAMPLE = 200
LEAST_SHARE = 0.1
"""Below this share of letters or stop words a text is not prose of that language."""

# In this order: Japanese has Chinese characters too.
_SCRIPTS = {
    "japanese": re.compile("[\u3041-\u30ff]"),
    "korean": re.compile("[\uac00-\ud7a3]"),
    "chinese": re.compile("[\u4e00-\u9fff]"),
}


class UnknownLanguage(EvaluationError):
    """PostgreSQL has no text search configuration of that name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"There is no language “{name}”. Choose from {', '.join(known)}.")


def require_language(name: str) -> None:
    """Raise ``UnknownLanguage`` unless texts of ``name`` can be analysed."""
    known = known_languages()
    if name not in known:
        raise UnknownLanguage(name, known)


def known_languages() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT cfgname FROM pg_ts_config")
        return sorted({*(name for (name,) in cursor.fetchall()), *_SCRIPTS})


def guess_language(documents: Iterable[Document]) -> str:
    """Return the language of the first documents by their script or their share of stop words."""
    sample = "\n".join(document.text for document in islice(documents, SAMPLE))
    return _by_script(sample) or _by_stop_words(Counter(fold(sample).split()))


def _by_script(sample: str) -> str | None:
    letters = sum(letter.isalpha() for letter in sample)
    for language, script in _SCRIPTS.items():
        if letters and len(script.findall(sample)) > LEAST_SHARE * letters:
            return language
    return None


def _by_stop_words(words: Counter[str]) -> str:
    # A letter alone is a variable or a bullet in any language.
    shares = {
        language: sum(words[word] for word in stop_words(language) if len(word) > 1) / max(words.total(), 1)
        for language in known_languages()
    }
    best = max(shares, key=lambda language: (shares[language], language == DEFAULT))
    return best if shares[best] >= LEAST_SHARE else DEFAULT
