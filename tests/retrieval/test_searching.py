from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from cogi.corpus.classification import Classification, Span
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import NOWHERE, Perimeter, perimeter_for
from cogi.corpus.publishing import prune_releases
from cogi.index.embedding import embed_live_passages
from cogi.inference.embedders.dummy import DummyEmbedder, DummyEmbedderOptions
from cogi.retrieval.encoding import as_json
from cogi.retrieval.engines import Engine, EngineUnavailable, Inquiry
from cogi.retrieval.engines.base import Offer
from cogi.retrieval.errors import HistoryPruned, InvalidQuestion, NodeNotFound, UnknownScope
from cogi.retrieval.filtering import Filters
from cogi.retrieval.parallel import run_engines
from cogi.retrieval.reading import read_node
from cogi.retrieval.results import Breadcrumb, Degradation, FacetValue, Results
from cogi.retrieval.searching import search
from cogi.retrieval.suggesting import suggest
from tests.drafts import day, page, publish, scope, section

pytestmark = pytest.mark.django_db

PUBLIC, INTERNAL, CONFIDENTIAL, RESTRICTED = Classification
HOME = page("home", "Welcome.", title="Home")
AUTH = page("auth", "Users and sessions.", title="Authentication", parent="home")
LOGIN = section(AUTH, "log-in", "To log a user in, call `login()`.", title="How to log in")
FILES = page("files", "Upload files.", title="Files", parent="home", order=1)


@pytest.fixture(autouse=True)
def in_turn(settings: Any) -> None:
    """Engines run in the caller, whose transaction holds the test's data."""
    settings.COGI_ENGINE_THREADS = 0


@pytest.fixture
def guide() -> Scope:
    here = scope()
    publish(here, HOME, AUTH, LOGIN, FILES)
    embed_live_passages(DummyEmbedder(DummyEmbedderOptions()), scope=here)
    return here


def find(question: str, **options: Any) -> Results:
    return search(question, perimeter=options.pop("perimeter", perimeter_for(None)), **options)


@pytest.mark.usefixtures("guide")
def test_a_hit_is_a_page_with_its_best_passage() -> None:
    found = find("how do I log a user in")
    assert found.query == "how do I log a user in"
    hit = found.hits[0]
    assert (hit.uid, hit.kind, hit.title, hit.path, hit.scope) == (
        "auth",
        "page",
        "Authentication",
        "auth",
        "guide/1.0/en",
    )
    assert (hit.url, hit.anchor) == ("https://docs.example/auth/#log-in", "log-in")
    assert hit.snippet == "To <mark>log</mark> a <mark>user</mark> in, call login() ."
    assert hit.breadcrumbs == [Breadcrumb("Home", "https://docs.example/home/")]
    assert [p.trail for p in hit.passages] == [("Authentication", "How to log in"), ("Authentication",)]


@pytest.mark.usefixtures("guide")
def test_a_page_appears_once() -> None:
    uids = [hit.uid for hit in find("authentication log in users").hits]
    assert uids.count("auth") == 1


def test_total_facets_and_versions_are_reported(guide: Scope) -> None:
    guide.refresh_from_db()
    found = find("upload files")
    assert found.total >= len(found.hits) > 0
    assert found.facets["scope"] == [FacetValue("guide/1.0/en", 1)]
    assert found.scope_versions == {"guide/1.0/en": guide.version}
    assert {"lexical", "dense", "hydration", "total"} <= found.timings_ms.keys()
    assert found.degraded == []


@pytest.mark.usefixtures("guide")
def test_pages_continue_where_the_last_ended() -> None:
    everything = [hit.uid for hit in find("users files welcome").hits]
    assert len(everything) == 3
    split = [*find("users files welcome", limit=1).hits, *find("users files welcome", limit=5, offset=1).hits]
    assert [hit.uid for hit in split] == everything


@pytest.mark.usefixtures("guide")
def test_explain_gives_ranks_and_terms_of_every_engine() -> None:
    explained = find("log in", explain=True).hits[0].explanation
    assert explained is not None
    assert explained["engines"]["lexical"]["rank"] == 1
    assert explained["rrf"] == pytest.approx(sum(e["term"] for e in explained["engines"].values()), abs=1e-5)
    assert find("log in").hits[0].explanation is None


