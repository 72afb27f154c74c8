"""Tests of the administration of sources and runs."""

from __future__ import annotations

import pytest
from django.urls import reverse

from cogi.corpus.models import Scope
from cogi.ingest.models import IngestRun, Source
from tests.portal.signing_in import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus")]


@pytest.fixture
def source() -> Source:
    return Source.objects.create(scope=Scope.objects.get(slug="plans/1.0/en"), location="/srv/plans")


def test_ingest_now_queues_a_run(source: Source) -> None:
    response = signed_in("keeper").post(
        reverse("admin:cogi_ingest_source_changelist"),
        {"action": "ingest_now", "_selected_action": [source.pk]},
        follow=True,
    )

    assert IngestRun.objects.get().source == source
    assert "Queued 1 run; the runs’ list shows the progress." in response.content.decode()


def test_sources_and_runs_are_shown_to_those_who_see_the_whole_scope(source: Source) -> None:
    IngestRun.objects.create(source=source)

    for model in ("source", "ingestrun"):
        address = reverse(f"admin:cogi_ingest_{model}_changelist")
        assert "plans/1.0/en" in signed_in("keeper").get(address).content.decode()
        assert 'id="result_list"' not in signed_in("editor").get(address).content.decode()


def test_a_run_shows_its_counts_and_what_it_skipped(source: Source) -> None:
    run = IngestRun.objects.create(
        source=source,
        status=IngestRun.Status.RUNNING,
        stage="parse",
        done=3,
        total=10,
        counts={"pages": 7},
        skipped=[{"path": "bad.rst", "reason": "It is not UTF-8 <b>."}],
    )
    html = (
        signed_in("root").get(reverse("admin:cogi_ingest_ingestrun_change", args=[run.pk])).content.decode()
    )

    assert "parse 3 of 10" in html
    assert "<tr><th>pages</th><td>7</td></tr>" in html
    assert "<tr><td>bad.rst</td><td>It is not UTF-8 &lt;b&gt;.</td></tr>" in html


def test_a_run_that_has_not_begun_shows_nothing_yet(source: Source) -> None:
    run = IngestRun.objects.create(source=source)
    html = (
        signed_in("root").get(reverse("admin:cogi_ingest_ingestrun_change", args=[run.pk])).content.decode()
    )

    assert "none" in html
    listed = signed_in("root").get(
        reverse("admin:cogi_ingest_ingestrun_changelist"), {"scope": str(source.scope_id)}
    )
    assert "plans/1.0/en" in listed.content.decode()


def test_a_source_is_added_for_a_scope_with_a_known_format() -> None:
    scope = Scope.objects.get(slug="guide/1.0/en")
    wanted = {"scope": scope.pk, "location": "/srv/guide", "format": "auto", "options": "{}"}
    address = reverse("admin:cogi_ingest_source_add")

    refused = signed_in("root").post(address, {**wanted, "format": "wordstar"})
    assert "There is no format &#x27;wordstar&#x27;. Choose one of: auto, " in refused.content.decode()

    assert signed_in("root").post(address, wanted).status_code == 302
    assert Source.objects.get().location == "/srv/guide"
