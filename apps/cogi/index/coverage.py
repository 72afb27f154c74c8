"""How much of each visibility class a model knows: counted in full by the worker, moved on by publishes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from cogi.corpus.models import Scope, VisibilityClass
from cogi.index.models import VectorCoverage
from cogi.inference.embedders import Embedder


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many live passages, of those that the model may see and did not refuse, have a vector."""

    embedded: int
    total: int

    @property
    def complete(self) -> bool:
        return self.embedded == self.total

    @property
    def share(self) -> float:
        return self.embedded / self.total if self.total else 1.0


def coverage(scope: Scope, embedder: Embedder) -> Coverage:
    """Count the live passages of ``scope`` within the embedder's clearance, and those with a vector."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT coalesce(sum(embedded), 0), coalesce(sum(total), 0) FROM ({_COUNT}) AS counted "  # noqa: S608 - a constant
            "WHERE low <= %(clearance)s",
            {"scope": scope.pk, "model": embedder.model_id, "clearance": embedder.clearance},
        )
        embedded, total = cursor.fetchone()
    return Coverage(int(embedded), int(total))


def recount_coverage(scope: Scope, model_name: str) -> bool:
    """Count what ``model_name`` knows of each class anew; return whether searches should hear of it.

    Call it in a transaction that holds the scope's lock, as for everything that changes coverage.
    """
    with connection.cursor() as cursor:
        cursor.execute(_RECOUNT, {"scope": scope.pk, "model": model_name})
        # A class that was never counted and has no vector is what searches take it for.
        return any(embedded for (embedded,) in cursor.fetchall())


def count_if_never_counted(scope: Scope, model_name: str) -> None:
    """Count what ``model_name`` knows of ``scope`` unless that is kept for each class."""
    if _is_counted(scope, model_name):
        return
    with transaction.atomic():
        Scope.objects.select_for_update().get(pk=scope.pk)
        recount_coverage(scope, model_name)


def follow_publish(
    scope: Scope, model_names: Sequence[str], *, added: Sequence[int], removed: Sequence[int]
) -> None:
    """Move coverage on by passages that begin and cease to hold; what was never counted is counted."""
    for name in model_names:
        if _is_counted(scope, name):
            _move(name, added=added, removed=removed)
        else:
            recount_coverage(scope, name)


def _is_counted(scope: Scope, model_name: str) -> bool:
    counted = VectorCoverage.objects.filter(visibility=OuterRef("pk"), model_name=model_name)
    return not VisibilityClass.objects.filter(~Exists(counted), scope=scope).exists()


def kept_coverage(scope: Scope, model_name: str) -> int:
    """Return of how many live passages of ``scope`` a model is kept to know the vector."""
    kept = VectorCoverage.objects.filter(visibility__scope=scope, model_name=model_name)
    return sum(kept.values_list("embedded", flat=True))


def counted_models(scope: Scope) -> list[str]:
    """Return the names of the models whose coverage of ``scope`` is kept."""
    kept = VectorCoverage.objects.filter(visibility__scope=scope)
    return list(kept.order_by("model_name").values_list("model_name", flat=True).distinct())


def _move(model_name: str, *, added: Sequence[int], removed: Sequence[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, {"model": model_name, "added": list(added), "removed": list(removed)})


# A vector's model and a refusal's are those of this name; where none is registered yet, there are none.
_JOIN_KNOWN = """
  LEFT JOIN cogi_index_embeddingmodel AS model ON model.name = %(model)s
  LEFT JOIN cogi_index_passagevector AS entry
    ON entry.visibility_id = passage.visibility_id AND entry.content_id = passage.content_id
   AND entry.model_id = model.id
  LEFT JOIN cogi_index_embeddingrefusal AS refusal
    ON refusal.model_id = model.id AND refusal.content_id = passage.content_id
"""

_COUNT = f"""
SELECT visibility.id, visibility.low, count(entry.id) AS embedded,
       count(passage.id) FILTER (WHERE entry.id IS NOT NULL OR refusal.id IS NULL) AS total
  FROM cogi_corpus_visibilityclass AS visibility
  LEFT JOIN cogi_corpus_passage AS passage
    ON passage.visibility_id = visibility.id AND passage.valid_to IS NULL
{_JOIN_KNOWN}
 WHERE visibility.scope_id = %(scope)s
 GROUP BY visibility.id, visibility.low
"""  # noqa: S608 - constants

_RECOUNT = f"""
INSERT INTO cogi_index_vectorcoverage AS kept (visibility_id, model_name, embedded, total, stored)
SELECT counted.id, %(model)s, counted.embedded, counted.total, (
         SELECT count(*) FROM cogi_index_passagevector AS entry
           JOIN cogi_index_embeddingmodel AS model ON model.id = entry.model_id
          WHERE entry.visibility_id = counted.id AND model.name = %(model)s)
  FROM ({_COUNT}) AS counted
    ON CONFLICT (visibility_id, model_name) DO UPDATE
   SET embedded = excluded.embedded, total = excluded.total, stored = excluded.stored
 WHERE (kept.embedded, kept.total, kept.stored) <> (excluded.embedded, excluded.total, excluded.stored)
RETURNING kept.embedded
"""  # noqa: S608 - constants

_MOVE = f"""
UPDATE cogi_index_vectorcoverage AS kept
   SET embedded = greatest(kept.embedded + moved.embedded, 0), total = greatest(kept.total + moved.total, 0)
  FROM (SELECT passage.visibility_id,
               coalesce(sum(sign) FILTER (WHERE entry.id IS NOT NULL), 0) AS embedded,
               coalesce(sum(sign) FILTER (WHERE entry.id IS NOT NULL OR refusal.id IS NULL), 0) AS total
          FROM (SELECT unnest(%(added)s::bigint[]) AS id, 1 AS sign
                 UNION ALL SELECT unnest(%(removed)s::bigint[]), -1) AS change
          JOIN cogi_corpus_passage AS passage ON passage.id = change.id
        {_JOIN_KNOWN}
         GROUP BY passage.visibility_id) AS moved
 WHERE kept.visibility_id = moved.visibility_id AND kept.model_name = %(model)s
"""  # noqa: S608 - constants