@pytest.mark.usefixtures("guide")
def test_the_json_of_a_response_has_no_full_texts() -> None:
    encoded = as_json(find("log in"))
    assert list(encoded) == [
        "query", "total", "hits", "facets", "degraded", "timings_ms", "scope_versions", "corrected_query",
        "filters", "cached", "question_class", "facts", "anchors", "times",
    ]  # fmt: skip
    assert list(encoded["hits"][0]) == [
        "uid", "kind", "title", "title_html", "url", "path", "anchor", "breadcrumbs", "snippet", "score",
        "scope", "passages",
    ]  # fmt: skip
    assert list(encoded["hits"][0]["passages"][0]) == ["anchor", "url", "trail", "snippet", "score"]


@pytest.mark.usefixtures("guide")
def test_without_an_embedder_the_search_is_lexical_and_says_so(settings: Any) -> None:
    settings.COGI_EMBEDDERS = {"default": None}
    found = find("log in")
    assert found.hits[0].uid == "auth"
    assert found.degraded == [Degradation("dense", "off")]


def test_a_scope_without_vectors_yet_says_that_the_dense_engine_is_incomplete() -> None:
    publish(scope(), HOME)
    assert find("welcome").degraded == [Degradation("dense", "incomplete")]


def test_an_engine_that_knows_half_of_the_corpus_has_half_a_say(guide: Scope) -> None:
    whole = find("log in", explain=True).hits[0].explanation
    publish(guide, HOME, AUTH, LOGIN, FILES, *(page(f"p{i}", f"new text {i}") for i in range(4)), at=1)
    found = find("log in", explain=True)
    assert found.degraded == [Degradation("dense", "incomplete")]
    half = found.hits[0].explanation
    assert whole is not None
    assert half is not None
    assert half["engines"]["dense"]["term"] == pytest.approx(whole["engines"]["dense"]["term"] / 2, abs=1e-6)
    assert half["engines"]["lexical"]["term"] == whole["engines"]["lexical"]["term"]


def test_a_search_without_scope_sees_the_default_variant_of_each_product() -> None:
    for slug in ("a/1/en", "a/2/en", "b/1/en"):
        publish(scope(slug), page("x", "apples"))
    assert {hit.scope for hit in find("apples").hits} == {"a/1/en", "b/1/en"}
    assert {hit.scope for hit in find("apples", scopes=["a/2/en"]).hits} == {"a/2/en"}


@pytest.mark.parametrize("hidden", [True, False])
def test_a_hidden_scope_and_an_absent_one_look_the_same(hidden: bool) -> None:
    if hidden:
        Scope.objects.filter(pk=scope("x/1/en").pk).update(is_open=False)
    with pytest.raises(UnknownScope) as refused:
        find("apples", scopes=["x/1/en"])
    assert str(refused.value) == (
        "There is no scope “x/1/en”. GET /api/v1/scopes or `manage.py cogi_status` lists them."
    )


@pytest.mark.usefixtures("guide")
def test_a_viewer_who_sees_nothing_finds_nothing() -> None:
    found = find("log in", perimeter=NOWHERE)
    assert (found.hits, found.total, found.scope_versions) == ([], 0, {})


def test_an_empty_question_is_refused() -> None:
    with pytest.raises(InvalidQuestion):
        find(" ")


def test_hidden_content_changes_nothing_that_a_viewer_gets(guide: Scope) -> None:
    def seen() -> dict[str, Any]:
        encoded = as_json(find("log files users", explain=True))
        return {k: v for k, v in encoded.items() if k not in {"timings_ms", "scope_versions"}}

    before = seen()
    secret = page("plans", "log files users users users", title="Log files users", level=RESTRICTED)
    publish(guide, HOME, AUTH, LOGIN, FILES, secret, at=1)
    embed_live_passages(DummyEmbedder(DummyEmbedderOptions()), scope=guide)
    assert seen() == before
    cleared = find("log files users", perimeter=Perimeter.of({guide.pk: RESTRICTED}))
    assert "plans" in [hit.uid for hit in cleared.hits]


def test_a_hidden_ancestor_leaves_no_breadcrumb() -> None:
    here = scope()
    hidden = page("h", "hidden", title="Hidden", level=INTERNAL)
    publish(here, hidden, page("a", "apples", parent="h", level=INTERNAL))
    assert find("apples").hits == []
    seen = find("apples", perimeter=Perimeter.of({here.pk: INTERNAL})).hits[0]
    assert seen.breadcrumbs == [Breadcrumb("Hidden", "https://docs.example/h/")]


def test_as_of_reads_the_release_of_that_moment(guide: Scope) -> None:
    publish(guide, HOME, page("news", "Fresh apples."), at=2)
    assert [hit.uid for hit in find("apples").hits][:1] == ["news"]
    then = find("log a user in", as_of=day(1))
    assert then.hits[0].uid == "auth"
    assert "auth" not in [hit.uid for hit in find("log a user in").hits]
    assert find("anything", as_of=day(0) - timedelta(days=1)).hits == []


