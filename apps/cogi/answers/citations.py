"""Reads the citations of an answer; ``[2]`` inside code is not one."""

from __future__ import annotations

import re
from collections.abc import Collection

from cogi.answers.markdown import outside_code

# One or more in a row; not the text of a link, nor an index into what stands before it.
CITATION = re.compile(r"(?<![\w\])])(?:\[\d{1,3}(?:\s*[,;]\s*\d{1,3})*\])+(?!\()")
_NUMBER = re.compile(r"\d+")


def cited_numbers(answer: str) -> list[int]:
    """Return the source numbers that ``answer`` cites, ascending, each once."""
    stretches = [text for text, is_prose in outside_code(answer) if is_prose]
    return sorted(
        {number for text in stretches for each in CITATION.finditer(text) for number in _numbers(each)}
    )


def keep_citations(text: str, known: Collection[int]) -> str:
    """Rewrite each citation in prose as ``[1] [2]``, without numbers that are not ``known``."""
    return CITATION.sub(lambda each: _rewritten(each, known), text)


def _rewritten(citation: re.Match[str], known: Collection[int]) -> str:
    return " ".join(f"[{number}]" for number in _numbers(citation) if number in known)


def _numbers(citation: re.Match[str]) -> list[int]:
    return [int(number) for number in _NUMBER.findall(citation[0])]
