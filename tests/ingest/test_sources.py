from __future__ import annotations

import pytest

from cogi.corpus.scopes import get_or_create_scope
from cogi.ingest.formats import UnknownFormat
from cogi.ingest.models import Source
from cogi.ingest.sources import SourceOptions, save_source

pytestmark = pytest.mark.django_db


def test_a_scope_has_one_source_and_a_second_save_changes_it() -> None:
    scope = get_or_create_scope("a/1/en")
    options = SourceOptions(format="plain", subdirectory="docs", parsers={"plain": {"pause_seconds": 0}})

    first = save_source(scope=scope, location="/a", options=SourceOptions())
    second = save_source(scope=scope, location="/b", options=options)

    assert first.pk == second.pk
    stored = Source.objects.get(scope=scope)
    assert (stored.location, stored.format, stored.subdirectory) == ("/b", "plain", "docs")
    assert stored.options == {"plain": {"pause_seconds": 0}}


def test_an_unknown_format_is_not_stored() -> None:
    with pytest.raises(UnknownFormat):
        save_source(scope=get_or_create_scope("a/1/en"), location="/a", options=SourceOptions(format="docx"))

    assert not Source.objects.exists()
