"""A question as it is searched: cleaned, within bounds, never half understood."""

from __future__ import annotations

import re
import unicodedata

from cogi.retrieval.conf import conf
from cogi.retrieval.errors import InvalidQuestion

_UNSEARCHABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]+")
_SPACE = re.compile(r"\s+")


def clean_question(text: str) -> str:
    """Return ``text`` without control characters and lone surrogates, white space folded.

    Raises:
        InvalidQuestion: when nothing is left, or more than ``COGI_MAX_QUESTION_LENGTH`` characters.
    """
    if len(text) > conf.max_question_length:
        raise InvalidQuestion(
            f"The question has {len(text):,} characters; at most {conf.max_question_length:,} can be "
            "searched. Shorten it to what you want to find."
        )
    question = _SPACE.sub(" ", unicodedata.normalize("NFC", _UNSEARCHABLE.sub(" ", text))).strip()
    if not question:
        raise InvalidQuestion("The question is empty. Write at least one word to search for.")
    return question
