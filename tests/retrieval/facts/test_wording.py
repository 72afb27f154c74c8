from __future__ import annotations

import pytest

from cogi.retrieval.facts.wording import FactQuestion, fact_question


@pytest.mark.parametrize(
    ("question", "predicates", "subject", "version"),
    [
        ("When was GeneratedField added?", ("added_in",), "GeneratedField", ""),
        ("In which version was `path()` introduced", ("added_in",), "path()", ""),
        ("Which version of Django added db_default?", ("added_in",), "db_default", ""),
        ("when did django introduce lock()", ("added_in",), "lock()", ""),
        ("when will index_together be removed", ("removed_in",), "index_together", ""),
        ("When was is_ajax deprecated in Django?", ("deprecated_in",), "is_ajax", ""),
        ("Is FOO deprecated in 5.1?", ("deprecated_in", "removed_in", "deprecated", "status"), "FOO", "5.1"),
        ("What replaced ugettext?", ("replaced_by",), "ugettext", ""),
        ("What should I use instead of pytz?", ("replaced_by",), "pytz", ""),
        ("What did 4.2 say the default of DEBUG was?", ("default",), "DEBUG", "4.2"),
        ("default of DEBUG", ("default",), "DEBUG", ""),
        ("What does TIMEOUT default to?", ("default",), "TIMEOUT", ""),
        ("DEBUG default in 4.2", ("default",), "DEBUG", "4.2"),
        ("Who owns the billing guide?", ("owner",), "the billing guide", ""),
        ("When was the install page last reviewed?", ("last_reviewed",), "the install page", ""),
        ("What is the status of the export API?", ("status",), "the export API", ""),
        ("When was 5.1 released?", ("released_on",), "5.1", ""),
    ],
)
def test_a_wording_tells_predicates_subject_and_version(
    question: str, predicates: tuple[str, ...], subject: str, version: str
) -> None:
    assert fact_question(question) == FactQuestion(predicates, subject, version)


@pytest.mark.parametrize(
    "question", ["how do I log a user in", "QuerySet.filter", "what is a middleware", "when to use signals"]
)
def test_other_questions_ask_for_no_fact(question: str) -> None:
    assert fact_question(question) is None
