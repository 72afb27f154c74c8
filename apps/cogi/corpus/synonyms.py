"""Synonyms of a scope: groups of words that mean the same, written one group to a line."""

from __future__ import annotations

from collections.abc import Iterator

from cogi.corpus.errors import CorpusError

Groups = tuple[tuple[str, ...], ...]
MOST_GROUPS, MOST_WORDS = 1000, 20


class InvalidSynonyms(CorpusError):
    """What was written is no list of groups."""


def parse_synonyms(text: str) -> Groups:
    """Return the groups of ``text``: one to a line, its words (or short phrases) separated by commas.

    Raises:
        InvalidSynonyms: naming the line that has only one word, or too many.
    """
    groups = tuple(_groups(text))
    if len(groups) > MOST_GROUPS:
        raise InvalidSynonyms(
            f"There are {len(groups):,} groups of synonyms; at most {MOST_GROUPS:,} are used."
        )
    return groups


def _groups(text: str) -> Iterator[tuple[str, ...]]:
    for number, line in enumerate(text.splitlines(), start=1):
        words = tuple(dict.fromkeys(word.strip() for word in line.split(",") if word.strip()))
        if not words:
            continue
        if not 1 < len(words) <= MOST_WORDS:
            raise InvalidSynonyms(
                f"Line {number}, “{line.strip()[:60]}”, has {len(words)} words; write 2 to {MOST_WORDS}, "
                "separated by commas, for example: k8s, kubernetes"
            )
        yield words


def format_synonyms(groups: Groups) -> str:
    """Return the text that ``parse_synonyms`` reads as ``groups``."""
    return "\n".join(", ".join(group) for group in groups)
