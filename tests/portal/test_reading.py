"""Tests of pages as the reader lays them out."""

from __future__ import annotations

import pytest

from cogi.corpus.perimeter import perimeter_for
from cogi.portal.reading import read_page
from cogi.retrieval.errors import NodeNotFound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus")]


def test_headings_follow_the_trail_and_none_is_lost() -> None:
    page = read_page(scope="notes/1.0/en", url="nested/", perimeter=perimeter_for(None))

    assert [(part.level, part.heading, part.anchor) for part in page.parts] == [
        (0, "Nested", ""),
        (2, "Outer", ""),
        (3, "Inner", "inner"),
        (0, "", ""),
        (2, "Last", "last"),
    ]
    assert [part.heading for part in page.contents] == ["Last"]


def test_a_part_is_no_page_of_its_own() -> None:
    with pytest.raises(NodeNotFound):
        read_page(scope="notes/1.0/en", url="start/#install", perimeter=perimeter_for(None))
