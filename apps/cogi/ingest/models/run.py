"""A run of a source: what is due, what is under way, and what came of it."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.utils import timezone

from cogi.ingest.models.source import Source


class RunQuerySet(models.QuerySet["IngestRun"]):
    def unfinished(self) -> RunQuerySet:
        """Runs whose row is not final; one that is marked running may have lost its worker."""
        return self.filter(status__in=[IngestRun.Status.QUEUED, IngestRun.Status.RUNNING])

    def due(self, now: datetime) -> RunQuerySet:
        return self.unfinished().filter(due_at__lte=now).order_by("due_at", "pk")

    def latest_success(self, source: Source) -> IngestRun | None:
        return self.filter(source=source, status=IngestRun.Status.SUCCEEDED).order_by("-finished_at").first()


class IngestRun(models.Model):
    """One order to bring a scope up to date with its source.

    ``done`` of ``total`` measure the present ``stage``. ``release_number`` is the scope's newest
    release when the run succeeded; ``published`` tells whether this run made it. ``skipped`` lists
    ``{"path": …, "reason": …}``. Equal ``fingerprint`` means equal files, options and code.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "queued"
        RUNNING = "running", "running"
        SUCCEEDED = "succeeded", "succeeded"
        FAILED = "failed", "failed"

    source = models.ForeignKey(Source, on_delete=models.CASCADE, related_name="runs")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    accept_shrink = models.BooleanField(default=False, help_text="Publish even if most pages go.")
    accept_regression = models.BooleanField(
        default=False, help_text="Publish even if the release falls below the scope's floor of relevance."
    )
    attempts = models.PositiveSmallIntegerField(default=0, editable=False)
    queued_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)
    stage = models.CharField(max_length=20, blank=True, editable=False)
    done = models.PositiveBigIntegerField(default=0, editable=False)
    total = models.PositiveBigIntegerField(null=True, editable=False)
    fingerprint = models.CharField(max_length=64, blank=True, editable=False)
    published = models.BooleanField(default=False, editable=False)
    release_number = models.PositiveIntegerField(null=True, editable=False)
    counts = models.JSONField(default=dict, editable=False)
    skipped = models.JSONField(default=list, editable=False)
    error = models.TextField(blank=True, editable=False)

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(status__in=["queued", "running"]),
                name="cogi_run_unfinished",
            ),
            models.Index(fields=["source", "-finished_at"], name="cogi_run_latest"),
        ]

    def __str__(self) -> str:
        return f"Run {self.pk} of {self.source} ({self.status})"

    @property
    def is_final(self) -> bool:
        return self.status in {self.Status.SUCCEEDED, self.Status.FAILED}

    @property
    def seconds(self) -> float | None:
        if self.started_at is None or self.finished_at is None:
            return None
        return (self.finished_at - self.started_at).total_seconds()
