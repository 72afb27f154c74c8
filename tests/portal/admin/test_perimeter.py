"""Tests that the admin shows staff what they are cleared for, and nothing more."""

from __future__ import annotations

import pytest
from django.urls import reverse

from cogi.corpus.models import Fact, Node, NodeRevision, Passage, Release
from tests.portal.signing_in import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus")]

LISTS = [
    "cogi_corpus_node",
    "cogi_corpus_noderevision",
    "cogi_corpus_passage",
    "cogi_corpus_edge",
    "cogi_corpus_fact",
    "cogi_corpus_release",
    "cogi_corpus_scope",
    "cogi_corpus_product",
    "cogi_corpus_grant",
    "cogi_corpus_pin",
    "cogi_corpus_boost",
    "cogi_index_segment",
    "cogi_index_embeddingmodel",
    "cogi_ingest_source",
    "cogi_ingest_ingestrun",
]


def listed(name: str, model: str, query: str = "") -> str:
    """The rows of a list as HTML, without filters and the search itself."""
    response = signed_in(name).get(reverse(f"admin:{model}_changelist"), {"q": query} if query else {})
    assert response.status_code == 200
    return response.content.decode().partition('id="result_list"')[2].partition("</table>")[0]


@pytest.mark.parametrize("model", LISTS)
def test_every_list_opens(model: str) -> None:
    listed("root", model)


@pytest.mark.parametrize("model", LISTS)
def test_what_is_restricted_is_in_no_list_of_those_below(model: str) -> None:
    rows = listed("editor", model)

    assert "merger" not in rows.lower()
    assert "Globex" not in rows
    assert "Turquoise" not in rows


@pytest.mark.parametrize("model", ["cogi_corpus_node", "cogi_corpus_noderevision", "cogi_corpus_passage"])
def test_those_cleared_see_all(model: str) -> None:
    assert "merger" in listed("keeper", model, "merger").lower()
    assert "team" in listed("editor", model, "team").lower()


def test_searching_for_a_hidden_word_finds_nothing() -> None:
    assert "Merger" not in listed("editor", "cogi_corpus_noderevision", "Merger")
    assert "merger" not in listed("editor", "cogi_corpus_node", "merger")


def test_a_hidden_row_cannot_be_opened() -> None:
    hidden = [
        Node.objects.get(uid="merger"),
        NodeRevision.objects.get(node__uid="merger"),
        Passage.objects.get(node__uid="merger"),
        Passage.objects.get(node__uid="launch", visibility__high=3),
        Fact.objects.get(predicate="partner"),
        Fact.objects.get(predicate="follows"),
        Release.objects.get(scope__slug="plans/1.0/en"),
    ]

    for row in hidden:
        options = row._meta
        address = reverse(f"admin:{options.app_label}_{options.model_name}_change", args=[row.pk])
        response = signed_in("editor").get(address)
        assert response.status_code == 302, row  # the admin leads an absent row to its index
        assert signed_in("keeper").get(address).status_code == 200, row


def test_an_edge_to_a_hidden_node_is_not_listed() -> None:
    assert "depends on" not in listed("editor", "cogi_corpus_edge")
    assert "depends on" in listed("keeper", "cogi_corpus_edge", "merger")


def test_each_sees_their_own_rendition_of_a_passage() -> None:
    masked = Passage.objects.get(node__uid="launch", visibility__high=1)
    page = signed_in("editor").get(reverse("admin:cogi_corpus_passage_change", args=[masked.pk]))

    assert "The code name is ••••." in page.content.decode()


def test_filters_name_only_the_scopes_of_the_viewer() -> None:
    outsider = signed_in("outsider").get(reverse("admin:cogi_corpus_node_changelist")).content.decode()
    insider = signed_in("editor").get(reverse("admin:cogi_corpus_node_changelist")).content.decode()

    assert "plans/1.0/en" not in outsider
    assert "plans/1.0/en" in insider


def test_lists_narrow_to_a_scope_and_to_what_holds() -> None:
    address = reverse("admin:cogi_corpus_passage_changelist")
    plans = Release.objects.get(scope__slug="plans/1.0/en").scope
    in_plans = signed_in("root").get(address, {"scope": str(plans.pk), "holds": "now"}).content.decode()
    no_more = signed_in("root").get(address, {"scope": "nonsense", "holds": "before"}).content.decode()

    assert "launch" in in_plans
    assert "auth/login" not in in_plans
    assert 'id="result_list"' not in no_more


@pytest.mark.parametrize(
    "model",
    [
        "cogi_corpus_node",
        "cogi_corpus_noderevision",
        "cogi_corpus_passage",
        "cogi_corpus_edge",
        "cogi_corpus_fact",
        "cogi_corpus_release",
        "cogi_index_segment",
        "cogi_ingest_ingestrun",
    ],
)
def test_what_only_publishing_writes_cannot_be_added(model: str) -> None:
    assert signed_in("root").get(reverse(f"admin:{model}_add")).status_code == 403


def test_what_only_publishing_writes_cannot_be_changed_or_deleted() -> None:
    node = Node.objects.get(uid="launch")
    change = signed_in("root").post(reverse("admin:cogi_corpus_node_change", args=[node.pk]), {"uid": "x"})
    delete = signed_in("root").post(reverse("admin:cogi_corpus_node_delete", args=[node.pk]), {"post": "yes"})

    assert (change.status_code, delete.status_code) == (403, 403)


@pytest.mark.parametrize(
    ("model", "queries"),
    [
        ("cogi_corpus_node", 16),
        ("cogi_corpus_noderevision", 16),
        ("cogi_corpus_passage", 16),
        ("cogi_corpus_edge", 16),
    ],
)
def test_a_list_asks_the_database_as_often_for_many_rows_as_for_few(
    model: str, queries: int, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    client = signed_in("root")
    with django_assert_max_num_queries(queries):  # type: ignore[operator]
        client.get(reverse(f"admin:{model}_changelist"))
