"""The admin. Truth and derived rows are shown, never written: only publishing may change them."""

from django.apps import apps

from cogi.portal.admin import content, curation, derived, ingest, relations, scopes

__all__ = ["content", "curation", "derived", "ingest", "relations", "scopes"]

if apps.is_installed("cogi.evaluation"):
    # A site may do without it.
    from cogi.portal.admin.evaluation import floors, golden_sets, runs

    __all__ += ["floors", "golden_sets", "runs"]
