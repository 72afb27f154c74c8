from __future__ import annotations

import time
from typing import Any

import pytest

from cogi.corpus.perimeter import perimeter_for
from cogi.index.embedding import embed_live_passages
from cogi.index.models import PassageVector
from cogi.inference.embedders import EmbeddingError, default_embedder
from cogi.retrieval.results import Degradation
from cogi.retrieval.searching import search
from tests.drafts import page, publish, scope
from tests.inference.model_server import Reply, embeddings_reply, model_server

pytestmark = pytest.mark.django_db

REPLIES = {
    "wrong dimension": embeddings_reply([1, 0, 0]),
    "not a number": Reply(b'{"data": [{"index": 0, "embedding": [NaN, 1]}]}'),
    "too many requests": Reply(b"{}", status=429),
    "server error": Reply(b"{}", status=500),
    "garbage": Reply(b"<html>"),
    "nothing": Reply(hangs=True, headers={"Content-Length": "10"}),
}


def use(settings: Any, base_url: str) -> None:
    settings.COGI_ENGINE_THREADS = 0
    settings.COGI_SEARCH_DEADLINE = 20.0
    settings.COGI_ENGINE_DEADLINES = {}
    options = {"BASE_URL": base_url, "MODEL": "m", "DIMENSIONS": 2, "TIMEOUT": 0.3, "BACKOFF": 0.001}
    backend = "cogi.inference.embedders.http.OpenAICompatibleEmbedder"
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": backend, "OPTIONS": options}}


@pytest.mark.parametrize("name", REPLIES)
def test_a_scope_stays_searchable_by_words_whatever_the_model_server_answers(
    name: str, settings: Any
) -> None:
    here = scope()
    publish(here, page("a", "apples"), page("b", "pears"))
    with model_server(REPLIES[name]) as server:
        use(settings, server.base_url)
        embedder = default_embedder()
        assert embedder is not None
        with pytest.raises(EmbeddingError, match=r"^(m: the server|The model )"):
            embed_live_passages(embedder, scope=here)
        began = time.perf_counter()
        found = search("apples", perimeter=perimeter_for(None))
        assert time.perf_counter() - began < 5
    assert [hit.uid for hit in found.hits] == ["a"]
    assert [each.engine for each in found.degraded] == ["dense"]
    assert found.degraded[0] in {Degradation("dense", "error"), Degradation("dense", "incomplete")}
    assert PassageVector.objects.count() == 0
