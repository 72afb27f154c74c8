"""App configuration of the index; connects it to publishing."""

from __future__ import annotations

from django.apps import AppConfig

from cogi.corpus.signals import release_published, releases_pruned


class IndexConfig(AppConfig):
    name = "cogi.index"
    label = "cogi_index"
    verbose_name = "Index"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # The receivers need models, which are ready only now.
        from cogi.index.forgetting import forget_vectors  # noqa: PLC0415
        from cogi.index.publishing import index_release  # noqa: PLC0415

        release_published.connect(index_release, dispatch_uid="cogi.index.index_release")
        releases_pruned.connect(forget_vectors, dispatch_uid="cogi.index.forget_vectors")
