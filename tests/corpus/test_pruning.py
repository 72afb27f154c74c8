from __future__ import annotations

import random
import threading
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection, transaction

from cogi.corpus.classification import Classification
from cogi.corpus.models import (
    Edge,
    Fact,
    Node,
    NodeRevision,
    Passage,
    PassageContent,
    Release,
    Scope,
    VisibilityClass,
)
from cogi.corpus.publishing import Pruned, prune_releases
from cogi.corpus.publishing import expiry as expiry_module
from cogi.corpus.publishing.pruning import NothingKept, prune_all, would_prune
from cogi.corpus.signals import releases_pruned
from cogi.corpus.snapshot import EdgeDraft, FactDraft
from cogi.corpus.vocabulary import EdgeLabel
from tests.drafts import page, publish, scope, section

pytestmark = pytest.mark.django_db

HOME = page("home", "Welcome.")
OLD = page("old", "Outdated.", order=1)
PART = section(OLD, "part", "A part.")


def numbers(here: Scope) -> list[int]:
    return list(Release.objects.filter(scope=here).order_by("number").values_list("number", flat=True))


def contents() -> set[str]:
    return set(PassageContent.objects.values_list("text", flat=True))


def state(here: Scope, release: int) -> dict[str, Any]:
    """All that can be read of a release."""
    return {
        "nodes": sorted(
            NodeRevision.objects.filter(scope=here)
            .as_of(release)
            .values_list("node__uid", "parent__uid", "title")
        ),
        "passages": sorted(
            Passage.objects.filter(scope=here)
            .as_of(release)
            .values_list("node__uid", "page__uid", "content__text")
        ),
        "edges": sorted(
            Edge.objects.filter(scope=here).as_of(release).values_list("source__uid", "target__uid", "weight")
        ),
    }


def test_what_only_pruned_releases_held_is_gone() -> None:
    here = scope()
    publish(here, HOME, OLD, PART, edges=[EdgeDraft("home", "old", EdgeLabel.XREF)])
    publish(here, page("home", "Hello."), at=1)
    publish(here, page("home", "Good day."), at=2)
    assert prune_releases(here, keep=2) == Pruned(
        oldest=2, releases=1, revisions=3, passages=3, edges=1, nodes=2, contents=3, classes=0
    )
    assert numbers(here) == [2, 3]
    assert contents() == {"Hello.", "Good day."}
    assert set(Node.objects.values_list("uid", flat=True)) == {"", "home"}
    assert Node.objects.find_problems() == ([], [], [], [], [])


def test_pruning_again_removes_nothing_and_says_nothing() -> None:
    here = scope()
    publish(here, HOME, OLD)
    publish(here, HOME, at=1)
    prune_releases(here, keep=1)
    here.refresh_from_db()
    version, heard = here.version, []

    def hear(**said: Any) -> None:
        heard.append(said["oldest"])

    releases_pruned.connect(hear)
    try:
        assert prune_releases(here, keep=1) == Pruned(oldest=2)
    finally:
        releases_pruned.disconnect(hear)
    here.refresh_from_db()
    assert (heard, here.version) == ([], version)


def test_a_scope_without_releases_has_nothing_to_prune() -> None:
    assert prune_releases(scope(), keep=1) == Pruned(oldest=0)


def test_receivers_hear_of_the_scope_and_the_oldest_release_once_all_is_gone() -> None:
    here = scope()
    publish(here, HOME, OLD)
    publish(here, HOME, at=1)
    heard = []

    def hear(**said: Any) -> None:
        heard.append((said["scope"], said["oldest"], numbers(here), contents()))

    releases_pruned.connect(hear)
    try:
        prune_releases(here, keep=1)
    finally:
        releases_pruned.disconnect(hear)
    assert heard == [(here, 2, [2], {"Welcome."})]


def test_pruning_bumps_the_version_since_as_of_reads_otherwise_now() -> None:
    here = scope()
    publish(here, HOME)
    publish(here, page("home", "Hello."), at=1)
    prune_releases(here, keep=1)
    here.refresh_from_db()
    assert here.version == 3


def test_the_newest_release_cannot_be_pruned() -> None:
    here = scope()
    publish(here, HOME)
    with pytest.raises(NothingKept) as refused:
        prune_releases(here, keep=0)
    assert str(refused.value) == "To keep 0 releases would remove the newest. Keep 1 or more."


def test_a_content_that_another_scope_shows_stays() -> None:
    one, two = scope("a/1/en"), scope("a/2/en")
    publish(one, HOME, OLD)
    publish(two, OLD)
    publish(one, HOME, at=1)
    assert prune_releases(one, keep=1).contents == 0
    assert contents() == {"Welcome.", "Outdated."}


def test_a_visibility_class_without_passages_is_gone() -> None:
    here = scope()
    publish(here, HOME, page("inside", "Internal.", level=Classification.INTERNAL))
    publish(here, HOME, at=1)
    assert prune_releases(here, keep=1).classes == 1
    assert list(VisibilityClass.objects.values_list("low", "high")) == [(0, 3)]


