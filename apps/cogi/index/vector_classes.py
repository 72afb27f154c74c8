"""What searches need to know of the classes that a release shows: read once for each scope version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from cogi.index.caching import BoundedCache
from cogi.index.coverage import Coverage
from cogi.index.reading import ReleaseKey


@dataclass(frozen=True, slots=True)
class ClassVectors:
    """A visibility class and what one model knows of it; ``stored`` are its vectors in all releases.

    ``model_id`` and ``dimensions`` are 0 where the model never stored a vector.
    """

    visibility_id: int
    low: int
    high: int
    model_id: int
    dimensions: int
    embedded: int
    total: int
    stored: int


# Every change of coverage bumps the scope's version, so nothing in here is ever stale.
_known: BoundedCache[tuple[UUID, int, str], tuple[ClassVectors, ...]] = BoundedCache(
    capacity=lambda: 4096, size=lambda classes: len(classes) + 1
)


def visible_classes(
    releases: Sequence[ReleaseKey], *, model_name: str
) -> Iterator[tuple[ReleaseKey, ClassVectors]]:
    """Yield the classes that ``releases`` may read, each with its release."""
    for release in releases:
        for each in _classes(release, model_name):
            if release.sees(low=each.low, high=each.high):
                yield release, each


def visible_coverage(releases: Sequence[ReleaseKey], *, model_name: str) -> Coverage:
    """Return how much the model knows of what ``releases`` show their viewer, and of nothing else."""
    seen = [each for _, each in visible_classes(releases, model_name=model_name)]
    return Coverage(sum(each.embedded for each in seen), sum(each.total for each in seen))


def _classes(release: ReleaseKey, model_name: str) -> tuple[ClassVectors, ...]:
    key = (release.scope_key, release.version, model_name)
    cached = _known.get(key)
    if cached is None:
        with connection.cursor() as cursor:
            cursor.execute(_READ, [model_name, model_name, release.scope_id])
            cached = tuple(ClassVectors(*row) for row in cursor.fetchall())
        _known.put(key, cached)
    return cached


# A class whose coverage is not kept is counted here, which takes a while.
_READ = """
SELECT visibility.id, visibility.low, visibility.high, coalesce(model.id, 0), coalesce(model.dimensions, 0),
       coalesce(kept.embedded, (SELECT count(*) FROM cogi_corpus_passage AS passage
                                  JOIN cogi_index_passagevector AS entry USING (visibility_id, content_id)
                                 WHERE passage.visibility_id = visibility.id AND passage.valid_to IS NULL
                                   AND entry.model_id = model.id)),
       coalesce(kept.total, (SELECT count(*) FROM cogi_corpus_passage AS passage
                              WHERE passage.visibility_id = visibility.id AND passage.valid_to IS NULL)),
       coalesce(kept.stored, (SELECT count(*) FROM cogi_index_passagevector AS entry
                               WHERE entry.visibility_id = visibility.id AND entry.model_id = model.id))
  FROM cogi_corpus_visibilityclass AS visibility
  LEFT JOIN cogi_index_embeddingmodel AS model ON model.name = %s
  LEFT JOIN cogi_index_vectorcoverage AS kept
    ON kept.visibility_id = visibility.id AND kept.model_name = %s
 WHERE visibility.scope_id = %s
 ORDER BY visibility.id
"""