@pytest.mark.parametrize("clearance", [PUBLIC, CONFIDENTIAL])
def test_the_past_does_not_show_what_is_classified_higher_now(
    guide: Scope, clearance: Classification
) -> None:
    secret = page("files", "Upload files.", title="Files", parent="home", order=1, level=RESTRICTED)
    publish(guide, HOME, AUTH, LOGIN, secret, at=2)
    viewer = Perimeter.of({guide.pk: clearance})
    assert "files" not in [hit.uid for hit in find("upload files", perimeter=viewer, as_of=day(1)).hits]
    with pytest.raises(NodeNotFound):
        read_node("files", perimeter=viewer, scope="guide/1.0/en", as_of=day(1))
    cleared = Perimeter.of({guide.pk: RESTRICTED})
    assert find("upload files", perimeter=cleared, as_of=day(1)).hits[0].uid == "files"


def test_the_past_does_not_show_a_span_that_is_classified_now() -> None:
    here = scope()
    publish(here, page("a", "Door code 1234."))
    publish(here, page("a", "Door code 1234.", spans=[Span(10, 14, CONFIDENTIAL)]), at=1)
    publish(here, page("a", "Door code 1234.", spans=[Span(10, 14, CONFIDENTIAL)]), page("b", "bees"), at=2)
    assert find("1234", as_of=day(0)).hits == []
    assert find("door", as_of=day(0)).hits[0].passages[0].text == "Door code ••••."


def test_hidden_passages_without_vectors_change_nothing_that_a_viewer_gets(guide: Scope) -> None:
    before = find("log in", explain=True)
    publish(guide, HOME, AUTH, LOGIN, FILES, page("plans", "log in", level=INTERNAL), at=1)
    after = find("log in", explain=True)
    assert after.hits == before.hits
    assert after.degraded == before.degraded == []


def test_a_page_that_the_default_scope_lost_is_read_where_it_still_is(guide: Scope) -> None:
    other = scope("other/1/en")
    publish(other, page("files", "Other files."))
    publish(guide, HOME, AUTH, LOGIN, at=1)
    assert read_node("files", perimeter=perimeter_for(None)).scope == "other/1/en"


@pytest.mark.usefixtures("guide")
def test_a_nul_names_nothing() -> None:
    with pytest.raises(UnknownScope):
        find("log in", scopes=["\0"])
    with pytest.raises(NodeNotFound):
        read_node("auth\0", perimeter=perimeter_for(None))


@pytest.mark.usefixtures("guide")
def test_filters_narrow_by_kind_and_path() -> None:
    assert [hit.uid for hit in find("files users", filters=Filters(path_prefix="files")).hits] == ["files"]
    assert find("files users", filters=Filters(kinds=("operation",))).hits == []


def test_a_scope_without_a_site_links_to_the_reader() -> None:
    here = scope("own/1/en")
    Scope.objects.filter(pk=here.pk).update(base_url="")
    publish(here, page("auth", "apples"))
    assert find("apples", scopes=["own/1/en"]).hits[0].url == "/docs/own/1/en/auth/"


@pytest.mark.usefixtures("guide")
def test_a_mistyped_word_is_corrected_and_the_rest_stays_as_it_was_typed() -> None:
    found = find('authentcation "log a user" -files kind:page')
    assert found.corrected_query == 'authentication "log a user" -files kind:page'
    assert found.text == "authentication log a user"
    assert found.hits[0].title_html == "<mark>Authentication</mark>"
    assert find("authentication").corrected_query is None


@pytest.mark.usefixtures("guide")
def test_a_word_in_quotes_is_searched_as_it_is() -> None:
    found = find('"authentcation"')
    assert (found.hits, found.corrected_query) == ([], None)


@pytest.mark.usefixtures("guide")
def test_every_engine_keeps_to_phrases_and_exclusions(settings: Any) -> None:
    settings.COGI_MIN_SIMILARITY = -1.0
    assert [hit.uid for hit in find('"log a user in"').hits] == ["auth"]
    assert [hit.uid for hit in find("users files welcome -sessions").hits].count("auth") == 0
    assert len(find("users files welcome").hits) == 3


@pytest.mark.usefixtures("guide")
def test_suggestions_complete_the_last_word() -> None:
    (suggestion, *_) = suggest("authent", perimeter=perimeter_for(None))
    assert (suggestion.title_html, suggestion.url) == (
        "<mark>Authentication</mark>",
        "https://docs.example/auth/",
    )


