"""Tables of the lexical engine. Segments are immutable: nothing here updates a posting."""

from __future__ import annotations

from uuid import uuid4

from django.contrib.postgres.search import SearchVectorField
from django.db import models

from cogi.corpus.models import PassageContent, Release, Scope, VisibilityClass


class LexicalDocument(models.Model):
    """The weighted lexemes of a content with their positions: A title, B headings, C code, D body.

    It is read by key, to check phrases in what the postings found; so it has no index of its own.
    """

    content = models.OneToOneField(
        PassageContent, on_delete=models.CASCADE, primary_key=True, related_name="lexical_document"
    )
    vector = SearchVectorField()

    def __str__(self) -> str:
        return f"lexemes of content {self.content_id}"


class Segment(models.Model):
    """The passages that one publish added to a visibility class, numbered by ordinal from 0.

    ``passages`` and ``pages`` are packed int64 ids by ordinal, ``lengths`` packed uint32 weighted
    lengths in units of ``postings.FREQUENCY_UNIT``; ``surfaces`` is the packed vocabulary of written
    forms (``vocabulary.pack``).
    """

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="segments")
    visibility = models.ForeignKey(VisibilityClass, on_delete=models.CASCADE, related_name="segments")
    key = models.UUIDField(
        default=uuid4,
        editable=False,
        help_text="Names this segment in caches: never used again, unlike an id.",
    )
    analysis_version = models.PositiveSmallIntegerField()
    document_count = models.PositiveIntegerField()
    passages = models.BinaryField()
    pages = models.BinaryField()
    lengths = models.BinaryField()
    surfaces = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(
        null=True, editable=False, help_text="Since when no release reads it; it is removed soon after."
    )

    def __str__(self) -> str:
        return f"segment {self.pk} ({self.document_count} passages)"


class PostingBlock(models.Model):
    """The packed postings of neighbouring lexemes of a segment (``blocks.pack``), named by the first."""

    pk = models.CompositePrimaryKey("segment_id", "lexeme")
    segment = models.ForeignKey(Segment, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    lexeme = models.TextField(db_collation="C")
    last_lexeme = models.TextField(db_collation="C")
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.lexeme} to {self.last_lexeme} in segment {self.segment_id}"


class ManifestEntry(models.Model):
    """A segment that a release reads. ``dead`` is the packed set of those that no longer hold."""

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="manifest")
    segment = models.ForeignKey(Segment, on_delete=models.CASCADE, related_name="manifest_entries")
    live_count = models.PositiveIntegerField()
    dead = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["release", "segment"], name="cogi_manifest_entry")]

    def __str__(self) -> str:
        return f"release {self.release_id} reads segment {self.segment_id}"
