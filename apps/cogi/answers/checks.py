"""System checks of answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error, register

from cogi.answers.conf import AnswerSettings, conf
from cogi.conf import check_settings

UNSUPPORTED = ("mark", "drop")


@register("cogi_answers")
def check_answers(**_: Any) -> list[CheckMessage]:
    wrong_types = check_settings(AnswerSettings, check_id="cogi_answers.E001")
    return [*wrong_types] or [*_check_values()]


def _check_values() -> Iterator[CheckMessage]:
    if conf.unsupported not in UNSUPPORTED:
        yield Error(
            f"COGI_UNSUPPORTED_SENTENCES must be 'mark' or 'drop', not {conf.unsupported!r}.",
            hint=AnswerSettings.unsupported.help,
            id="cogi_answers.E002",
        )
    for setting, value in (
        (AnswerSettings.sources, conf.sources),
        (AnswerSettings.prompt_tokens, conf.prompt_tokens),
        (AnswerSettings.answer_tokens, conf.answer_tokens),
    ):
        if value < 1:
            yield Error(f"{setting.name} must be at least 1.", hint=setting.help, id="cogi_answers.E003")
