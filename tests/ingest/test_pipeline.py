from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.utils import timezone
from pytest_django import Settings

from cogi.corpus.models import NodeRevision, Passage, Release, Scope
from cogi.corpus.publishing import publish_release
from cogi.corpus.scopes import get_or_create_scope
from cogi.corpus.snapshot import Snapshot
from cogi.ingest.locks import TRY_LOCK, ScopeBusy, is_locked
from cogi.ingest.models import IngestRun, Source
from cogi.ingest.outbox import enqueue_run
from cogi.ingest.pipeline import IngestFailed, ingest_now, run_ingest
from cogi.ingest.progress import Silent
from cogi.ingest.sources import SourceOptions, save_source
from tests.ingest.conftest import WriteTree
from tests.ingest.connectors.archives import make_zip

pytestmark = pytest.mark.django_db

SMALL = {"index.plain": "= Home\n\nWelcome.\n\n-> guide", "guide.plain": "= Guide\n\n== Start\n\nBegin."}


def source_of(location: Path | str) -> Source:
    scope = get_or_create_scope("a/1/en")
    return save_source(scope=scope, location=str(location), options=SourceOptions())


def ingest(source: Source, *, accept_shrink: bool = False) -> IngestRun:
    return ingest_now(source=source, accept_shrink=accept_shrink, progress=Silent())


def state() -> tuple[int, int]:
    scope = Scope.objects.get(slug="a/1/en")
    return scope.release_number, scope.version


@pytest.fixture
def source(write_tree: WriteTree) -> Source:
    return source_of(write_tree(SMALL))


def test_a_first_run_publishes_the_tree_and_reports_it(source: Source) -> None:
    run = ingest(source)

    assert (run.status, run.published, run.release_number, run.attempts) == ("succeeded", True, 1, 1)
    assert run.counts == {
        "pages": 2,
        "nodes": 3,
        "passages": 2,
        "edges": 3,
        "facts": 0,
        "unresolved_links": 0,
        "nodes_added": 3,
        "nodes_changed": 0,
        "nodes_removed": 0,
        "passages_added": 2,
        "passages_removed": 0,
        "contents_added": 2,
    }
    assert sorted(Passage.objects.values_list("node__uid", "content__text")) == [
        ("guide#start", "Begin."),
        ("index", "Welcome."),
    ]
    assert state() == (1, 1)
    assert not is_locked(source.scope_id)


def test_an_unchanged_tree_is_not_parsed_again(source: Source, settings: Settings) -> None:
    ingest(source)
    settings.COGI_INGEST_PARSE_TIMEOUT_SECONDS = 0

    run = ingest(source)

    assert (run.status, run.published, run.release_number) == ("succeeded", False, 1)
    assert run.counts["pages"] == 2
    assert run.stage == "fetch"
    assert state() == (1, 1)


def test_what_was_skipped_is_still_reported_when_unchanged(write_tree: WriteTree) -> None:
    source = source_of(write_tree({**SMALL, "bad.plain": "broken"}))
    skipped = [{"path": "bad.plain", "reason": "It says that it is broken. Mend it."}]

    assert [ingest(source).skipped, ingest(source).skipped] == [skipped, skipped]


@pytest.mark.parametrize(
    "change",
    [
        {"COGI_INGEST_PASSAGE_WORDS": 100},
        {"COGI_PARSERS": {"plain": {"BACKEND": "tests.ingest.plain.PlainParser"}}},
    ],
)
def test_other_options_parse_again_but_equal_content_makes_no_release(
    source: Source, settings: Settings, change: Mapping[str, object]
) -> None:
    ingest(source)
    for name, value in change.items():
        setattr(settings, name, value)

    run = ingest(source)

    assert (run.stage, run.published, state()) == ("publish", False, (1, 1))


def test_an_unchanged_archive_is_not_even_unpacked(tmp_path: Path, settings: Settings) -> None:
    files = {f"docs/{path}": text.encode() for path, text in SMALL.items()}
    source = source_of(make_zip(tmp_path / "docs.zip", files))
    first = ingest(source)
    settings.COGI_INGEST_MAX_UNPACKED_ENTRIES = 0

    assert [(run.published, run.counts["pages"]) for run in (first, ingest(source))] == [
        (True, 2),
        (False, 2),
    ]


def test_a_file_whose_process_was_lost_is_tried_again_though_nothing_changed(
    write_tree: WriteTree, settings: Settings
) -> None:
    settings.COGI_INGEST_PARSE_TIMEOUT_SECONDS = 0.5
    source = source_of(write_tree({**SMALL, "slow.plain": "hang"}))

    runs = [ingest(source), ingest(source)]

    assert [run.stage for run in runs] == ["publish", "publish"]
    assert [skipped["path"] for skipped in runs[1].skipped] == ["slow.plain"]


