"""Chat from a server that speaks OpenAI's ``/v1/chat/completions``, streamed; half an answer is an error."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import httpx

from cogi.inference.cancellation import Cancellation
from cogi.inference.chat.base import Chat, ChatError, Message
from cogi.inference.chat.line import Line
from cogi.inference.chat.sse import read_events
from cogi.inference.clearances import clearance_named
from cogi.inference.http import describe_failure, open_client

END_OF_STREAM = "[DONE]"
LONGEST_ERROR = 10_000
# A connection is opened for each answer, since only a new one can be cut (``Line``).
_NO_REUSE = httpx.Limits(max_connections=None, max_keepalive_connections=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAICompatibleChatOptions:
    """``base_url`` ends in ``/v1``; ``timeout`` is seconds without a byte from the server; ``clearance`` is
    the highest level of content that this server may be sent."""

    base_url: str
    model: str
    api_key: str = ""
    timeout: float = 20.0
    clearance: str = "internal"
    temperature: float = 0.1


class OpenAICompatibleChat(Chat):
    options_class = OpenAICompatibleChatOptions

    def __init__(self, options: OpenAICompatibleChatOptions) -> None:
        self.clearance = clearance_named(options.clearance)
        self.model_id = options.model
        self._temperature = options.temperature
        self._client = open_client(
            base_url=options.base_url, api_key=options.api_key, timeout=options.timeout, limits=_NO_REUSE
        )

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int, deadline: float, cancellation: Cancellation
    ) -> Iterator[str]:
        body = {
            "model": self.model_id,
            "messages": [asdict(message) for message in messages],
            "max_tokens": max_tokens,
            "temperature": self._temperature,
            "stream": True,
        }
        line = Line()
        with cancellation.interrupting(line.cut, deadline=deadline):
            try:
                yield from self._converse(body, line)
            except ChatError as exc:
                if line.is_cut:
                    raise ChatError(
                        f"{self.model_id}: the answer was not finished in time.", reason="deadline"
                    ) from exc
                raise

    def _converse(self, body: dict[str, Any], line: Line) -> Iterator[str]:
        extensions = {"trace": line.trace}
        try:
            with self._client.stream(
                "POST", "chat/completions", json=body, extensions=extensions
            ) as response:
                if not response.is_success:
                    raise ChatError(f"{self.model_id}: {describe_failure(response)}{_kind_of(response)}.")
                yield from self._read(response)
        except httpx.TimeoutException as exc:
            raise ChatError(f"{self.model_id}: {describe_failure(exc)}.", reason="deadline") from exc
        except httpx.HTTPError as exc:
            raise ChatError(f"{self.model_id}: {describe_failure(exc)}.") from exc

    def close(self) -> None:
        self._client.close()

    def _read(self, response: httpx.Response) -> Iterator[str]:
        finished = False
        for data in read_events(response.iter_lines()):
            if data == END_OF_STREAM:
                return
            text, finishes = self._read_chunk(data)
            finished = finished or finishes
            if text:
                yield text
        if not finished:
            raise ChatError(f"{self.model_id}: the server broke off in the middle of the answer.")

    def _read_chunk(self, data: str) -> tuple[str, bool]:
        try:
            choices = json.loads(data)["choices"]
            # Some servers send a last chunk without choices, which carries the usage.
            if not choices:
                return "", False
            return choices[0]["delta"].get("content") or "", choices[0].get("finish_reason") is not None
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as exc:
            raise ChatError(
                f"{self.model_id}: the server sent a chunk that is not a chat completion."
            ) from exc


def _kind_of(response: httpx.Response) -> str:
    """Return the type of the error, such as ``exceed_context_size_error``; the message may hold content."""
    if int(response.headers.get("Content-Length", LONGEST_ERROR)) >= LONGEST_ERROR:
        return ""
    response.read()
    try:
        kind = response.json()["error"]["type"]
    except (ValueError, KeyError, TypeError):
        return ""
    return f" ({kind})" if isinstance(kind, str) and kind.isidentifier() else ""
