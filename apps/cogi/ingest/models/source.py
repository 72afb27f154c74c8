"""Where a scope's documentation comes from."""

from __future__ import annotations

from django.db import models

from cogi.corpus.models import Scope


class Source(models.Model):
    """A tree, an archive or an address, read as ``format``. One source makes up a whole scope.

    ``options`` are passed to the parsers, by format name, e.g. ``{"rst": {"builder": "dirhtml"}}``.
    """

    scope = models.OneToOneField(Scope, on_delete=models.CASCADE, related_name="source")
    location = models.TextField(help_text="Path of a directory or archive, or http(s) address of an archive.")
    format = models.CharField(max_length=50, default="auto")
    subdirectory = models.CharField(max_length=500, blank=True, help_text="The part to read; empty finds it.")
    options = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return f"{self.scope}: {self.location}"
