"""The admin. Truth and derived rows are shown, never written: only publishing may change them."""

from cogi.portal.admin import content, derived, ingest, relations, scopes

__all__ = ["content", "derived", "ingest", "relations", "scopes"]
