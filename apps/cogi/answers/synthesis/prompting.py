"""Makes the messages for a chat model: sources are fenced as data, whole, and only as many as fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from cogi.answers.citations import CITATION
from cogi.answers.synthesis.base import Evidence
from cogi.answers.turns import Turn
from cogi.inference.chat import Message

CHARACTERS_PER_TOKEN = 4
ANSWERED = "(An answer was given.)"
# Earlier answers cite earlier sources, whose numbers mean other passages now.
_UNCITED = re.compile(rf"\s*{CITATION.pattern}")
_TILDES = re.compile(r"~{3,}")


def build_messages(
    question: str, evidence: Sequence[Evidence], *, turns: Sequence[Turn], max_tokens: int
) -> list[Message]:
    sources = "\n\n".join(_within(evidence, max_tokens * CHARACTERS_PER_TOKEN))
    prompt = _template("question").format(sources=sources, question=_one_line(question))
    return [Message("system", _template("system")), *_earlier(turns), Message("user", prompt)]


def _earlier(turns: Sequence[Turn]) -> Iterator[Message]:
    for turn in turns:
        yield Message("user", _one_line(turn.question))
        yield Message("assistant", _UNCITED.sub("", turn.answer).strip() or ANSWERED)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _within(evidence: Sequence[Evidence], room: int) -> Iterator[str]:
    """Yield the sources in order while there is room; the first is cut rather than left out."""
    for position, each in enumerate(evidence):
        whole = "\n\n".join((*each.facts, each.text))
        text = whole[:room] if position == 0 else whole
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
