from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection, transaction

from cogi.corpus.classification import Classification
from cogi.corpus.models import Edge, Fact, Node, NodeRevision, Passage, Release, Scope
from cogi.corpus.publishing import Publication, ShrinkRefused, publish_changes
from cogi.corpus.publishing.validation import InvalidSnapshot
from cogi.corpus.signals import release_published
from cogi.corpus.snapshot import EdgeDraft, FactDraft, NodeDraft, Update
from cogi.corpus.vocabulary import EdgeLabel, NodeKind
from tests.drafts import day, page, publish, scope, section

pytestmark = pytest.mark.django_db

HOME = page("home", "Welcome to the guide.")
AUTH = page("auth", "Who are you?", parent="home", order=1)
LOGIN = section(AUTH, "login", "Call login().")
FORM = replace(section(AUTH, "form", "A form."), parent_uid=LOGIN.uid)
NEWS = page("news", "New.", order=1)
LINK = EdgeDraft("news", "auth#login", EdgeLabel.XREF)


def change(
    to: Scope,
    *upserts: NodeDraft,
    at: int = 1,
    removed: Sequence[str] = (),
    edges: Sequence[EdgeDraft] = (),
    facts: Sequence[FactDraft] = (),
    accept_shrink: bool = True,
) -> Publication:
    return publish_changes(
        scope=to, update=Update(upserts, removed, edges, facts), now=day(at), accept_shrink=accept_shrink
    )


def guide() -> Scope:
    here = scope()
    publish(here, HOME, AUTH, LOGIN, FORM, NEWS, edges=[LINK], facts=[FactDraft("news", "owner", "ann")])
    return here


def live_uids() -> set[str]:
    return set(NodeRevision.objects.as_of().values_list("node__uid", flat=True))


def refusal(*args: Any, **kwargs: Any) -> str:
    with pytest.raises(InvalidSnapshot) as refused:
        change(*args, **kwargs)
    return str(refused.value)


def test_a_page_is_replaced_and_all_else_stays() -> None:
    here = guide()
    done = change(here, page("news", "Newer."), edges=[LINK], facts=[FactDraft("news", "owner", "ann")])
    assert done.release is not None
    assert (done.release.number, done.release.node_count, done.release.passage_count) == (2, 5, 5)
    assert (done.nodes_changed, done.passages_added, done.passages_removed) == (1, 1, 1)
    assert (here.version, here.release_number) == (2, 2)
    assert set(Passage.objects.as_of().values_list("content__text", flat=True)) == {
        "Welcome to the guide.",
        "Who are you?",
        "Call login().",
        "A form.",
        "Newer.",
    }


def test_an_update_equal_to_what_is_there_writes_nothing() -> None:
    here = guide()
    assert change(here, AUTH, LOGIN, FORM).release is None
    assert change(here, NEWS, edges=[LINK], facts=[FactDraft("news", "owner", "ann")]).release is None
    assert change(here, removed=["never-was"]).release is None
    assert (here.version, Release.objects.count()) == (1, 1)


def test_parts_that_are_not_drafted_cease_with_their_own_parts() -> None:
    here = guide()
    change(here, AUTH)
    assert live_uids() == {"home", "auth", "news"}


def test_a_removed_page_goes_with_its_parts() -> None:
    here = guide()
    assert change(here, removed=["auth"]).nodes_removed == 3
    assert live_uids() == {"home", "news"}


def test_pages_below_a_replaced_page_stay() -> None:
    here = guide()
    change(here, page("home", "Welcome back."))
    assert live_uids() == {"home", "auth", "auth#login", "auth#form", "news"}


def test_a_part_may_move_to_another_page_and_leaves_what_is_not_drafted_behind() -> None:
    here = guide()
    change(here, NEWS, replace(LOGIN, parent_uid="news"))
    assert live_uids() == {"home", "auth", "auth#login", "news"}
    moved = Passage.objects.as_of().get(node__uid="auth#login")
    assert moved.page.uid == "news"


