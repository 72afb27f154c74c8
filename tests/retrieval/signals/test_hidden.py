"""Non-interference: whatever is hidden, whoever may not see it gets the same response, byte for byte."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from cogi.corpus.classification import Classification
from cogi.corpus.models import Boost, Pin, Scope
from cogi.corpus.perimeter import Perimeter
from cogi.corpus.snapshot import EdgeDraft, NodeDraft
from cogi.corpus.vocabulary import EdgeLabel
from cogi.retrieval.encoding import as_json
from cogi.retrieval.searching import search
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db

QUESTIONS = (
    "apples",
    "latest apples",
    "apples in version 5.1",
    "apples for growers",
    "advanced apples",
    "what depends on orchard 3",
    "orchard 9",
)
WORDS = ("apples", "pears", "plums", "orchard")


def _page(chance: random.Random, uid: str, level: Classification) -> NodeDraft:
    stated = {
        "date": f"20{chance.randrange(10, 30)}-01-01",
        "level": chance.choice(["beginner", "advanced"]),
        "audience": chance.choice(["growers", "pickers"]),
        "versions": chance.choice(["< 5", ">= 5.1"]),
    }
    drawn = page(uid, " ".join(chance.choices(WORDS, k=8)), title=f"Orchard {uid}", level=level)
    return replace(drawn, metadata={**drawn.metadata, **stated})


def _edges(chance: random.Random, uids: list[str]) -> list[EdgeDraft]:
    labels = (EdgeLabel.SUPERSEDED_BY, EdgeLabel.DEPENDS_ON, EdgeLabel.XREF)
    pairs = {tuple(chance.sample(uids, 2)) for _ in uids}
    return [EdgeDraft(source, target, chance.choice(labels)) for source, target in sorted(pairs)]


def _responses(here: Scope) -> list[str]:
    public = Perimeter.of({here.pk: Classification.PUBLIC})
    told = []
    for question in QUESTIONS:
        for context in (None, "2"):
            results = search(
                question, perimeter=public, scopes=[here.slug], explain=True, limit=20, context_uid=context
            )
            told.append(json.dumps({**as_json(results), "timings_ms": {}, "scope_versions": {}}))
    return told


@pytest.mark.parametrize("seed", range(4))
def test_hidden_pages_their_edges_and_pins_to_them_leave_no_trace(settings: Any, seed: int) -> None:
    settings.COGI_ENGINE_THREADS = 0
    settings.COGI_EMBEDDERS = {"default": None}
    settings.COGI_SIGNALS = {
        **dict.fromkeys(["version", "recency", "audience", "level"], 3.0),
        "superseded": 0.5,
    }
    chance = random.Random(seed)  # noqa: S311 - a fixed seed, for pages
    here = scope()
    seen = [_page(chance, str(number), Classification.PUBLIC) for number in range(6)]
    edges = _edges(chance, [each.uid for each in seen])
    publish(here, *seen, edges=edges)
    Pin.objects.create(scope=here, uid="4", phrases="apples\nlatest apples", position=2)
    Boost.objects.create(scope=here, metadata_key="level", metadata_value="advanced", factor=2)
    before = _responses(here)

    hidden = [_page(chance, str(number), Classification.INTERNAL) for number in range(6, 12)]
    to_hidden = _edges(chance, [each.uid for each in (*seen, *hidden)])
    visible = {each.uid for each in seen}
    publish(
        here,
        *seen,
        *hidden,
        edges=[*edges, *(each for each in to_hidden if not {each.source_uid, each.target_uid} <= visible)],
        at=1,
    )
    for position, question in enumerate(QUESTIONS, start=1):
        Pin.objects.create(scope=here, uid=chance.choice(hidden).uid, phrases=question, position=position)
    for one, other in pairwise(hidden):
        Boost.objects.create(scope=here, path_prefix=one.uid, factor=3)
        Pin.objects.create(scope=here, uid=other.uid, phrases="apples", match=Pin.Match.CONTAINS)
    assert _responses(here) == before