@pytest.mark.usefixtures("guide")
def test_a_node_is_read_whole_and_a_section_by_itself() -> None:
    whole = read_node("auth", perimeter=perimeter_for(None))
    assert [p.text for p in whole.passages] == ["Users and sessions.", "To log a user in, call `login()`."]
    assert whole.children == [Breadcrumb("How to log in", "https://docs.example/auth/#log-in")]
    part = read_node("auth#log-in", perimeter=perimeter_for(None), scope="guide/1.0/en")
    assert [p.text for p in part.passages] == ["To log a user in, call `login()`."]
    assert [b.title for b in part.breadcrumbs] == ["Home", "Authentication"]


@pytest.mark.parametrize(("uid", "slug"), [("nowhere", None), ("nowhere", "guide/1.0/en"), ("secret", None)])
def test_absent_and_hidden_nodes_look_the_same(guide: Scope, uid: str, slug: str | None) -> None:
    publish(guide, HOME, page("secret", "hidden", level=RESTRICTED), at=1)
    with pytest.raises(NodeNotFound) as refused:
        read_node(uid, perimeter=perimeter_for(None), scope=slug)
    assert (
        str(refused.value) == f"There is no content “{uid}”. Take the uid from a search hit, with its scope."
    )


class BrokenEngine(Engine):
    name = "broken"

    def retrieve(self, inquiry: Inquiry) -> Offer:
        raise ZeroDivisionError(inquiry.question)


class OffEngine(Engine):
    name = "turned-off"

    def retrieve(self, inquiry: Inquiry) -> Offer:
        raise EngineUnavailable("off" if inquiry.question else "error")


class StalledEngine(Engine):
    name = "stalled"

    def retrieve(self, inquiry: Inquiry) -> Offer:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(30)")
        return Offer([], page_count=len(inquiry.question))


class QuickEngine(Engine):
    name = "quick"

    def retrieve(self, inquiry: Inquiry) -> Offer:
        return Offer([], page_count=len(inquiry.question))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("threads", [0, 4])
def test_engines_that_fail_or_stall_are_left_out_and_named(threads: int, settings: Any) -> None:
    settings.COGI_ENGINE_THREADS = threads
    settings.COGI_ENGINE_DEADLINES = {"stalled": 0.3}
    began = time.monotonic()
    outcome = run_engines(
        [StalledEngine(), BrokenEngine(), OffEngine(), QuickEngine()],
        Inquiry("words", [], 10),
        deadline=time.monotonic() + 2,
    )
    assert time.monotonic() - began < 1.5
    assert outcome.offers == {"quick": Offer([], page_count=5)}
    assert {d.engine: d.reason for d in outcome.degraded} == {
        "stalled": "deadline",
        "broken": "error",
        "turned-off": "off",
    }


def test_a_moment_before_the_kept_history_is_refused_and_one_before_all_history_finds_nothing() -> None:
    here = scope()
    for number in range(3):
        publish(here, page("a", f"apples {number}"), at=number)
    assert find("apples", as_of=day(-1)).hits == []
    prune_releases(here, keep=2)
    with pytest.raises(HistoryPruned) as refused:
        find("apples", as_of=day(0))
    assert str(refused.value) == (
        "The history of “guide/1.0/en” reaches back to 2026-01-02 00:00 UTC. Ask for a later moment."
    )
    assert len(find("apples", as_of=day(1)).hits) == 1


def test_an_engines_time_limit_ends_with_it() -> None:
    run_engines([QuickEngine()], Inquiry("words", [], 10), deadline=time.monotonic() + 2)
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("0",)


@pytest.mark.django_db(transaction=True)
def test_a_stalled_engine_leaves_the_others_their_threads(settings: Any) -> None:
    settings.COGI_ENGINE_THREADS = 2
    settings.COGI_ENGINE_DEADLINES = {"stalled": 0.2}
    for _ in range(6):
        outcome = run_engines(
            [StalledEngine(), QuickEngine()], Inquiry("words", [], 10), deadline=time.monotonic() + 2
        )
        assert "quick" in outcome.offers


@pytest.mark.django_db(transaction=True)
def test_a_search_in_threads_equals_one_in_turn(settings: Any) -> None:
    here = scope()
    publish(here, HOME, AUTH, LOGIN, FILES)
    embed_live_passages(DummyEmbedder(DummyEmbedderOptions()), scope=here)
    in_turn = find("log files users")
    settings.COGI_ENGINE_THREADS = 4
    threaded = find("log files users")
    assert as_json(threaded)["hits"] == as_json(in_turn)["hits"]
    assert threaded.degraded == []
