"""Nodes are identities in a tree; what a node said in each release is a revision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from treebeard.mp_tree import MP_Node

from cogi.corpus.classification import Classification
from cogi.corpus.models.releases import ReleaseRanged, ended_index, in_release
from cogi.corpus.models.scope import Scope
from cogi.corpus.visibility import visible_levels
from cogi.corpus.vocabulary import NodeKind

if TYPE_CHECKING:
    from cogi.corpus.perimeter import Perimeter


class Node(MP_Node):  # type: ignore[misc]  # treebeard ships no types
    """A place in a scope's tree. ``uid`` is stable and unique in the scope; the scope's root has "".

    A node that the newest release no longer holds keeps its place behind its living siblings, so that
    older releases can still be read. ``bucket`` is its part of the Merkle tree (``identity.bucket_of``).
    """

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+")
    uid = models.CharField(max_length=500)
    bucket = models.PositiveSmallIntegerField(editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "uid"], name="cogi_node_uid")]
        indexes = [models.Index(fields=["scope", "bucket"], name="cogi_node_bucket")]

    def __str__(self) -> str:
        return self.uid or f"root of scope {self.scope_id}"


class NodeRevisionQuerySet(models.QuerySet["NodeRevision"]):
    def within(self, perimeter: Perimeter) -> NodeRevisionQuerySet:
        return self.filter(visible_levels(perimeter))

    def as_of(self, release_number: int | None = None) -> NodeRevisionQuerySet:
        return self.filter(in_release(release_number))


class NodeRevision(ReleaseRanged):
    """What a node was in a range of releases. ``content_hash`` covers its attributes and passages."""

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+")
    node = models.ForeignKey(Node, on_delete=models.CASCADE, related_name="revisions")
    parent = models.ForeignKey(Node, on_delete=models.CASCADE, null=True, related_name="+")
    order = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=20, choices=NodeKind.choices)
    title = models.CharField(max_length=1000)
    url = models.CharField(max_length=1000, blank=True)
    classification = models.PositiveSmallIntegerField(
        choices=Classification.choices, default=Classification.PUBLIC
    )
    metadata = models.JSONField(default=dict)
    content_hash = models.BinaryField(max_length=32)

    objects = NodeRevisionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["node"], condition=models.Q(valid_to__isnull=True), name="cogi_revision_one_live"
            ),
            models.UniqueConstraint(fields=["node", "valid_from"], name="cogi_revision_start"),
        ]
        indexes = [
            models.Index(
                fields=["scope", "kind"],
                condition=models.Q(valid_to__isnull=True),
                name="cogi_revision_live_kind",
            ),
            ended_index("cogi_revision_ended"),
        ]

    def __str__(self) -> str:
        return self.title