def test_one_changed_page_makes_one_release_and_one_version(source: Source, write_tree: WriteTree) -> None:
    ingest(source)
    write_tree({"guide.plain": "= Guide\n\n== Start\n\nBegin anew."})

    run = ingest(source)

    assert (run.published, run.release_number, state()) == (True, 2, (2, 2))
    assert (run.counts["nodes_changed"], run.counts["contents_added"]) == (1, 1)


def test_a_page_that_is_gone_is_gone_from_the_scope(source: Source, write_tree: WriteTree) -> None:
    ingest(source)
    (write_tree({}) / "guide.plain").unlink()

    run = ingest(source)

    assert run.counts["nodes_removed"] == 2
    assert list(NodeRevision.objects.as_of().values_list("node__uid", flat=True)) == ["index"]


def test_a_scope_changed_by_others_is_brought_back(source: Source) -> None:
    ingest(source)
    publish_release(scope=source.scope, snapshot=Snapshot(nodes=()), now=timezone.now(), accept_shrink=True)

    assert ingest(source).published
    assert NodeRevision.objects.as_of().count() == 3


def test_a_corpus_does_not_shrink_unasked(write_tree: WriteTree) -> None:
    root = write_tree({f"p{number}.plain": f"= P{number}" for number in range(4)})
    source = source_of(root)
    ingest(source)
    for number in range(3):
        (root / f"p{number}.plain").unlink()

    with pytest.raises(IngestFailed, match=r"would remove 3 of the 4 pages of a/1/en; nothing was published"):
        ingest(source)
    assert state() == (1, 1)
    assert ingest(source, accept_shrink=True).published


def test_a_tree_of_broken_files_publishes_nothing(write_tree: WriteTree) -> None:
    source = source_of(write_tree({"a.plain": "broken", "b.plain": "broken"}))

    with pytest.raises(IngestFailed) as caught:
        ingest(source)

    assert str(caught.value) == (
        "Nothing to ingest: all 2 pages were skipped, the first, a.plain, because: It says that it is "
        "broken. Mend it."
    )
    assert not Release.objects.exists()
    assert IngestRun.objects.get().status == IngestRun.Status.FAILED


def test_a_run_refuses_to_meddle_with_another(source: Source, database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as other:
        other.execute(TRY_LOCK, [str(source.scope_id)])

        with pytest.raises(ScopeBusy):
            ingest(source)
        with pytest.raises(ScopeBusy):
            run_ingest(run=enqueue_run(source=source))

    assert IngestRun.objects.get().status == IngestRun.Status.QUEUED


def test_a_run_is_carried_out_once_however_often_it_is_asked_for(source: Source) -> None:
    run = enqueue_run(source=source)
    run_ingest(run=run)
    finished = run.finished_at

    run_ingest(run=IngestRun.objects.get(pk=run.pk))

    run.refresh_from_db()
    assert (run.status, run.attempts, run.finished_at) == ("succeeded", 1, finished)


def test_a_run_whose_worker_died_is_carried_out_again(source: Source) -> None:
    run = IngestRun.objects.create(source=source, status=IngestRun.Status.RUNNING, attempts=1)

    run_ingest(run=run)

    assert (run.status, run.attempts, state()) == ("succeeded", 2, (1, 1))


def test_a_run_that_keeps_killing_its_worker_fails_in_the_end(source: Source) -> None:
    run = IngestRun.objects.create(source=source, status=IngestRun.Status.RUNNING, attempts=3)

    run_ingest(run=run)

    assert run.status == IngestRun.Status.FAILED
    assert run.error == (
        "The run was started 3 times without success: its worker ended each time (killed, or out of "
        "memory). Mend that and start it again."
    )


def test_a_failure_that_may_pass_is_tried_again_later_until_attempts_are_used() -> None:
    run = enqueue_run(source=source_of("http://127.0.0.1:9/docs.zip"))

    for delay in (30, 120):
        before = timezone.now()
        run_ingest(run=run)
        assert run.status == IngestRun.Status.QUEUED
        assert timedelta(seconds=delay) <= run.due_at - before < timedelta(seconds=delay + 20)
    run_ingest(run=run)

    assert (run.status, run.attempts) == (IngestRun.Status.FAILED, 3)
    assert run.error.startswith("http://127.0.0.1:9/docs.zip could not be downloaded")


def test_a_failure_that_will_not_pass_is_final_at_once(tmp_path: Path) -> None:
    run = enqueue_run(source=source_of(tmp_path / "gone"))

    run_ingest(run=run)

    assert run.status == IngestRun.Status.FAILED
    assert run.error.startswith(f"There is no directory or archive at '{tmp_path}/gone'.")


class Interrupted(Silent):
    def advance(self, count: int = 1) -> None:
        raise KeyboardInterrupt(count)


def test_an_interrupted_command_leaves_no_run_behind(source: Source) -> None:
    with pytest.raises(KeyboardInterrupt):
        ingest_now(source=source, progress=Interrupted())

    run = IngestRun.objects.get()
    assert (run.status, run.error) == ("failed", "The run was interrupted. Start it again.")
    assert not is_locked(source.scope_id)
