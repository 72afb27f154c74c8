"""Lets the vectors follow pruning: what no kept release of a class shows has no vector in it."""

from __future__ import annotations

from typing import Any

from django.db import connection

from cogi.corpus.models import Scope
from cogi.index.coverage import counted_models, recount_coverage


def forget_vectors(*, scope: Scope, **_: Any) -> None:
    """Receive ``releases_pruned``: vectors of contents that left the scope's classes go, and are counted."""
    with connection.cursor() as cursor:
        cursor.execute(_FORGET, [scope.pk])
    # Contents that no scope shows any more took their vectors with them.
    for name in counted_models(scope):
        recount_coverage(scope, name)


_FORGET = """
DELETE FROM cogi_index_passagevector AS entry
 USING cogi_corpus_visibilityclass AS visibility
 WHERE visibility.id = entry.visibility_id AND visibility.scope_id = %s AND NOT EXISTS (
         SELECT FROM cogi_corpus_passage AS passage
          WHERE passage.visibility_id = entry.visibility_id AND passage.content_id = entry.content_id)
"""
