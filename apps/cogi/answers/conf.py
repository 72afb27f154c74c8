"""Settings of answers."""

from __future__ import annotations

from cogi.conf import Setting, Settings


class AnswerSettings(Settings):
    sources = Setting(
        "COGI_ANSWER_SOURCES", 6, kind=int, help="How many passages an answer is written from, at most."
    )
    prompt_tokens = Setting(
        "COGI_ANSWER_PROMPT_TOKENS",
        4000,
        kind=int,
        help="Tokens of sources that a chat model is sent, at four characters a token.",
    )
    answer_tokens = Setting(
        "COGI_ANSWER_MAX_TOKENS", 800, kind=int, help="Tokens that a chat model may answer with."
    )
    chat_deadline = Setting(
        "COGI_ANSWER_CHAT_DEADLINE",
        60.0,
        kind=(float, int),
        help="Seconds in which a chat model finishes its answer; later, the answer is extracted.",
    )
    unsupported = Setting(
        "COGI_UNSUPPORTED_SENTENCES",
        "mark",
        kind=str,
        help="What becomes of a chat model's sentence that cites no source: 'mark' or 'drop'.",
    )


conf = AnswerSettings()
