"""Throw-away scopes for measuring: hidden from everyone, never a default, dropped with their contents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from django.db import connection, transaction
from django.test.utils import override_settings
from django.utils import timezone

from cogi.corpus.classification import LOWEST
from cogi.corpus.models import Edge, NodeRevision, Passage, Scope
from cogi.corpus.perimeter import Perimeter
from cogi.corpus.publishing import prune_releases, publish_changes, publish_release
from cogi.corpus.scopes import get_or_create_scope
from cogi.corpus.snapshot import NodeDraft, Snapshot, Update
from cogi.index.tasks import merge_segments
from cogi.retrieval.scopes import ScopeState, read_scopes


@transaction.atomic
def make_scratch_scope(slug: str, *, language: str = "english", settings: Mapping[str, Any]) -> Scope:
    """Return a new hidden scope; one of that name is dropped first."""
    earlier = Scope.objects.filter(slug=slug).first()
    if earlier is not None:
        drop_scope(earlier)
    scope = get_or_create_scope(slug, language=language)
    scope.is_open, scope.is_default = False, False
    # Vectors are made where they are measured; a worker should not spend an hour on them.
    scope.settings = {**settings, "vectors": False}
    scope.save(update_fields=["is_open", "is_default", "settings"])
    return scope


def filled_scope(slug: str, *, settings: Mapping[str, Any]) -> Scope | None:
    """Return the scope ``slug`` when it was filled with the same ``settings``, or None."""
    scope = Scope.objects.filter(slug=slug, release_number__gt=0).first()
    return scope if scope is not None and scope.settings == {**settings, "vectors": False} else None


without_vectors = override_settings(COGI_EMBEDDERS={"default": None})


@without_vectors
def publish_nodes(scope: Scope, nodes: Iterable[NodeDraft]) -> int:
    """Publish ``nodes`` as the whole content of ``scope`` and return how many passages it holds."""
    publish_release(scope=scope, snapshot=Snapshot(list(nodes)), now=timezone.now(), accept_shrink=True)
    return scope.releases.latest("number").passage_count


@without_vectors
def publish_in_chunks(scope: Scope, nodes: Iterator[NodeDraft], *, chunk: int) -> None:
    """Add ``nodes`` to ``scope`` in releases of ``chunk`` nodes each, so that they need not fit in memory.

    Only the newest release is kept.
    """
    while upserts := list(islice(nodes, chunk)):
        publish_changes(scope=scope, update=Update(upserts), now=timezone.now())
        merge_segments(scope.pk)
        prune_releases(scope, keep=1)


@transaction.atomic
def drop_scope(scope: Scope) -> None:
    """Delete a scope with all that is derived from it, and the contents that no other scope shows."""
    with connection.cursor() as cursor:
        cursor.execute(_REMEMBER_CONTENTS, [scope.pk])
    # A cascade would load every row that it deletes.
    for model in (Passage, NodeRevision, Edge):
        rows = model._default_manager.filter(scope=scope)
        rows._raw_delete(rows.db)
    scope.delete()
    with connection.cursor() as cursor:
        for statement in _DROP_CONTENTS:
            cursor.execute(statement)


def read_scratch(scope: Scope) -> ScopeState:
    """Return ``scope`` as a viewer with public clearance reads it now."""
    perimeter = Perimeter.of({scope.pk: LOWEST})
    return read_scopes(perimeter, slugs=[scope.slug])[0]


_REMEMBER_CONTENTS = """
CREATE TEMPORARY TABLE cogi_dropped_contents ON COMMIT DROP AS
SELECT DISTINCT content_id AS id FROM cogi_corpus_passage WHERE scope_id = %s
"""
_DROP_CONTENTS = (
    """
    DELETE FROM cogi_dropped_contents AS dropped
     WHERE EXISTS (SELECT FROM cogi_corpus_passage AS passage WHERE passage.content_id = dropped.id)
    """,
    "DELETE FROM cogi_index_lexicaldocument WHERE content_id IN (SELECT id FROM cogi_dropped_contents)",
    "DELETE FROM cogi_index_passagevector WHERE content_id IN (SELECT id FROM cogi_dropped_contents)",
    "DELETE FROM cogi_corpus_passagecontent WHERE id IN (SELECT id FROM cogi_dropped_contents)",
    "DROP TABLE cogi_dropped_contents",
)