def test_edges_of_replaced_pages_become_those_given_and_those_to_ceased_nodes_end() -> None:
    here = guide()
    change(here, NEWS, edges=[EdgeDraft("news", "home", EdgeLabel.XREF)])
    assert list(Edge.objects.as_of().values_list("source__uid", "target__uid")) == [("news", "home")]
    change(here, removed=["home", "auth"], at=2)
    assert not Edge.objects.as_of().exists()


def test_edges_of_another_provenance_stay() -> None:
    here = scope()
    publish(here, HOME, NEWS, edges=[EdgeDraft("home", "news", EdgeLabel.DEPENDS_ON, provenance="review")])
    change(here, page("home", "Hello."))
    assert Edge.objects.as_of().get().provenance == "review"


def test_facts_of_replaced_pages_become_those_given() -> None:
    here = guide()
    change(here, NEWS, facts=[FactDraft("news", "owner", "bob")], edges=[LINK])
    assert [fact.value for fact in Fact.objects.believed()] == ["bob"]
    change(here, page("home", "Hello."), at=2)
    assert [fact.value for fact in Fact.objects.believed()] == ["bob"]
    change(here, removed=["news"], at=3)
    assert not Fact.objects.believed().exists()


def test_receivers_hear_what_begins_and_what_ceases() -> None:
    here = guide()
    before = set(Passage.objects.as_of().filter(page__uid="auth").values_list("pk", flat=True))
    heard: dict[str, Any] = {}

    def hear(**said: Any) -> None:
        heard.update(said)

    release_published.connect(hear)
    try:
        change(here, page("auth", "You?", parent="home", order=1))
    finally:
        release_published.disconnect(hear)
    assert set(heard["removed"]) == before
    assert list(Passage.objects.filter(pk__in=heard["added"]).values_list("content__text", flat=True)) == [
        "You?"
    ]


def test_a_page_classified_higher_seals_the_past() -> None:
    here = guide()
    change(here, replace(NEWS, classification=Classification.INTERNAL))
    here.refresh_from_db()
    assert here.readable_from == 2


def test_a_large_loss_of_pages_needs_confirmation() -> None:
    here = guide()
    with pytest.raises(ShrinkRefused, match=r"would remove 2 of the 3 pages of guide/1\.0/en"):
        change(here, removed=["home", "auth"], accept_shrink=False)
    assert len(live_uids()) == 5
    assert change(here, removed=["auth"], accept_shrink=False).nodes_removed == 3


def test_the_tree_follows_what_comes_goes_and_moves() -> None:
    here = guide()
    change(here, replace(AUTH, parent_uid="news", order=0), LOGIN, FORM, page("first", "1.", order=0))
    change(here, page("last", "9.", order=9), removed=["home"], at=2)
    in_order = Node.objects.filter(scope=here).order_by("path").values_list("uid", "depth")
    assert list(in_order) == [
        ("", 1),
        ("first", 2),
        ("news", 2),
        ("auth", 3),
        ("auth#login", 4),
        ("auth#form", 5),
        ("last", 2),
        ("home", 2),
    ]
    assert Node.objects.find_problems() == ([], [], [], [], [])


def test_a_new_sibling_leaves_the_places_of_the_others() -> None:
    here = guide()
    before = dict(Node.objects.values_list("uid", "path"))
    change(here, page("between", "Between.", order=1))
    after = dict(Node.objects.values_list("uid", "path"))
    del after["between"]
    assert after == before


def test_a_page_can_be_the_first_of_a_scope() -> None:
    here = scope()
    assert change(here, HOME).nodes_added == 1
    assert publish(here, HOME, at=2).release is None


