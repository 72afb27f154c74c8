from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from cogi.corpus.models import Release
from cogi.corpus.tasks import prune_scopes
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db


def prune(*arguments: str, **options: Any) -> str:
    out = StringIO()
    call_command("cogi_prune", *arguments, stdout=out, **options)
    return out.getvalue()


@pytest.fixture(autouse=True)
def history() -> None:
    for slug in ("a/1/en", "a/2/en"):
        here = scope(slug)
        for number in range(3):
            publish(here, page("home", f"{slug} says {number}."), at=number)


def test_it_says_what_went() -> None:
    assert prune("a/1/en", "--keep", "2") == (
        "a/1/en: removed 1 releases, 1 revisions, 1 passages, 1 contents; the oldest release is now 2\n"
    )
    assert Release.objects.count() == 5


def test_without_a_scope_it_prunes_all_by_the_setting() -> None:
    with override_settings(COGI_KEEP_RELEASES=1):
        assert prune().count("removed 2 releases") == 2
    assert Release.objects.count() == 2


def test_a_dry_run_removes_nothing() -> None:
    assert prune("a/1/en", "--keep", "1", "--dry-run") == (
        "a/1/en: would remove 2 releases, 2 revisions, 2 passages; the oldest release would be 3\n"
    )
    assert Release.objects.count() == 6


def test_it_says_when_there_is_nothing_to_remove() -> None:
    assert prune("a/1/en") == "a/1/en: nothing to remove; the oldest release is 1\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["b/1/en"], "There is no scope b/1/en. `manage.py cogi_status` lists the scopes."),
        (["--keep", "0"], "To keep 0 releases would remove the newest. Keep 1 or more."),
    ],
)
def test_it_refuses_with_a_message(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError) as refused:
        prune(*arguments)
    assert str(refused.value) == message


@override_settings(COGI_KEEP_RELEASES=None)
def test_a_site_that_keeps_all_says_so_and_its_clock_does_nothing() -> None:
    with pytest.raises(CommandError, match="every release stays"):
        prune()
    prune_scopes()
    assert Release.objects.count() == 6


@override_settings(COGI_KEEP_RELEASES=2)
def test_the_clock_prunes_every_scope() -> None:
    prune_scopes()
    assert Release.objects.count() == 4
