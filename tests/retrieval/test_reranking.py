from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import pytest

from cogi.corpus.classification import Classification, Span
from cogi.corpus.models import Boost, Scope
from cogi.corpus.perimeter import Perimeter, perimeter_for
from cogi.corpus.snapshot import EdgeDraft
from cogi.corpus.vocabulary import EdgeLabel
from cogi.inference.rerankers import default_reranker
from cogi.inference.rerankers.dummy import DummyReranker
from cogi.retrieval.results import Degradation, Results
from cogi.retrieval.searching import search
from tests.drafts import day, page, publish, scope

pytestmark = pytest.mark.django_db

PUBLIC, INTERNAL, CONFIDENTIAL, RESTRICTED = Classification
DUMMY = "cogi.inference.rerankers.dummy.DummyReranker"
PAGES = (
    page("short", "apples", title="S"),
    page("middle", "apples and many pears grow here", title="M"),
    page("long", "apples and many pears grow here beside plums in autumn", title="L"),
)
FUSED = ["short", "middle", "long"]


class LongestFirst(DummyReranker):
    """The opposite of what BM25 prefers."""

    def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        super().score(question, passages)
        return [float(len(passage)) for passage in passages]


class Broken(DummyReranker):
    def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        raise ZeroDivisionError(question, passages)


@pytest.fixture(autouse=True)
def in_turn(settings: Any) -> None:
    """Engines run in the caller, whose transaction holds the test's data; a busy machine is no matter."""
    settings.COGI_ENGINE_THREADS = 0
    settings.COGI_SEARCH_DEADLINE = settings.COGI_RERANK_DEADLINE = 20.0
    settings.COGI_EMBEDDERS = {"default": None}


@pytest.fixture
def orchard() -> Scope:
    here = scope()
    publish(here, *PAGES)
    return here


def use(settings: Any, backend: str = "LongestFirst", **options: Any) -> None:
    path = DUMMY if backend == "Dummy" else f"{__name__}.{backend}"
    settings.COGI_RERANKERS = {"default": {"BACKEND": path, "OPTIONS": options}}


def find(question: str = "apples", **options: Any) -> Results:
    return search(question, perimeter=options.pop("perimeter", perimeter_for(None)), **options)


def uids(found: Results) -> list[str]:
    return [hit.uid for hit in found.hits]


def reranker_degradation(found: Results) -> list[Degradation]:
    return [each for each in found.degraded if each.engine == "reranker"]


def received() -> list[list[str]]:
    reranker = default_reranker()
    assert isinstance(reranker, DummyReranker)
    return [sorted(texts) for texts in reranker.received]


@pytest.mark.usefixtures("orchard")
def test_the_reranker_orders_the_pages_and_explains_its_scores(settings: Any) -> None:
    assert uids(find()) == FUSED
    use(settings)
    found = find(explain=True)
    assert uids(found) == FUSED[::-1]
    assert reranker_degradation(found) == []
    assert [hit.explanation["reranker"] for hit in found.hits if hit.explanation] == [56, 33, 8]
    assert found.timings_ms["reranking"] > 0


@pytest.mark.usefixtures("orchard")
def test_without_a_reranker_the_fused_order_stands_unlabelled() -> None:
    found = find(explain=True)
    assert (uids(found), reranker_degradation(found)) == (FUSED, [])
    assert found.hits[0].explanation is not None
    assert found.hits[0].explanation["reranker"] is None


@pytest.mark.usefixtures("orchard")
def test_only_the_head_is_reranked_and_pages_go_on_where_the_last_ended(settings: Any) -> None:
    use(settings)
    settings.COGI_RERANK_CANDIDATES = 2
    assert uids(find()) == ["middle", "short", "long"]
    assert uids(find(limit=1)) + uids(find(limit=1, offset=1)) + uids(find(limit=1, offset=2)) == uids(find())


@pytest.mark.usefixtures("orchard")
def test_a_stalled_reranker_never_holds_the_answer(settings: Any) -> None:
    use(settings, delay=3.0)
    find()
    settings.COGI_RERANK_DEADLINE = 0.05
    began = time.perf_counter()
    found = find()
    assert time.perf_counter() - began < 0.5
    assert (uids(found), reranker_degradation(found)) == (FUSED, [Degradation("reranker", "deadline")])


@pytest.mark.usefixtures("orchard")
def test_the_requests_own_deadline_ends_a_rerank_too(settings: Any) -> None:
    use(settings, delay=2.0)
    settings.COGI_RERANK_DEADLINE = 5.0
    settings.COGI_SEARCH_DEADLINE = 0.3
    found = find()
    assert found.timings_ms["total"] < 600
    assert (uids(found), reranker_degradation(found)) == (FUSED, [Degradation("reranker", "deadline")])


@pytest.mark.usefixtures("orchard")
@pytest.mark.parametrize(
    ("backend", "options"),
    [("Dummy", {"fails": True}), ("Broken", {}), ("Absent", {}), ("Dummy", {"wrong_option": 1})],
)
def test_a_broken_reranker_leaves_the_fused_order(
    backend: str, options: dict[str, Any], settings: Any
) -> None:
    use(settings, backend, **options)
    found = find()
    assert (uids(found), reranker_degradation(found)) == (FUSED, [Degradation("reranker", "error")])


