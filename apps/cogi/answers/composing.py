"""Composes the text of an answer: the chat model where one is set, extraction otherwise and when it fails."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace

from cogi.answers.synthesis.base import Evidence, NotAnswered
from cogi.answers.synthesis.chat import ChatSynthesizer, NothingSupported
from cogi.answers.synthesis.extractive import ExtractiveSynthesizer
from cogi.answers.turns import Turn
from cogi.corpus.models import Passage
from cogi.corpus.perimeter import Perimeter
from cogi.inference.cancellation import Cancellation
from cogi.inference.chat import Chat, ChatError, default_chat
from cogi.retrieval.results import Degradation

logger = logging.getLogger(__name__)

NOTHING_FOUND = (
    "Nothing in the documentation that you can read matches this question. Try other words, or name the "
    "setting, class or command that it is about."
)
NOT_ANSWERED = (
    "The documentation that you can read does not seem to answer this question. The sources listed here come "
    "nearest; other words, or the name of a setting, class or command, may find more."
)


@dataclass(slots=True)
class Composition:
    """How an answer is to be composed, and what is known of it besides its text, while it is written.

    ``asked`` is the question as it was typed, after ``turns``. ``written`` is what an interrupted answer had
    said; extraction goes on after it.
    """

    asked: str = ""
    turns: Sequence[Turn] = ()
    written: str = ""
    cancellation: Cancellation = field(default_factory=Cancellation)
    synthesizer: str = ExtractiveSynthesizer.name
    found: bool = True
    degraded: list[Degradation] = field(default_factory=list)


def compose(
    question: str, evidence: Sequence[Evidence], *, perimeter: Perimeter, composition: Composition
) -> Iterator[str]:
    """Yield the answer in pieces; a chat model that fails half way is followed by the extracted answer."""
    if composition.written:
        yield from _rest(_extracted(question, evidence, composition), composition)
        return
    chat = default_chat() if evidence else None
    if chat and (yield from _chat(_Reader(chat, perimeter), evidence, composition)):
        return
    yield from _extracted(question, evidence, composition)


def _rest(extracted: Iterator[str], composition: Composition) -> Iterator[str]:
    """Yield what an interrupted answer lacks: all of the extracted one, after what a model had written."""
    whole = "".join(extracted)
    if whole.startswith(composition.written):
        yield whole.removeprefix(composition.written)
        return
    composition.degraded.append(Degradation("chat", "interrupted"))
    yield f"\n\n{whole}"


def _extracted(question: str, evidence: Sequence[Evidence], composition: Composition) -> Iterator[str]:
    if not evidence:
        composition.found = False
        yield NOTHING_FOUND
        return
    try:
        yield from ExtractiveSynthesizer().synthesize(question, evidence)
    except NotAnswered:
        composition.found = False
        yield NOT_ANSWERED


@dataclass(frozen=True, slots=True)
class _Reader:
    """A model, and what it may read of what the viewer may."""

    chat: Chat
    perimeter: Perimeter

    @property
    def _capped(self) -> Perimeter:
        return self.perimeter.capped(self.chat.clearance)

    @property
    def sees_all(self) -> bool:
        return self._capped == self.perimeter

    def readable(self, evidence: Sequence[Evidence]) -> list[Evidence]:
        """Return the evidence whose texts are what the model's own clearance sees, with the same words."""
        if self.sees_all:
            return list(evidence)
        ids = {each.passage_id for each in evidence}
        seen = set(Passage.objects.within(self._capped).filter(pk__in=ids).values_list("pk", flat=True))
        # A fact may be classified higher than the passage that it stands at.
        return [replace(each, facts=()) for each in evidence if each.passage_id in seen]

    def heard(self, turns: Sequence[Turn]) -> list[Turn]:
        """Return the turns, without answers that may say more than the model may read."""
        return list(turns) if self.sees_all else [Turn(turn.question) for turn in turns]


def _chat(
    reader: _Reader, evidence: Sequence[Evidence], composition: Composition
) -> Generator[str, None, bool]:
    """Yield what the model writes; return whether nothing needs to follow."""
    evidence = reader.readable(evidence)
    if not evidence:
        composition.degraded.append(Degradation("chat", "clearance"))
        return False
    synthesizer = ChatSynthesizer(
        reader.chat, cancellation=composition.cancellation, turns=reader.heard(composition.turns)
    )
    wrote = False
    try:
        for piece in synthesizer.synthesize(composition.asked, evidence):
            wrote = wrote or bool(piece.strip())
            yield piece
    except NotAnswered:
        composition.found = False
        yield NOT_ANSWERED
    except NothingSupported:
        composition.degraded.append(Degradation("chat", "unsupported"))
        return False
    except ChatError as exc:
        logger.warning("answers.chat.failed reason=%s error=%s", exc.reason, exc)
        composition.degraded.append(Degradation("chat", exc.reason))
        if wrote:
            yield "\n\n"
        return False
    composition.synthesizer = synthesizer.name
    return True
