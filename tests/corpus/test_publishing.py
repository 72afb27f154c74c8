from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange

from cogi.corpus.classification import Classification, Span
from cogi.corpus.models import Edge, Fact, Node, NodeRevision, Passage, PassageContent, Release
from cogi.corpus.publishing import ShrinkRefused
from cogi.corpus.publishing.validation import InvalidSnapshot
from cogi.corpus.signals import release_published
from cogi.corpus.snapshot import EdgeDraft, FactDraft, NodeDraft
from cogi.corpus.vocabulary import EdgeLabel
from tests.drafts import day, page, publish, scope, section

pytestmark = pytest.mark.django_db

HOME = page("home", "Welcome to the guide.")
AUTH = page("auth", "Who are you?", parent="home", order=1)
LOGIN = section(AUTH, "login", "Call login().")


def live_uids(release: int | None = None) -> set[str]:
    return set(NodeRevision.objects.as_of(release).values_list("node__uid", flat=True))


def texts(release: int | None = None) -> set[str]:
    return set(Passage.objects.as_of(release).values_list("content__text", flat=True))


def test_a_first_publish_makes_release_one_and_bumps_the_version() -> None:
    here = scope()
    done = publish(here, HOME, AUTH, LOGIN)
    assert done.release is not None
    assert (done.release.number, done.release.node_count, done.release.passage_count) == (1, 3, 3)
    assert (done.nodes_added, done.passages_added, done.contents_added) == (3, 3, 3)
    assert (here.version, here.release_number) == (1, 1)


def test_an_equal_snapshot_writes_nothing() -> None:
    here = scope()
    facts = [FactDraft("home", "owner", "docs")]
    edges = [EdgeDraft("auth", "home", EdgeLabel.XREF, 2.0, {"texts": ["home"]})]
    publish(here, HOME, AUTH, LOGIN, edges=edges, facts=facts)
    assert publish(here, HOME, AUTH, LOGIN, at=1, edges=edges, facts=facts).release is None
    assert (here.version, Release.objects.count(), Passage.objects.count()) == (1, 1, 3)


def test_a_changed_page_costs_its_own_passages_only() -> None:
    here = scope()
    publish(here, HOME, AUTH, LOGIN)
    done = publish(here, page("home", "Welcome, all."), AUTH, LOGIN, at=1)
    assert (done.nodes_changed, done.passages_added, done.passages_removed, done.contents_added) == (
        1,
        1,
        1,
        1,
    )
    assert here.version == 2
    assert texts() == {"Welcome, all.", "Who are you?", "Call login()."}


def test_an_older_release_reads_as_it_was() -> None:
    here = scope()
    publish(here, HOME, AUTH, LOGIN)
    publish(here, HOME, page("news", "New."), at=1)
    assert live_uids(1) == {"home", "auth", "auth#login"}
    assert live_uids(2) == live_uids() == {"home", "news"}
    assert texts(1) == {"Welcome to the guide.", "Who are you?", "Call login()."}


def test_contents_are_shared_by_scopes_and_releases() -> None:
    one, two = scope("a/1/en"), scope("a/2/en")
    publish(one, HOME)
    done = publish(two, HOME)
    assert done.contents_added == 0
    assert PassageContent.objects.count() == 1
    publish(one, page("other", "Else."), at=1)
    assert publish(one, HOME, at=2).contents_added == 0


def test_a_node_that_returns_keeps_its_identity() -> None:
    here = scope()
    publish(here, HOME, AUTH)
    before = Node.objects.get(uid="auth").pk
    publish(here, HOME, at=1)
    publish(here, HOME, AUTH, at=2)
    assert Node.objects.get(uid="auth").pk == before
    revisions = NodeRevision.objects.filter(node=before).order_by("valid_from")
    assert list(revisions.values_list("valid_from", "valid_to")) == [(1, 2), (3, None)]


def test_the_tree_follows_parents_and_order_and_stays_sound() -> None:
    here = scope()
    publish(here, HOME, AUTH, LOGIN)
    second = page("setup", "Install it.", parent="home", order=0)
    moved = replace(AUTH, parent_uid=None, order=2)
    publish(here, HOME, second, moved, LOGIN, at=1)
    by_path = Node.objects.filter(scope=here).order_by("path")
    assert [node.uid for node in by_path] == ["", "home", "setup", "auth", "auth#login"]
    assert [node.uid for node in Node.objects.get_ancestors(Node.objects.get(uid="auth#login"))] == [
        "",
        "auth",
    ]
    assert Node.objects.find_problems() == ([], [], [], [], [])