@pytest.mark.parametrize(
    ("upserts", "said", "message"),
    [
        ([HOME, HOME], {}, "Node uid “home” is empty or stands twice; uids must be unique."),
        ([page("a", parent="b"), page("b")], {}, "Node “a” stands before its parent “b”."),
        ([page("a", parent="gone")], {}, "Node “a” names a parent “gone” that is not there."),
        (
            [page("a", parent="auth")],
            {"removed": ["auth"]},
            "Node “a” names a parent “auth” that is not there.",
        ),
        (
            [LOGIN],
            {},
            "Node “auth#login” is a part of “auth”, which is not drafted with it. Draft the whole page.",
        ),
        (
            [],
            {"removed": ["auth#login"]},
            "Node “auth#login” is a part of a page. Draft the page without it.",
        ),
        ([NEWS], {"removed": ["news"]}, "Node “news” is both drafted and removed."),
        (
            [],
            {"removed": ["home"]},
            "Node “auth” would lose its parent “home”. Remove it too, or draft it elsewhere.",
        ),
        ([page("home", parent="auth")], {}, "Node “home” would stand below itself."),
        (
            [page("home", level=Classification.INTERNAL)],
            {},
            "Node “auth” is less classified than its parent.",
        ),
        (
            [page("a", parent="news", level=Classification.PUBLIC)],
            {"edges": [LINK]},
            "An edge xref is stated of “news”, which is not drafted. Draft its page too.",
        ),
        (
            [HOME],
            {"facts": [FactDraft("news", "p", 1)]},
            "A fact p is stated of “news”, which is not drafted. Draft its page too.",
        ),
        (
            [AUTH],
            {"edges": [EdgeDraft("auth", "auth#login", EdgeLabel.XREF)]},
            "An edge xref names “auth#login”, which is not there.",
        ),
    ],
)
def test_an_update_that_no_snapshot_could_bring_about_is_refused_whole(
    upserts: list[NodeDraft], said: dict[str, Any], message: str
) -> None:
    here = guide()
    assert refusal(here, *upserts, **said) == message
    assert (Release.objects.count(), len(live_uids())) == (1, 5)


def test_a_cycle_through_pages_that_stay_is_refused() -> None:
    here = scope()
    a, b, c = page("a"), page("b", parent="a"), page("c", parent="b")
    publish(here, a, b, c)
    assert refusal(here, page("a", parent="c")) == "Node “a” would stand below itself."
    assert change(here, page("c", "text"), page("b", parent="c")).release is not None


def test_a_tree_deeper_than_a_path_is_refused_by_name() -> None:
    here = scope()
    chain = [page("p0"), *(page(f"p{n}", parent=f"p{n - 1}") for n in range(1, 62))]
    publish(here, *chain)
    assert Node.objects.find_problems() == ([], [], [], [], [])
    message = "Node “{}” stands 63 levels deep; a scope holds 62. Hang it below a higher node."
    assert refusal(here, page("deep", parent="p61")) == message.format("deep")
    assert refusal(here, page("top"), page("p0", parent="top")) == message.format("p61")
    with pytest.raises(InvalidSnapshot, match="“deep” stands 63 levels deep"):
        publish(here, *chain, page("deep", parent="p61"), at=1)
    assert change(here, page("beside", parent="p60")).release is not None


def test_a_symbol_at_the_top_is_a_page_of_its_own() -> None:
    here = scope()
    top = replace(page("api", "API."), kind=NodeKind.SYMBOL)
    change(here, top, section(top, "call", "Call it."))
    assert set(Passage.objects.as_of().values_list("page__uid", flat=True)) == {"api"}
    assert change(here, removed=["api"], at=2).nodes_removed == 2


@pytest.mark.django_db(transaction=True)
def test_first_publishes_of_two_scopes_do_not_wait_for_one_another() -> None:
    one, two = scope("a/1/en"), scope("b/1/en")
    change(scope("c/1/en"), page("c"))  # the first publish of a database registers the embedder
    published, finish = threading.Event(), threading.Event()

    def publish_slowly() -> None:
        with transaction.atomic():
            change(one, HOME)
            published.set()
            finish.wait(20)
        connection.close()

    thread = threading.Thread(target=publish_slowly)
    thread.start()
    assert published.wait(20)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '2s'")
        assert change(two, NEWS).nodes_added == 1
    finish.set()
    thread.join()
    assert live_uids() == {"c", "home", "news"}
