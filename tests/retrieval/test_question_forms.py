from __future__ import annotations

import pytest

from cogi.retrieval.question_forms import QuestionForm, form_of


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("how to roll back a deployment", QuestionForm.QUESTION),
        ("a deployment hangs, what now?", QuestionForm.QUESTION),
        ("如何回滚部署？", QuestionForm.QUESTION),  # noqa: RUF001 - as it is typed
        ("rolling back the deployment", QuestionForm.KEYWORDS),
        ("a lack of vitamin B12 raises homocysteine levels", QuestionForm.STATEMENT),
        ("my build " + "fails on every second day " * 4 + "and why?", QuestionForm.VERBOSE),
        ("my build " + "fails on every second day " * 4, QuestionForm.STATEMENT),
        ("", QuestionForm.KEYWORDS),
    ],
)
def test_the_form_of_a_question_is_told_from_how_it_is_put(question: str, form: QuestionForm) -> None:
    assert form_of(question) is form


def test_what_half_of_the_candidates_answer_in_code_is_a_question_for_code() -> None:
    assert form_of("how to sort a list", code_share=0.5) is QuestionForm.CODE
    assert form_of("how to sort a list", code_share=0.45) is QuestionForm.QUESTION