def test_removed_nodes_stand_behind_their_living_siblings() -> None:
    here = scope()
    publish(here, page("a", "1", order=0), page("b", "2", order=1))
    publish(here, page("b", "2", order=1), page("c", "3", order=2), at=1)
    children = Node.objects.get_children(Node.objects.get(scope=here, uid=""))
    assert [node.uid for node in children] == ["b", "c", "a"]
    assert Node.objects.find_problems() == ([], [], [], [], [])


def test_renditions_become_passages_of_their_own_class() -> None:
    here = scope()
    publish(here, page("a", "Door code 1234.", spans=[Span(10, 14, Classification.CONFIDENTIAL)]))
    rows = Passage.objects.order_by("visibility__low").values_list(
        "visibility__low", "visibility__high", "content__text", "spans"
    )
    assert list(rows) == [
        (0, 1, "Door code ••••.", []),
        (2, 3, "Door code 1234.", [[10, 14, 2]]),
    ]


def test_a_part_that_moves_with_its_section_changes_its_page() -> None:
    here = scope()
    one, two = page("one", "1"), page("two", "2", order=1)
    top = section(one, "x", "X text.")
    part = replace(section(one, "y", "Y text."), parent_uid=top.uid)
    publish(here, one, two, top, part)
    publish(here, one, two, replace(top, parent_uid="two"), part, at=1)
    pages = Passage.objects.as_of().values_list("content__text", "page__uid")
    assert dict(pages) == {"1": "one", "2": "two", "X text.": "two", "Y text.": "two"}


@pytest.mark.parametrize(
    ("before", "after", "readable_from"),
    [
        (Classification.PUBLIC, Classification.INTERNAL, 2),
        (Classification.INTERNAL, Classification.PUBLIC, 0),
        (Classification.PUBLIC, Classification.PUBLIC, 0),
    ],
)
def test_the_past_is_sealed_when_something_is_classified_higher(
    before: Classification, after: Classification, readable_from: int
) -> None:
    here = scope()
    publish(here, HOME, page("a", "text", level=before))
    publish(here, HOME, page("a", "other text", level=after), at=1)
    here.refresh_from_db()
    assert here.readable_from == readable_from


def test_a_page_that_returns_classified_higher_seals_the_past_too() -> None:
    here = scope()
    publish(here, HOME, page("a", "text"))
    publish(here, HOME, at=1)
    publish(here, HOME, page("a", "text", level=Classification.RESTRICTED), at=2)
    here.refresh_from_db()
    assert here.readable_from == 3


def test_edges_hold_in_their_releases() -> None:
    here = scope()
    link = EdgeDraft("auth", "home", EdgeLabel.XREF)
    publish(here, HOME, AUTH, edges=[link])
    publish(here, HOME, AUTH, at=1, edges=[replace(link, weight=3.0)])
    publish(here, HOME, AUTH, at=2)
    history = Edge.objects.order_by("valid_from").values_list("weight", "valid_from", "valid_to")
    assert list(history) == [(1.0, 1, 2), (3.0, 2, 3)]
    assert not Edge.objects.as_of().exists()


def test_facts_keep_their_history_on_the_recorded_axis() -> None:
    here = scope()
    publish(here, HOME, facts=[FactDraft("home", "owner", "ann", functional=True)])
    publish(here, HOME, at=1, facts=[FactDraft("home", "owner", "bob", functional=True)])
    assert [fact.value for fact in Fact.objects.believed()] == ["bob"]
    assert [fact.value for fact in Fact.objects.believed(day(0))] == ["ann"]
    assert Fact.objects.count() == 2
    assert {fact.source and fact.source.node.uid for fact in Fact.objects.all()} == {"home"}


def test_a_fact_outside_its_valid_time_is_not_true() -> None:
    here = scope()
    publish(here, HOME, facts=[FactDraft("home", "status", "beta", valid_from=day(1), valid_to=day(5))])
    assert [Fact.objects.true_at(day(n)).exists() for n in (0, 1, 4, 5)] == [False, True, True, False]


