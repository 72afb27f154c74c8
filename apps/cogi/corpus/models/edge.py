"""Typed edges between nodes, each holding in a range of releases."""

from __future__ import annotations

from django.db import models

from cogi.corpus.models.node import Node
from cogi.corpus.models.releases import ReleaseRanged, ended_index, in_release
from cogi.corpus.models.scope import Scope
from cogi.corpus.vocabulary import EdgeLabel


class EdgeQuerySet(models.QuerySet["Edge"]):
    def as_of(self, release_number: int | None = None) -> EdgeQuerySet:
        return self.filter(in_release(release_number))


class Edge(ReleaseRanged):
    """One relation. ``provenance`` says what produced it, e.g. ``ingest``."""

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+")
    source = models.ForeignKey(Node, on_delete=models.CASCADE, related_name="outgoing")
    target = models.ForeignKey(Node, on_delete=models.CASCADE, related_name="incoming")
    label = models.CharField(max_length=20, choices=EdgeLabel.choices)
    weight = models.FloatField(default=1.0)
    properties = models.JSONField(default=dict)
    provenance = models.CharField(max_length=50)

    objects = EdgeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(label__in=EdgeLabel.values), name="cogi_edge_label"),
            models.UniqueConstraint(
                fields=["source", "target", "label", "provenance"],
                condition=models.Q(valid_to__isnull=True),
                name="cogi_edge_one_live",
            ),
        ]
        indexes = [
            ended_index("cogi_edge_ended"),
            # A search knows all of them by heart; they are few among the edges.
            models.Index(
                fields=["scope"],
                condition=models.Q(label=EdgeLabel.SUPERSEDED_BY),
                name="cogi_edge_superseded",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} {self.label} {self.target_id}"
