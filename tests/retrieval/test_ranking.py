from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cogi.corpus.models import Passage, Scope
from cogi.corpus.perimeter import perimeter_for
from cogi.index.embedding import embed_live_passages
from cogi.inference.embedders.dummy import DummyEmbedder, DummyEmbedderOptions
from cogi.retrieval.passage_forms import code_share
from cogi.retrieval.question_forms import QuestionForm
from cogi.retrieval.searching import search
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db

QUESTION = "rotate the signing key now"
BY_WORDS = page("words", "Rotate the signing key: rotate, rotate, and rotate the signing key and its sign.")
BY_MEANING = page("meaning", "rotate the signing key now", title="now")
OTHER = page("other", "A key opens many a door, and a signing pen closes a deal.")
CODE = page("code", "```\nrotate(key)\n```")


@pytest.fixture(autouse=True)
def in_turn(settings: Any) -> None:
    """Engines run in the caller, whose transaction holds the test's data."""
    settings.COGI_ENGINE_THREADS = 0
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": "cogi.inference.embedders.dummy.DummyEmbedder"}}


@pytest.fixture
def guide() -> Scope:
    here = scope()
    publish(here, BY_WORDS, BY_MEANING, OTHER, CODE)
    embed_live_passages(DummyEmbedder(DummyEmbedderOptions()), scope=here)
    return here


def explained(question: str = QUESTION) -> dict[str, dict[str, Any]]:
    found = search(question, perimeter=perimeter_for(None), explain=True)
    return {hit.uid: dict(hit.explanation or {}) for hit in found.hits}


def profile(folder: Path, dense_share: float) -> str:
    file = folder / f"dense-{dense_share}.json"
    file.write_text(json.dumps({"dense_shares": {form.value: dense_share for form in QuestionForm}}))
    return str(file)


@pytest.mark.usefixtures("guide")
def test_the_profile_says_whose_order_counts(settings: Any, tmp_path: Path) -> None:
    orders = {}
    for share, engine in ((0.0, "lexical"), (1.0, "dense")):
        settings.COGI_RANKING_PROFILE = profile(tmp_path, share)
        found = explained()
        ranks = [hit["engines"][engine]["rank"] for hit in found.values() if engine in hit["engines"]]
        assert ranks == sorted(ranks)
        orders[engine] = list(found)
    assert all(orders.values())


@pytest.mark.usefixtures("guide")
def test_an_explanation_tells_the_fused_score_from_the_final_one() -> None:
    found = explained()
    assert all(0 < hit["score"] < 1 for hit in found.values())
    scores = [hit["score"] for hit in found.values()]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.usefixtures("guide")
def test_without_a_profile_the_reciprocal_ranks_stand(settings: Any) -> None:
    settings.COGI_RANKING_PROFILE = None
    assert all(hit["score"] == hit["rrf"] for hit in explained().values())


@pytest.mark.usefixtures("guide")
def test_a_broken_profile_is_logged_and_plain_fusion_stands(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.COGI_RANKING_PROFILE = "nothing"
    assert all(hit["score"] == hit["rrf"] for hit in explained().values())
    assert "retrieval.profile.invalid" in caplog.text


@pytest.mark.usefixtures("guide")
def test_one_engine_alone_keeps_its_order(settings: Any) -> None:
    settings.COGI_EMBEDDERS = {"default": None}
    assert all(hit["score"] == hit["rrf"] for hit in explained().values())


@pytest.mark.usefixtures("guide")
def test_a_phrase_stays_a_condition_when_engines_are_asked_again() -> None:
    assert "other" not in explained('"rotate the signing key" key')


def test_a_passage_is_code_when_it_is_nothing_else(guide: Scope) -> None:
    passages = dict(Passage.objects.filter(scope=guide).values_list("page__uid", "pk"))
    assert code_share([passages["code"]]) == 1.0
    assert code_share([passages["code"], passages["words"]]) == 0.5
    assert code_share([]) == 0.0
