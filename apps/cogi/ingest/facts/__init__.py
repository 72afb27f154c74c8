"""Fact extractors: each reads one section's plain text and says what it states; none sees classified text."""

from cogi.ingest.facts.base import FactExtractor, configured_extractors

__all__ = ["FactExtractor", "configured_extractors"]
