from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cogi.retrieval.profiles import InvalidProfile, configured_profile, read_profile
from cogi.retrieval.question_forms import QuestionForm

SHARES = {form.value: 0.5 for form in QuestionForm}


def written(folder: Path, shares: dict[str, float]) -> str:
    file = folder / "own.json"
    file.write_text(json.dumps({"name": "own", "dense_shares": shares}))
    return str(file)


def test_the_default_profile_trusts_meaning_most_for_code() -> None:
    profile = configured_profile()
    assert profile is not None
    assert profile.name == "documentation-1"
    assert max(profile.dense_shares, key=lambda form: profile.dense_shares[form]) is QuestionForm.CODE


def test_no_profile_is_plain_fusion(settings: Any) -> None:
    settings.COGI_RANKING_PROFILE = None
    assert configured_profile() is None


def test_a_profile_of_ones_own_is_a_file(settings: Any, tmp_path: Path) -> None:
    settings.COGI_RANKING_PROFILE = written(tmp_path, SHARES | {"question": 0.25})
    profile = configured_profile()
    assert profile is not None
    assert profile.weights(QuestionForm.QUESTION) == {"lexical": 0.75, "dense": 0.25}


def test_an_unknown_profile_says_what_to_give() -> None:
    with pytest.raises(
        InvalidProfile, match=r"Give the name of a profile of this package, the path of a .json"
    ):
        read_profile("nothing")


def test_a_profile_must_know_every_form_and_share(tmp_path: Path) -> None:
    with pytest.raises(InvalidProfile, match="KeyError"):
        read_profile(written(tmp_path, {"code": 0.5}))
    read_profile.cache_clear()
    with pytest.raises(InvalidProfile, match="a dense share that is not between 0 and 1"):
        read_profile(written(tmp_path, SHARES | {"code": 1.5}))
    read_profile.cache_clear()
