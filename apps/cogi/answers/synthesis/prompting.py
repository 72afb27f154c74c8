"""Makes the messages for a chat model: sources are fenced as data, whole, and only as many as fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from cogi.answers.synthesis.base import Evidence
from cogi.inference.chat import Message

CHARACTERS_PER_TOKEN = 4
_TILDES = re.compile(r"~{3,}")


def build_messages(question: str, evidence: Sequence[Evidence], *, max_tokens: int) -> list[Message]:
    sources = "\n\n".join(_within(evidence, max_tokens * CHARACTERS_PER_TOKEN))
    prompt = _template("question").format(sources=sources, question=" ".join(question.split()))
    return [Message("system", _template("system")), Message("user", prompt)]


def _within(evidence: Sequence[Evidence], room: int) -> Iterator[str]:
    """Yield the sources in order while there is room; the first is cut rather than left out."""
    for position, each in enumerate(evidence):
        text = each.text[:room] if position == 0 else each.text
        if len(text) > room:
            return
        room -= len(text)
        yield _fenced(each, text)


def _fenced(evidence: Evidence, text: str) -> str:
    longest = max((len(run) for run in _TILDES.findall(text)), default=3)
    fence = "~" * (longest + 1)
    place = " › ".join(dict.fromkeys((evidence.source.title, *evidence.source.trail)))
    return f"Source {evidence.source.number}: {' '.join(place.split())}\n{fence}\n{text}\n{fence}"


@cache
def _template(name: str) -> str:
    return (files("cogi.answers.synthesis") / "prompts" / f"{name}.txt").read_text(encoding="utf-8").strip()