def test_the_database_refuses_two_values_at_one_time() -> None:
    here = scope()
    publish(here, HOME)
    node = Node.objects.get(uid="home")

    def record(value: str, start: int, end: int | None) -> None:
        valid: Any = DateTimeTZRange(day(start), None if end is None else day(end))
        recorded: Any = DateTimeTZRange(day(0), None)
        Fact.objects.create(
            scope=here,
            subject=node,
            predicate="p",
            value=value,
            functional=True,
            valid=valid,
            recorded=recorded,
        )

    record("a", 0, 5)
    record("b", 5, None)
    with pytest.raises(IntegrityError, match="cogi_fact_no_overlap"), transaction.atomic():
        record("c", 4, 6)


def test_a_large_loss_of_pages_needs_confirmation() -> None:
    here = scope()
    pages = [page(f"p{i}", f"text {i}") for i in range(4)]
    publish(here, *pages)
    with pytest.raises(ShrinkRefused) as refused:
        publish(here, pages[0], at=1, accept_shrink=False)
    assert str(refused.value) == (
        "This release would remove 3 of the 4 pages of guide/1.0/en; nothing was published. "
        "If that is intended, confirm it (--accept-shrink); otherwise check the source."
    )
    assert live_uids() == {"p0", "p1", "p2", "p3"}
    assert publish(here, pages[0], pages[1], at=1, accept_shrink=False).nodes_removed == 2


@pytest.mark.parametrize(
    ("nodes", "edges", "facts", "message"),
    [
        ([HOME, HOME], [], [], "Node uid “home” is empty or stands twice; uids must be unique."),
        ([AUTH, HOME], [], [], "Node “auth” stands before its parent “home”."),
        (
            [page("a", level=Classification.INTERNAL), page("b", parent="a")],
            [],
            [],
            "Node “b” is less classified than its parent.",
        ),
        (
            [HOME],
            [EdgeDraft("home", "gone", EdgeLabel.XREF)],
            [],
            "An edge xref names “gone”, which is not there.",
        ),
        (
            [HOME],
            [],
            [FactDraft("home", "p", 1, functional=True), FactDraft("home", "p", 2, functional=True)],
            "“home” has two values of p at one time; it can have one.",
        ),
        ([HOME], [], [FactDraft("home", "p")], "A fact p needs either an object or a value."),
        (
            [HOME],
            [],
            [FactDraft("home", "p", 1, valid_from=day(2), valid_to=day(2))],
            "A fact p ends before it begins to be valid.",
        ),
        (
            [page("a", level=Classification.INTERNAL)],
            [],
            [FactDraft("a", "p", 1)],
            "A fact p is less classified than its subject.",
        ),
        (
            [HOME],
            [],
            [FactDraft("home", "p", object_uid="gone")],
            "A fact p names “gone”, which is not there.",
        ),
    ],
)
def test_a_contradictory_snapshot_is_refused_whole(
    nodes: list[NodeDraft], edges: list[EdgeDraft], facts: list[FactDraft], message: str
) -> None:
    here = scope()
    with pytest.raises(InvalidSnapshot) as refused:
        publish(here, *nodes, edges=edges, facts=facts)
    assert str(refused.value) == message
    assert not Release.objects.exists()


def test_a_failing_index_aborts_the_publish() -> None:
    def fail(**_: Any) -> None:
        raise RuntimeError("no space")

    here = scope()
    release_published.connect(fail)
    try:
        with pytest.raises(RuntimeError, match="no space"):
            publish(here, HOME)
    finally:
        release_published.disconnect(fail)
    here.refresh_from_db()
    assert (here.version, Passage.objects.count(), NodeRevision.objects.count()) == (0, 0, 0)


@pytest.mark.django_db(transaction=True)
def test_publishes_of_one_scope_wait_for_one_another() -> None:
    here = scope()
    failures: list[BaseException] = []

    def publish_one(number: int) -> None:
        try:
            publish(scope(), HOME, page(f"p{number}", "text"), at=number)
        except BaseException as error:  # noqa: BLE001 - reported by the assertion below
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=publish_one, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    here.refresh_from_db()
    assert (here.version, here.release_number, Release.objects.count()) == (4, 4, 4)
    assert len(live_uids()) == 2
