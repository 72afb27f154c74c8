"""The extractor interface: a section in, what it states out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from django.utils.module_loading import import_string

from cogi.ingest.conf import conf
from cogi.ingest.documents import Section, StatedFact


class FactExtractor(ABC):
    """Finds facts in text. Made once for each run, without arguments; keeps nothing between sections.

    It must be deterministic: equal sections state equal facts, or each run would publish anew.
    """

    @abstractmethod
    def extract(self, section: Section, trail: Sequence[str]) -> Iterator[StatedFact]:
        """Yield what ``section`` states of itself or of an ``item`` in it.

        ``trail`` are the titles from the page's down to the section's own. Blocks with classified spans
        have been left out.
        """


def configured_extractors() -> list[FactExtractor]:
    """Return the extractors of ``COGI_FACT_EXTRACTORS``, in order."""
    return [import_string(path)() for path in conf.fact_extractors]