def test_a_seal_on_what_is_gone_is_lifted() -> None:
    here = scope()
    publish(here, HOME, OLD)
    publish(here, replace(HOME, classification=Classification.INTERNAL), OLD, at=1)
    publish(here, replace(HOME, classification=Classification.INTERNAL), at=2)
    prune_releases(here, keep=2)
    here.refresh_from_db()
    assert here.readable_from == 0


def test_a_fact_loses_its_source_and_lives_as_long_as_its_subject() -> None:
    here = scope()
    publish(here, HOME, OLD, facts=[FactDraft("home", "owner", "ann"), FactDraft("old", "owner", "bob")])
    publish(here, page("home", "Hello."), at=1, facts=[FactDraft("home", "owner", "eve")])
    prune_releases(here, keep=1)
    assert list(Fact.objects.order_by("pk").values_list("value", "source__content__text")) == [
        ("ann", None),
        ("eve", "Hello."),
    ]


def test_a_believed_fact_keeps_its_node_and_what_the_node_was_last() -> None:
    here = scope()
    publish(here, HOME, OLD, PART, facts=[FactDraft("old", "owner", "bob")])
    Fact.objects.update(provenance="review")
    publish(here, HOME, at=1)
    publish(here, page("home", "Hello."), page("new", "New."), at=2)
    prune_releases(here, keep=1)
    assert Fact.objects.believed().get().subject.revisions.get().title == "Old"
    assert Node.objects.find_problems() == ([], [], [], [], [])
    publish(here, page("a", "A"), page("b", "B"), at=3)
    assert Node.objects.find_problems() == ([], [], [], [], [])


@pytest.mark.parametrize("seed", range(4))
def test_every_kept_release_reads_as_before(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expiry_module, "BATCH", 3)
    dice = random.Random(seed)  # noqa: S311 - repeatable, not secret
    here = scope()
    for at in range(10):
        top = [page(f"p{n}", dice.choice("xyz"), order=dice.randint(0, 4)) for n in range(5)]
        kept = [page for page in top if dice.random() < 0.7] or top
        parts = [section(dice.choice(kept), f"s{n}", dice.choice("uvw")) for n in range(3)]
        links = {(dice.choice(kept).uid, dice.choice(kept).uid) for _ in range(3)}
        edges = [EdgeDraft(*link, EdgeLabel.XREF, dice.choice([1.0, 2.0])) for link in sorted(links)]
        publish(here, *kept, *{part.uid: part for part in parts}.values(), edges=edges, at=at)
    keep = dice.randint(1, 6)
    kept_numbers = numbers(here)[-keep:]
    before = {number: state(here, number) for number in kept_numbers}
    pruned = prune_releases(here, keep=keep)
    assert numbers(here) == kept_numbers
    assert {number: state(here, number) for number in kept_numbers} == before
    assert Node.objects.find_problems() == ([], [], [], [], [])
    for model in (Passage, Edge):
        assert not model.objects.filter(valid_to__lte=pruned.oldest).exists()
    assert not Node.objects.filter(revisions=None).exclude(uid="").exists()
    assert not PassageContent.objects.filter(places=None).exists()


def test_a_run_that_was_killed_is_finished_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    here = scope()
    publish(here, HOME, OLD, PART)
    publish(here, HOME, at=1)

    def die(*_: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(expiry_module, "delete_passages", die)
        with pytest.raises(SystemExit):
            prune_releases(here, keep=1)
    assert numbers(here) == [2]
    assert prune_releases(here, keep=1).nodes == 2
    assert contents() == {"Welcome."}


def test_counting_what_would_go_removes_nothing() -> None:
    here = scope()
    publish(here, HOME, OLD)
    publish(here, page("home", "Hello."), at=1)
    publish(here, page("home", "Good day."), at=2)
    counted = would_prune(here, keep=1)
    assert (counted.oldest, counted.releases, counted.passages, counted.revisions) == (3, 2, 3, 2)
    assert numbers(here) == [1, 2, 3]


def test_contents_of_scopes_that_are_gone_are_swept() -> None:
    gone, stays = scope("a/1/en"), scope("a/2/en")
    publish(gone, OLD)
    publish(stays, HOME)
    gone.delete()
    prune_all(keep=5)
    assert contents() == {"Welcome."}


@pytest.mark.django_db(transaction=True)
def test_a_content_that_a_publish_under_way_places_stays() -> None:
    one, two = scope("a/1/en"), scope("a/2/en")
    publish(one, HOME, OLD)
    publish(one, HOME, at=1)
    placed, pruned = threading.Event(), threading.Event()
    failures: list[BaseException] = []

    def publish_slowly() -> None:
        try:
            with transaction.atomic():
                publish(two, OLD)
                placed.set()
                assert pruned.wait(20)
        except BaseException as error:  # noqa: BLE001 - reported by the assertion below
            failures.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=publish_slowly)
    thread.start()
    assert placed.wait(20)
    assert prune_releases(one, keep=1).contents == 0
    pruned.set()
    thread.join()
    assert failures == []
    assert contents() == {"Welcome.", "Outdated."}


def test_pruned_uids_may_return() -> None:
    here = scope()
    publish(here, HOME, OLD, PART)
    publish(here, HOME, at=1)
    prune_releases(here, keep=1)
    assert publish(here, HOME, OLD, PART, at=2).nodes_added == 2
    assert Node.objects.find_problems() == ([], [], [], [], [])
