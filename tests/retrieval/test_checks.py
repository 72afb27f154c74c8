from __future__ import annotations

from typing import Any

from cogi.retrieval.checks import check_retrieval


def test_the_defaults_pass() -> None:
    assert check_retrieval() == []


def test_a_setting_of_another_type_is_named(settings: Any) -> None:
    settings.COGI_CANDIDATES = "many"
    (found,) = check_retrieval()
    assert (found.id, found.msg) == ("cogi_retrieval.E001", "COGI_CANDIDATES must be int, not str.")


def test_an_unknown_profile_is_an_error(settings: Any) -> None:
    settings.COGI_RANKING_PROFILE = "nothing"
    (found,) = check_retrieval()
    assert found.id == "cogi_retrieval.E002"
    assert found.msg.startswith(
        "COGI_RANKING_PROFILE names “nothing”, which cannot be read: FileNotFoundError"
    )


def test_a_signal_that_is_unknown_or_no_factor_is_an_error(settings: Any) -> None:
    settings.COGI_SIGNALS = {"recency": 0, "level": "much", "audience": 1.2, "freshness": 2}
    zero, word, unknown = check_retrieval()
    assert {found.id for found in (zero, word, unknown)} == {"cogi_retrieval.E003"}
    assert zero.msg == "The factor of “recency” in COGI_SIGNALS is 0; give a number above 0."
    assert word.msg == "The factor of “level” in COGI_SIGNALS is 'much'; give a number above 0."
    assert unknown.msg == (
        "COGI_SIGNALS names “freshness”; there are version, other version, recency, audience, "
        "other audience, level, other level, prerequisite, superseded."
    )
