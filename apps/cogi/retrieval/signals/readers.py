"""Audience and level: pages for the readers that a question names move up, pages for others down."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cogi.index.analysis import analyzer
from cogi.retrieval.conf import conf
from cogi.retrieval.signals.head import Head, Said

AUDIENCE, LEVEL = "audience", "level"
_FOR_WHOM = re.compile(
    r"\b(?:for|as an?|i am an?|i['’]m an?)\s+(?P<whom>\w[\w-]*(?:\s+\w[\w-]*){0,2})", re.IGNORECASE
)
_LEVELS = (
    (
        re.compile(
            r"\b(?:beginners?|newcomers?|novices?|introduct(?:ion|ory)|getting started|from scratch)\b",
            re.IGNORECASE,
        ),
        frozenset({"beginner", "basic", "introductory", "novice", "newcomer", "foundational", "easy", "100"}),
    ),
    (
        re.compile(r"\bintermediate\b", re.IGNORECASE),
        frozenset({"intermediate", "medium", "200"}),
    ),
    (
        re.compile(r"\b(?:advanced|experts?|in[- ]depth)\b", re.IGNORECASE),
        frozenset({"advanced", "expert", "hard", "300", "400"}),
    ),
)
"""From the lowest level up: how questions ask for it, and how pages state it."""
_APART = 2


def audience(head: Head) -> Mapping[int, Said]:
    match = _FOR_WHOM.search(head.asked.parsed.text)
    stated = head.stated(AUDIENCE) if match else {}
    if not match or not stated:
        return {}
    analysers = {place.scope.language: analyzer(place.scope.language) for place in head.places.values()}
    named = {name: set(own.lexemes(match["whom"])) for name, own in analysers.items()}

    def fits(page_id: int, value: str) -> bool:
        language = head.places[page_id].scope.language
        lexemes = set(analysers[language].lexemes(value))
        return bool(lexemes) and lexemes <= named[language]

    fitting = {page_id for page_id, values in stated.items() if any(fits(page_id, value) for value in values)}
    # An audience that no page is for is a word like others.
    if not fitting:
        return {}
    return {
        page_id: _said(page_id in fitting, AUDIENCE, ", ".join(values)) for page_id, values in stated.items()
    }


def level(head: Head) -> Mapping[int, Said]:
    text = head.asked.parsed.text
    wanted = next((rank for rank, (asks, _) in enumerate(_LEVELS) if asks.search(text)), None)
    if wanted is None:
        return {}
    said = {}
    for page_id, values in head.stated(LEVEL).items():
        ranks = [rank for value in values if (rank := _rank(value)) is not None]
        distance = min((abs(rank - wanted) for rank in ranks), default=1)
        if distance in {0, _APART}:
            said[page_id] = _said(distance == 0, LEVEL, ", ".join(values))
    return said


def _rank(value: str) -> int | None:
    word = value.strip().lower().removesuffix("s")
    return next((rank for rank, (_, names) in enumerate(_LEVELS) if word in names), None)


def _said(fits: bool, name: str, because: str) -> Said:
    return Said(conf.signals.get(name if fits else f"other {name}", 1.0), because)