@pytest.mark.usefixtures("orchard")
def test_an_absent_server_leaves_the_fused_order(settings: Any) -> None:
    settings.COGI_RERANKERS = {
        "default": {
            "BACKEND": "cogi.inference.rerankers.http.HTTPReranker",
            "OPTIONS": {"BASE_URL": "http://127.0.0.1:9/v1", "MODEL": "m"},
        }
    }
    found = find()
    assert (uids(found), reranker_degradation(found)) == (FUSED, [Degradation("reranker", "error")])


def test_a_model_is_sent_headings_and_text_as_its_clearance_sees_them(settings: Any) -> None:
    here = scope()
    secret = page("secret", "apples in the vault", title="V", level=RESTRICTED)
    masked = page("masked", "apples cost 1234 coins", title="C", spans=[Span(12, 16, CONFIDENTIAL)])
    publish(here, *PAGES, secret, masked)
    use(settings, clearance="internal")
    public = find()
    assert reranker_degradation(public) == []
    assert "C\napples cost •••• coins" in received()[-1]
    cleared = find(perimeter=Perimeter.of({here.pk: RESTRICTED}))
    assert reranker_degradation(cleared) == [Degradation("reranker", "incomplete")]
    assert received()[-1] == sorted(f"{each.title}\n{each.passages[0].text}" for each in PAGES)


def test_pages_that_the_model_may_not_read_keep_their_places(settings: Any) -> None:
    here = scope()
    publish(here, PAGES[0], PAGES[1], page("secret", "apples and many plums", title="V", level=RESTRICTED))
    everything = Perimeter.of({here.pk: RESTRICTED})
    assert uids(find(perimeter=everything)) == ["short", "secret", "middle"]
    use(settings)
    assert uids(find(perimeter=everything)) == ["middle", "secret", "short"]


def test_a_model_that_may_read_nothing_is_asked_nothing(settings: Any) -> None:
    here = scope()
    publish(here, page("secret", "apples", level=RESTRICTED))
    use(settings)
    found = find(perimeter=Perimeter.of({here.pk: RESTRICTED}))
    assert (uids(found), reranker_degradation(found)) == (["secret"], [Degradation("reranker", "clearance")])
    assert received() == []


def test_a_model_is_not_sent_a_past_that_is_classified_higher_now(settings: Any) -> None:
    here = scope()
    publish(here, page("a", "apples"))
    publish(here, page("a", "apples", level=RESTRICTED), at=2)
    use(settings)
    found = find(perimeter=Perimeter.of({here.pk: RESTRICTED}), as_of=day(1))
    assert (uids(found), reranker_degradation(found)) == (["a"], [Degradation("reranker", "clearance")])
    assert received() == []


@pytest.mark.usefixtures("orchard")
def test_browsing_by_filters_alone_asks_no_reranker(settings: Any) -> None:
    use(settings)
    assert sorted(uids(find("kind:page"))) == sorted(FUSED)
    assert received() == []


def test_late_interaction_puts_the_passage_that_answers_first(settings: Any) -> None:
    publish(
        scope(),
        page("words", "log log log user user user in", title="Log user in"),
        page("answer", "Call login() with the request, and the user is logged in.", title="Sessions"),
        page("other", "Static files are collected by a user into one folder.", title="Files"),
    )
    question = "How is a user logged in?"
    settings.COGI_EMBEDDERS = {
        "default": None,
        "tokens": {"BACKEND": "cogi.inference.embedders.local.LocalTransformerEmbedder"},
    }
    assert uids(find(question))[0] == "words"
    settings.COGI_RERANKERS = {
        "default": {
            "BACKEND": "cogi.inference.rerankers.late_interaction.LateInteraction",
            "OPTIONS": {"EMBEDDER": "tokens"},
        }
    }
    found = find(question, explain=True)
    assert reranker_degradation(found) == []
    assert uids(found) == ["answer", "words", "other"]
    scores = [hit.explanation["reranker"] for hit in found.hits if hit.explanation]
    assert 1 > scores[0] > scores[1] > scores[2] > 0


def test_what_signals_said_moves_the_order_of_the_reranker_too(settings: Any, orchard: Scope) -> None:
    use(settings)
    orders = []
    for factor in (1.1, 10, 2):
        Boost.objects.create(scope=orchard, path_prefix="short", factor=factor)
        orders.append([hit.uid for hit in search("apples", perimeter=perimeter_for(None)).hits])
    assert orders == [["long", "middle", "short"], ["long", "short", "middle"], ["short", "long", "middle"]]


def test_a_superseded_page_stays_below_its_successors_whatever_the_reranker_reads(settings: Any) -> None:
    use(settings)
    edges = [
        EdgeDraft("long", "middle", EdgeLabel.SUPERSEDED_BY),
        EdgeDraft("middle", "short", EdgeLabel.SUPERSEDED_BY),
    ]
    publish(scope(), *PAGES, edges=edges)
    assert [hit.uid for hit in search("apples", perimeter=perimeter_for(None)).hits] == FUSED
