"""Filters, asked for by argument and in the question: they act before ranking, and exactly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogi.corpus.classification import Classification
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter, perimeter_for
from cogi.corpus.snapshot import NodeDraft
from cogi.corpus.vocabulary import NodeKind
from cogi.retrieval.errors import UnknownScope
from cogi.retrieval.filtering import Filters
from cogi.retrieval.results import StatedFilter
from cogi.retrieval.searching import search
from cogi.retrieval.suggesting import suggest
from tests.drafts import day, page, publish, scope, section

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def words_alone(settings: Any) -> None:
    """Engines run in the caller, whose transaction holds the test's data; all pages hold “apples”."""
    settings.COGI_ENGINE_THREADS = 0
    settings.COGI_EMBEDDERS = {"default": None}


def tagged(draft: NodeDraft, /, **metadata: Any) -> NodeDraft:
    return replace(draft, metadata={**draft.metadata, **metadata})


TOPICS = page("topics/index", "apples", title="Using fruit")
DB = tagged(page("topics/db", "apples", parent="topics/index"), tags=["orm", "SQL"], owner="Core team")
MODELS = tagged(page("topics/db/models", "apples", parent="topics/db"), tags=["orm"], status="beta")
DBASE = tagged(page("topics/dbase", "apples", parent="topics/index"), status=404, draft=True)
NEWS = page("news/index", "apples", title="News", order=1)
MAY = page("news/may", "apples", parent="news/index")
ABOUT = page("about", "apples", order=2)
CALL = replace(page("api/pick", "apples pears", order=3), kind=NodeKind.OPERATION)
PARTS = section(DB, "joins", "apples joined")


@pytest.fixture
def guide() -> Scope:
    here = scope()
    publish(here, TOPICS, DB, PARTS, MODELS, DBASE, NEWS, MAY, ABOUT, CALL)
    return here


def found(question: str, **options: Any) -> set[str]:
    perimeter = options.pop("perimeter", perimeter_for(None))
    return {hit.uid for hit in search(question, perimeter=perimeter, limit=50, **options).hits}


ALL = {each.uid for each in (TOPICS, DB, MODELS, DBASE, NEWS, MAY, ABOUT, CALL)}


@pytest.mark.usefixtures("guide")
@pytest.mark.parametrize(
    ("question", "filters", "uids"),
    [
        ("", Filters(), ALL),
        ("kind:page", Filters(kinds=("page",)), ALL - {"api/pick"}),
        ("kind:operation", Filters(kinds=("operation",)), {"api/pick"}),
        ("kind:page kind:operation", Filters(kinds=("page", "operation")), ALL),
        ("kind:unit", Filters(kinds=("unit",)), set()),
        ("path:topics/db", Filters(path_prefix="topics/db"), {"topics/db", "topics/db/models"}),
        ("path:/topics/", Filters(path_prefix="/topics/"), {TOPICS.uid, "topics/dbase", DB.uid, MODELS.uid}),
        ("path:topic", Filters(path_prefix="topic"), set()),
        ("section:news", Filters(sections=("news",)), {"news/index", "news/may"}),
        (
            'section:"Using fruit"',
            Filters(sections=("Using fruit",)),
            {TOPICS.uid, DB.uid, MODELS.uid, DBASE.uid},
        ),
        (
            "section:using-fruit",
            Filters(sections=("using-fruit",)),
            {TOPICS.uid, DB.uid, MODELS.uid, DBASE.uid},
        ),
        ("section:topics", Filters(sections=("topics",)), {TOPICS.uid, DB.uid, MODELS.uid, DBASE.uid}),
        ("section:about", Filters(sections=("about",)), set()),
        ("language:en", Filters(languages=("en",)), ALL),
        ("language:ja", Filters(languages=("ja",)), set()),
        ("tags:orm", Filters(metadata=(("tags", "orm"),)), {DB.uid, MODELS.uid}),
        ("tags:ORM tags:sql", Filters(metadata=(("tags", "ORM"), ("Tags", "sql"))), {DB.uid}),
        ("status:beta", Filters(metadata=(("status", "beta"),)), {MODELS.uid}),
        ("status:404", Filters(metadata=(("status", "404"),)), {DBASE.uid}),
        ('owner:"core team"', Filters(metadata=(("owner", "core team"),)), {DB.uid}),
        ("draft:true", Filters(metadata=(("draft", "true"),)), {DBASE.uid}),
        ("tags:nothing", Filters(metadata=(("tags", "nothing"),)), set()),
        ("tags:orm kind:page", Filters(kinds=("page",), metadata=(("tags", "orm"),)), {DB.uid, MODELS.uid}),
    ],
)
def test_a_filter_in_the_question_and_one_by_argument_find_the_same(
    question: str, filters: Filters, uids: set[str]
) -> None:
    assert found(f"apples {question}") == uids
    assert found("apples", filters=filters) == uids


@pytest.mark.usefixtures("guide")
@pytest.mark.parametrize(
    ("question", "uids"),
    [
        ("-kind:page", {"api/pick"}),
        ("-kind:page -kind:operation", set()),
        ("-path:topics", {"news/index", "news/may", "about", "api/pick"}),
        ("-section:news", ALL - {"news/index", "news/may"}),
        ("-tags:sql tags:orm", {MODELS.uid}),
        ("-scope:guide/1.0/en", set()),
        ("-language:ja", ALL),
    ],
)
def test_a_filter_behind_a_dash_leaves_pages_out(question: str, uids: set[str]) -> None:
    assert found(f"apples {question}") == uids


