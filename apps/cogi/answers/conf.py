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
    turns = Setting(
        "COGI_ANSWER_TURNS", 3, kind=int, help="Earlier turns of a conversation that condition an answer."
    )
    turn_characters = Setting(
        "COGI_ANSWER_TURN_CHARACTERS",
        1000,
        kind=int,
        help="Characters that are read of each question and each answer of an earlier turn.",
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
