"""The synthesizer with a chat model: what it writes is let through sentence by sentence, checked."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from cogi.answers.citations import CITATION, keep_citations
from cogi.answers.conf import conf
from cogi.answers.markdown import outside_code
from cogi.answers.synthesis.base import Evidence, NotAnswered, Synthesizer
from cogi.answers.synthesis.links import remove_foreign_links
from cogi.answers.synthesis.prompting import build_messages
from cogi.answers.synthesis.segments import is_code, read_segments
from cogi.inference.cancellation import Cancellation
from cogi.inference.chat import Chat

NOT_FOUND = "NOT_FOUND"
UNSUPPORTED_MARK = "*(not in the sources)*"
_SPACE_BEFORE_STOP = re.compile(r"[ \t]+(?=[.,;:!?])|(?<=\S)[ \t]{2,}")
_STRUCTURE = re.compile(r"\s*(?:#{1,6}\s.*|\|.*|[-=*_\s]*|.*:)\s*", re.DOTALL)


class ChatSynthesizer(Synthesizer):
    """Raises ``ChatError`` when the model fails, also between pieces; ``NotAnswered`` when it says so."""

    def __init__(self, chat: Chat, *, cancellation: Cancellation) -> None:
        self.name = chat.model_id
        self._chat = chat
        self._cancellation = cancellation

    def synthesize(self, question: str, evidence: Sequence[Evidence]) -> Iterator[str]:
        messages = build_messages(question, evidence, max_tokens=conf.prompt_tokens)
        pieces = self._chat.stream(
            messages,
            max_tokens=conf.answer_tokens,
            deadline=time.monotonic() + conf.chat_deadline,
            cancellation=self._cancellation,
        )
        known = frozenset(each.source.number for each in evidence)
        hosts = frozenset(urlsplit(each.source.url).hostname or "" for each in evidence) - {""}
        wrote = False
        for segment in read_segments(pieces):
            if not wrote and segment.strip().strip(".") == NOT_FOUND:
                raise NotAnswered
            checked = segment if is_code(segment) else _checked(segment, known, hosts)
            wrote = wrote or bool(checked.strip())
            yield checked
        if not wrote:
            raise NotAnswered


def _checked(segment: str, known: frozenset[int], hosts: frozenset[str]) -> str:
    body = segment.rstrip()
    end = segment[len(body) :]
    prose = "".join(
        _SPACE_BEFORE_STOP.sub("", keep_citations(remove_foreign_links(text, hosts), known))
        if is_prose
        else text
        for text, is_prose in outside_code(body)
    )
    prose = prose.rstrip()
    if CITATION.search(prose) or _STRUCTURE.fullmatch(prose):
        return prose + end
    if conf.unsupported == "drop":
        return "\n" * end.count("\n")
    return f"{prose} {UNSUPPORTED_MARK}{end}"
