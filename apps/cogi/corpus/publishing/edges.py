"""Stores edges with the range of releases in which they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogi.corpus.models import Edge, Scope
from cogi.corpus.snapshot import EdgeDraft

BATCH = 2000


def store_edges(
    scope: Scope,
    added: Sequence[EdgeDraft],
    removed: Sequence[int],
    number: int,
    *,
    nodes: Mapping[str, int],
) -> None:
    """End the edges with ids ``removed`` and begin those in ``added`` with release ``number``."""
    Edge.objects.filter(pk__in=removed).update(valid_to=number)
    Edge.objects.bulk_create(
        (
            Edge(
                scope=scope,
                source_id=nodes[draft.source_uid],
                target_id=nodes[draft.target_uid],
                label=draft.label,
                weight=draft.weight,
                properties=dict(draft.properties),
                provenance=draft.provenance,
                valid_from=number,
            )
            for draft in added
        ),
        batch_size=BATCH,
    )
