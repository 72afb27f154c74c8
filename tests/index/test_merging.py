"""Merges change no answer, keep older releases readable, and leave nothing behind."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from cogi.corpus.models import Scope
from cogi.index.merging import merge_scope
from cogi.index.models import ManifestEntry, PostingBlock, Segment
from cogi.index.sweeping import GRACE, sweep_segments
from cogi.index.tasks import merge_segments
from tests.drafts import page, publish, scope
from tests.index.test_lexical import RESTRICTED, find, key, uids

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _few_segments(settings: Settings) -> None:
    settings.COGI_MAX_SEGMENTS = 4


def newest(of: Scope) -> list[ManifestEntry]:
    of.refresh_from_db()
    entries = ManifestEntry.objects.filter(release__scope=of, release__number=of.release_number)
    return list(entries.select_related("segment").order_by("segment_id"))


def test_many_small_publishes_leave_few_segments_and_older_releases_readable() -> None:
    here = scope()
    pages = []
    for number in range(15):
        pages.append(page(f"p{number}", f"apples {'and ' * number} pears"))
        publish(here, *pages, at=number)
        merge_segments(here.pk)
        assert len(newest(here)) <= 4
    assert len(uids(find("apples", key(here)))) == 15
    assert len(uids(find("apples", key(here, number=3)))) == 3
    assert uids(find("apples", key(here))) == uids(find("pears", key(here)))


def test_a_merge_changes_no_score_and_moves_readers_over() -> None:
    here = scope()
    for number in range(7):
        publish(here, *(page(f"p{i}", f"apples number{i}") for i in range(number + 1)), at=number)
    before, version = find("apples number3", key(here)), key(here).version
    assert merge_scope(here) == 5
    assert find("apples number3", key(here)).best == before.best
    assert key(here).version == version + 1


def test_a_merge_forgets_the_dead() -> None:
    here = scope()
    for number in range(8):
        publish(here, page("a", f"text number{number}"), page("b", "text"), at=number)
        merge_scope(here)
    assert sum(entry.live_count for entry in newest(here)) == 2
    assert sum(entry.segment.document_count for entry in newest(here)) <= 4
    assert uids(find("text", key(here))) == ["b", "a"]


def test_a_segment_that_is_mostly_dead_is_written_anew() -> None:
    here = scope()
    publish(here, *(page(f"p{i}", "apples") for i in range(5)))
    publish(here, page("p0", "apples"), page("p1", "apples"), at=1)
    assert merge_scope(here) == 1
    assert [entry.segment.document_count for entry in newest(here)] == [2]
    assert merge_scope(here) == 0


def test_classes_are_never_merged_with_one_another() -> None:
    here = scope()
    drafts = []
    for number in range(6):
        drafts += [page(f"p{number}", "apples"), page(f"s{number}", "secrets", level=RESTRICTED)]
        publish(here, *drafts, at=number)
    merge_scope(here)
    assert {entry.segment.visibility.low for entry in newest(here)} == {0, 3}
    assert not find("secrets", key(here)).page_count
    assert find("secrets", key(here, RESTRICTED)).page_count == 6


def test_nothing_is_merged_where_segments_are_few_or_there_is_no_release() -> None:
    here = scope()
    assert merge_scope(here) == 0
    publish(here, page("a", "apples"))
    assert merge_scope(here) == 0
    merge_segments(here.pk + 1)


def test_what_nobody_reads_is_retired_and_removed_after_a_while() -> None:
    here = scope()
    publish(here, page("a", "apples"))
    segment = Segment.objects.get()
    ManifestEntry.objects.all().delete()
    assert sweep_segments() == 0
    segment.refresh_from_db()
    assert segment.retired_at is not None
    Segment.objects.update(retired_at=timezone.now() - GRACE - timedelta(seconds=1))
    assert sweep_segments() == 1
    assert not Segment.objects.exists()
    assert not PostingBlock.objects.exists()


def test_what_a_release_reads_is_never_removed() -> None:
    here = scope()
    publish(here, page("a", "apples"))
    Segment.objects.update(retired_at=timezone.now() - 2 * GRACE)
    assert sweep_segments() == 0
    assert uids(find("apples", key(here))) == ["a"]
