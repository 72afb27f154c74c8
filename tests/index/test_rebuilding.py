from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cogi.index.models import ManifestEntry, Segment
from cogi.index.rebuilding import outdated_scopes, rebuild_segments
from cogi.index.tasks import tidy_segments
from tests.drafts import page, publish, scope
from tests.index.test_lexical import find, key, uids

pytestmark = pytest.mark.django_db


def test_a_rebuilt_index_finds_the_same_with_one_segment() -> None:
    here = scope()
    publish(here, page("a", "apples"))
    publish(here, page("a", "apples"), page("b", "apples and bees"), at=1)
    publish(here, page("a", "apples"), page("b", "bees and apples"), at=2)
    before = find("apples bees", key(here)).best
    assert rebuild_segments(here) == 1
    assert find("apples bees", key(here)).best == before
    assert ManifestEntry.objects.filter(release__number=3).count() == 1


def test_older_releases_keep_their_segments() -> None:
    here = scope()
    publish(here, page("a", "apples"))
    publish(here, page("a", "pears"), at=1)
    rebuild_segments(here)
    assert uids(find("apples", key(here, number=1))) == ["a"]


def test_what_was_replaced_is_retired() -> None:
    here = scope()
    publish(here, page("a", "apples"))
    rebuild_segments(here)
    assert Segment.objects.filter(manifest_entries__isnull=True, retired_at__isnull=False).count() == 1


def test_a_scope_of_another_analysis_or_without_segments_is_outdated() -> None:
    here, empty, current = scope("a/1/en"), scope("b/1/en"), scope("c/1/en")
    for each in (here, empty, current):
        publish(each, page("a", "apples"))
    scope("d/1/en")
    Segment.objects.filter(scope=here).update(analysis_version=1)
    Segment.objects.filter(scope=empty).delete()
    assert {each.slug for each in outdated_scopes()} == {"a/1/en", "b/1/en"}
    tidy_segments()
    assert outdated_scopes() == []
    assert uids(find("apples", key(empty))) == ["a"]


def test_other_field_weights_apply_after_a_rebuild(settings: Any) -> None:
    here = scope()
    publish(here, page("a", "pears pears", title="Apples"), page("b", "apples apples apples", title="Pears"))
    assert uids(find("apples", key(here))) == ["b", "a"]
    settings.COGI_FIELD_WEIGHTS = {"title": 20.0}
    version = key(here).version
    rebuild_segments(here)
    assert uids(find("apples", key(here))) == ["a", "b"]
    assert key(here).version == version + 1


def test_a_scope_without_a_release_has_nothing_to_rebuild() -> None:
    assert rebuild_segments(scope()) == 0


def test_the_command_rebuilds_the_named_scopes() -> None:
    publish(scope("a/1/en"), page("a", "apples"))
    publish(scope("b/1/en"), page("b", "bees"))
    written = StringIO()
    call_command("cogi_reindex", "a/1/en", stdout=written)
    assert written.getvalue() == "a/1/en: 1 segments\n"


def test_an_unknown_scope_is_refused() -> None:
    with pytest.raises(CommandError) as refused:
        call_command("cogi_reindex", "x/1/en")
    assert str(refused.value) == "There is no scope x/1/en. `manage.py cogi_status` lists the scopes."
