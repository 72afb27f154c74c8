"""Stores edges with the range of releases in which they hold."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from cogi.corpus.models import Edge, Scope
from cogi.corpus.publishing.copying import copy_rows
from cogi.corpus.snapshot import EdgeDraft

_FIELDS = ("scope", "source", "target", "label", "weight", "properties", "provenance", "valid_from")


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
    rows = (
        (
            scope.pk,
            nodes[draft.source_uid],
            nodes[draft.target_uid],
            str(draft.label),
            draft.weight,
            json.dumps(dict(draft.properties)),
            draft.provenance,
            number,
        )
        for draft in added
    )
    copy_rows(Edge, _FIELDS, rows)
