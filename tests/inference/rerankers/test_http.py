from __future__ import annotations

import json
from typing import Any

import pytest

from cogi.corpus.classification import Classification
from cogi.inference.rerankers import RerankError
from cogi.inference.rerankers.http import HTTPReranker, HTTPRerankerOptions
from tests.inference.model_server import ModelServer, Reply, Request, model_server

NO_LIST = "bge: the server's answer is not a list of scores."


def reranker_of(server: ModelServer, **options: Any) -> HTTPReranker:
    given = {"model": "bge", "timeout": 5.0, **options}
    return HTTPReranker(HTTPRerankerOptions(base_url=server.base_url, **given))


def results_reply(*scores: float) -> Reply:
    rows = [{"index": index, "relevance_score": score} for index, score in enumerate(scores)]
    rows.sort(key=lambda row: -row["relevance_score"])
    return Reply(json.dumps({"results": rows}).encode())


def by_length(request: Request) -> Reply:
    return results_reply(*(float(len(text)) for text in request.body["documents"]))


def test_scores_come_back_in_the_order_of_the_passages() -> None:
    with model_server(results_reply(0.1, 0.9)) as server:
        reranker = reranker_of(server, api_key="k")
        assert reranker.rerank("q", ["a", "b"]).tolist() == pytest.approx([0.1, 0.9])
        reranker.close()
    (request,) = server.requests
    assert request.path == "/v1/rerank"
    assert request.headers["Authorization"] == "Bearer k"
    assert request.body == {"model": "bge", "query": "q", "documents": ["a", "b"], "top_n": 2}


def test_tei_is_asked_and_read_in_its_own_way() -> None:
    with model_server(Reply(b'[{"index": 1, "score": 0.75}, {"index": 0, "score": 0.25}]')) as server:
        reranker = reranker_of(server, model="", protocol="tei")
        assert reranker.rerank("q", ["a", "b"]).tolist() == [0.25, 0.75]
        reranker.close()
    assert server.requests[0].body == {"query": "q", "texts": ["a", "b"], "truncate": True}


def test_passages_go_in_batches() -> None:
    with model_server(by_length) as server:
        reranker = reranker_of(server, batch_size=2)
        assert reranker.rerank("q", ["a", "bb", "ccc"]).tolist() == [1, 2, 3]
        reranker.close()
    assert [request.body["documents"] for request in server.requests] == [["a", "bb"], ["ccc"]]


def test_long_or_empty_text_is_made_acceptable() -> None:
    with model_server(by_length) as server:
        reranker = reranker_of(server, max_tokens=2)
        reranker.rerank("q" * 9, ["p" * 9, ""])
        reranker.close()
    assert server.requests[0].body["query"] == "q" * 6
    assert server.requests[0].body["documents"] == ["p" * 6, " "]


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (Reply(b"{}", status=429), "bge: the server answered 429 Too Many Requests."),
        (
            Reply(b'{"error": "you sent: secret"}', status=500),
            "bge: the server answered 500 Internal Server Error.",
        ),
        (Reply(b"<html>"), NO_LIST),
        (Reply(b"3"), NO_LIST),
        (Reply(b'{"results": null}'), NO_LIST),
        (Reply(b'{"results": [{"index": 0}]}'), NO_LIST),
        (Reply(b'{"results": [{"index": 0, "relevance_score": "high"}]}'), NO_LIST),
        (results_reply(0.1), "bge: the server scored 1 of 2 texts; it must score each."),
        (results_reply(0.1, 0.2, 0.3), "bge: the server scored 3 of 2 texts; it must score each."),
        (
            Reply(b'{"results": [{"index": 0, "relevance_score": NaN}, {"index": 1, "relevance_score": 1}]}'),
            "The model did not return one finite score for each passage.",
        ),
    ],
)
def test_what_is_not_a_score_for_each_text_is_refused_at_once(reply: Reply, message: str) -> None:
    with model_server(reply) as server:
        reranker = reranker_of(server)
        with pytest.raises(RerankError) as refused:
            reranker.rerank("secret", ["a", "b"])
        reranker.close()
    assert (str(refused.value), refused.value.reason) == (message, "error")
    assert len(server.requests) == 1


def test_a_silent_server_is_late() -> None:
    with model_server(Reply(hangs=True, headers={"Content-Length": "10"})) as server:
        reranker = reranker_of(server, timeout=0.1)
        with pytest.raises(RerankError) as late:
            reranker.rerank("q", ["a"])
        reranker.close()
    assert (str(late.value), late.value.reason) == ("bge: the server did not answer in time.", "deadline")


def test_an_absent_server_is_a_rerank_error() -> None:
    with model_server(Reply()) as server:
        reranker = reranker_of(server)
    with pytest.raises(RerankError) as refused:
        reranker.rerank("q", ["a"])
    reranker.close()
    assert str(refused.value) == "bge: the server could not be reached (ConnectError)."


def test_a_server_elsewhere_is_sent_what_its_clearance_allows() -> None:
    reranker = HTTPReranker(
        HTTPRerankerOptions(base_url="https://api.example.com/v1", model="m", clearance="public")
    )
    reranker.close()
    assert (reranker.leaves_machine, reranker.clearance) == (True, Classification.PUBLIC)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"protocol": "grpc"}, "PROTOCOL must be one of cohere, tei, not 'grpc'."),
        ({}, "MODEL must name a model of the server."),
        ({"model": "m", "batch_size": 0}, "MAX_TOKENS and BATCH_SIZE must be at least 1."),
    ],
)
def test_options_that_cannot_work_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="^" + message.replace(".", r"\.") + "$"):
        HTTPRerankerOptions(base_url="http://h/v1", **options)
