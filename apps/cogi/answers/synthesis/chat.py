"""The synthesizer with a chat model: what it writes is let through sentence by sentence, checked."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlsplit

from cogi.answers.citations import cited_numbers, keep_citations
from cogi.answers.conf import conf
from cogi.answers.markdown import outside_code
from cogi.answers.synthesis.base import Evidence, NotAnswered, Synthesizer
from cogi.answers.synthesis.links import remove_foreign_links
from cogi.answers.synthesis.prompting import build_messages
from cogi.answers.synthesis.segments import is_code, read_segments
from cogi.answers.synthesis.support import is_supported
from cogi.answers.turns import Turn
from cogi.inference.cancellation import Cancellation
from cogi.inference.chat import Chat

NOT_FOUND = "NOT_FOUND"
UNSUPPORTED_MARK = "*(not in the sources)*"
_SPACE_BEFORE_STOP = re.compile(r"[ \t]+(?=[.,;:!?])|(?<=\S)[ \t]{2,}")
STRUCTURE = re.compile(r"\s*(?:#{1,6}\s.*|\|.*|[-=*_\s]*|.*:)\s*", re.DOTALL)


class NothingSupported(Exception):
    """Of what the model wrote, nothing is left."""


class ChatSynthesizer(Synthesizer):
    """Raises ``ChatError`` when the model fails, also between pieces; ``NotAnswered`` when it says so.

    ``NothingSupported`` comes instead of the first piece.
    """

    def __init__(self, chat: Chat, *, cancellation: Cancellation, turns: Sequence[Turn] = ()) -> None:
        self.name = chat.model_id
        self._chat = chat
        self._turns = turns
        self._cancellation = cancellation

    def synthesize(self, question: str, evidence: Sequence[Evidence]) -> Iterator[str]:
        messages = build_messages(question, evidence, turns=self._turns, max_tokens=conf.prompt_tokens)
        pieces = self._chat.stream(
            messages,
            max_tokens=conf.answer_tokens,
            deadline=time.monotonic() + conf.chat_deadline,
            cancellation=self._cancellation,
        )
        by_number = {each.source.number: each for each in evidence}
        hosts = frozenset(urlsplit(each.source.url).hostname or "" for each in evidence) - {""}
        wrote = False
        for segment in read_segments(pieces):
            if not wrote and segment.strip().strip(".") == NOT_FOUND:
                raise NotAnswered
            checked = segment if is_code(segment) else _checked(segment, by_number, hosts)
            wrote = wrote or bool(checked.strip())
            if wrote:
                yield checked
        if not wrote:
            raise NothingSupported


def _checked(segment: str, evidence: Mapping[int, Evidence], hosts: frozenset[str]) -> str:
    body = segment.rstrip()
    end = segment[len(body) :]
    prose = "".join(
        _SPACE_BEFORE_STOP.sub("", keep_citations(remove_foreign_links(text, hosts), evidence.keys()))
        if is_prose
        else text
        for text, is_prose in outside_code(body)
    )
    prose = prose.rstrip()
    if STRUCTURE.fullmatch(prose):
        return prose + end
    cited = [evidence[number] for number in cited_numbers(prose)]
    if cited and is_supported(prose, cited):
        return prose + end
    if conf.unsupported == "drop":
        return "\n" * end.count("\n")
    return f"{prose} {UNSUPPORTED_MARK}{end}"
