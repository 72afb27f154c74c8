from __future__ import annotations

import json

import pytest

from cogi.answers.encoding import AnswerFailed, as_json
from cogi.answers.events import Done, Failed, Sources, Token
from cogi.retrieval.results import Degradation
from tests.answers.evidence import evidence

SOURCES = Sources("login?", [evidence(1, "", "Auth", "Login").source])


def test_the_stream_folds_into_one_response() -> None:
    done = Done(
        answer="Yes. [1]",
        citations=[1],
        follow_ups=["Logout"],
        degraded=[Degradation("dense", "off")],
        timings_ms={"total": 1.5},
        scope_versions={"guide/1.0/en": 3},
    )
    encoded = as_json([SOURCES, Token("Yes."), Token(" [1]"), done])
    assert json.loads(json.dumps(encoded)) == {
        "query": "login?",
        "sources": [
            {
                "number": 1,
                "uid": "page-1",
                "title": "Auth",
                "url": "https://docs.example/page-1/#place",
                "anchor": "place",
                "scope": "guide/1.0/en",
                "trail": ["Auth", "Login"],
                "snippet": "",
            }
        ],
        "answer": "Yes. [1]",
        "citations": [1],
        "follow_ups": ["Logout"],
        "degraded": [{"engine": "dense", "reason": "off"}],
        "synthesizer": "extractive",
        "found": True,
        "timings_ms": {"total": 1.5},
        "scope_versions": {"guide/1.0/en": 3},
    }


def test_a_failed_stream_has_no_response() -> None:
    failed = Failed("urn:cogi:problem:unavailable", "The database cannot be reached", "Ask again.")
    with pytest.raises(AnswerFailed) as caught:
        as_json([SOURCES, failed])
    assert caught.value.event == failed
    assert str(caught.value) == "The database cannot be reached. Ask again."
