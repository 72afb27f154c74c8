from __future__ import annotations

import pytest

from cogi.retrieval.signals.versions import fits_version


@pytest.mark.parametrize(
    ("stated", "version", "fits"),
    [
        (["5.2"], (5, 2), True),
        (["5.2"], (5, 2, 1), True),
        (["5"], (5, 2), True),
        (["5.2"], (5,), True),
        (["5.2"], (5, 1), False),
        (["django-5.2", "django-5.1"], (5, 1), True),
        ([">= 4.2"], (5, 0), True),
        ([">= 4.2"], (4, 1), False),
        ([">=aspnetcore-3.1 <aspnetcore-6.0"], (5, 0), True),
        ([">=aspnetcore-3.1 <aspnetcore-6.0"], (6, 0), False),
        (["4.2+"], (5, 1), True),
        (["4.2 and later"], (4, 1), False),
        (["4.2 - 5.1"], (5, 0), True),
        (["4.2 to 5.1"], (5, 2), False),
        (["<= 4.2 || >= 5.1"], (5, 0), False),
        (["3.2, 4.2"], (4, 2), True),
        (["stable"], (4, 2), None),
        ([], (4, 2), None),
    ],
)
def test_a_range_holds_a_version_as_far_as_both_are_written(
    stated: list[str], version: tuple[int, ...], fits: bool | None
) -> None:
    assert fits_version(stated, version) is fits