@pytest.mark.usefixtures("guide")
def test_filters_of_the_question_and_of_the_request_both_hold() -> None:
    assert found("apples path:topics", filters=Filters(metadata=(("status", "beta"),))) == {MODELS.uid}
    assert found("apples kind:operation", filters=Filters(kinds=("page",))) == set()


@pytest.mark.usefixtures("guide")
def test_filters_restrict_before_ranking_so_that_limits_are_exact() -> None:
    narrowed = search("apples path:topics", perimeter=perimeter_for(None), limit=2)
    assert (len(narrowed.hits), narrowed.total) == (2, 4)


@pytest.mark.usefixtures("guide")
def test_filters_alone_list_pages_in_reading_order() -> None:
    results = search("path:topics", perimeter=perimeter_for(None), limit=2)
    assert [hit.uid for hit in results.hits] == ["topics/index", "topics/db"]
    assert (results.hits[1].snippet, results.hits[1].anchor) == ("apples", "")
    assert (results.total, [(v.value, v.count) for v in results.facets["tags"]]) == (
        4,
        [("orm", 2), ("SQL", 1)],
    )
    following = search("path:topics", perimeter=perimeter_for(None), limit=2, offset=2)
    assert [hit.uid for hit in following.hits] == ["topics/db/models", "topics/dbase"]
    assert found("-kind:page") == {"api/pick"}


@pytest.mark.usefixtures("guide")
def test_a_key_that_filters_nothing_is_words() -> None:
    assert search("pears owner:nobody", perimeter=perimeter_for(None)).filters == []
    assert found("pears owner:nobody") == {"api/pick"}


@pytest.mark.usefixtures("guide")
def test_what_the_question_filters_by_is_reported_with_the_way_back() -> None:
    results = search('apples kind:page -pears -path:news "apples"', perimeter=perimeter_for(None))
    assert results.filters == [
        StatedFilter("kind", "page", False, 'apples -pears -path:news "apples"'),
        StatedFilter("", "pears", True, 'apples kind:page -path:news "apples"'),
        StatedFilter("path", "news", True, 'apples kind:page -pears "apples"'),
    ]


@pytest.mark.usefixtures("guide")
def test_suggestions_are_filtered_too() -> None:
    assert [s.uid for s in suggest("path:api app", perimeter=perimeter_for(None))] == ["api/pick"]
    assert suggest("kind:unit app", perimeter=perimeter_for(None)) == []
    assert suggest("kind:page", perimeter=perimeter_for(None)) == []


def test_a_scope_in_the_question_is_searched_though_it_is_no_default() -> None:
    for slug in ("a/1/en", "a/2/en", "b/1/en"):
        publish(scope(slug), page(slug, "apples"))
    assert found("apples scope:a/2/en") == {"a/2/en"}
    assert found("apples scope:a/2/en scope:b/1/en") == {"a/2/en", "b/1/en"}
    assert found("apples scope:b/1/en", scopes=["a/1/en"]) == set()


@pytest.mark.parametrize("hidden", [True, False])
def test_a_hidden_scope_in_the_question_finds_as_little_as_an_absent_one(hidden: bool) -> None:
    publish(scope(), page("x", "apples"))
    if hidden:
        secret = scope("x/1/en")
        publish(secret, page("y", "apples"))
        Scope.objects.filter(pk=secret.pk).update(is_open=False)
    results = search("apples scope:x/1/en", perimeter=perimeter_for(None))
    assert (results.hits, results.total, results.scope_versions) == ([], 0, {})
    with pytest.raises(UnknownScope):
        search("apples scope:x/1/en", perimeter=perimeter_for(None), scopes=["x/1/en"])


def test_a_language_chooses_the_variants_of_the_default_versions() -> None:
    for slug in ("a/2/en", "a/2/pt-br", "a/1/pt", "b/2/en", "b/1/pt", "c/1/en"):
        publish(scope(slug), page(slug, "apples"))
    assert found("apples language:pt") == {"a/2/pt-br", "b/1/pt"}
    assert found("apples", filters=Filters(languages=("pt-BR",))) == {"a/2/pt-br"}
    assert found("apples language:pt", scopes=["a/2/en", "a/1/pt"]) == {"a/1/pt"}


def test_the_section_is_on_the_first_level_that_has_several_places() -> None:
    top = page("contents", "apples")
    here = scope()
    publish(
        here,
        top,
        replace(TOPICS, parent_uid="contents"),
        DB,
        replace(NEWS, parent_uid="contents"),
        MAY,
        replace(ABOUT, parent_uid="contents"),
    )
    assert found("apples section:news") == {"news/index", "news/may"}
    assert found("apples section:contents") == set()


def test_a_filter_knows_only_what_the_viewer_sees() -> None:
    here = scope()
    secret = tagged(page("secret", "apples", level=Classification.INTERNAL), owner="Moles", tags=["mole"])
    publish(here, page("open", "apples"), secret)
    insider = Perimeter.of({here.pk: Classification.INTERNAL})
    assert found("apples tags:mole") == set()
    assert search("apples owner:moles", perimeter=perimeter_for(None)).filters == []
    assert found("apples owner:moles", perimeter=insider) == {"secret"}


def test_the_past_is_filtered_as_it_was(guide: Scope) -> None:
    assert found("apples tags:orm") == {DB.uid, MODELS.uid}
    publish(guide, TOPICS, DB, replace(MODELS, metadata={}), at=2)
    assert found("apples tags:orm") == {DB.uid}
    assert found("apples tags:orm", as_of=day(1)) == {DB.uid, MODELS.uid}
