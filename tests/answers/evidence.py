"""Makes numbered evidence for tests of what is written from it."""

from __future__ import annotations

from cogi.answers.events import Source
from cogi.answers.synthesis.base import Evidence


def evidence(
    number: int, text: str, *trail: str, similarity: float | None = None, language: str = "english"
) -> Evidence:
    headings = trail or ("Guide",)
    source = Source(
        number=number,
        uid=f"page-{number}",
        title=headings[0],
        url=f"https://docs.example/page-{number}/#place",
        anchor="place",
        scope="guide/1.0/en",
        trail=headings,
        snippet="",
    )
    return Evidence(source, number, text, language, similarity)
