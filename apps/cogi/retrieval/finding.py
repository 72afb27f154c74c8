"""What a question finds: the engines side by side, and meanwhile what it names and what it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.browsing import browse
from cogi.retrieval.classifying import Classified, classify
from cogi.retrieval.engines import ENGINES, EpisodicEngine, LexicalEngine
from cogi.retrieval.engines.base import Offer
from cogi.retrieval.facets import facets
from cogi.retrieval.facts.finding import FoundFact
from cogi.retrieval.interpreting import Interpretation
from cogi.retrieval.mentions import Mentions, mentions_in
from cogi.retrieval.parallel import Outcome, RunningEngines
from cogi.retrieval.query_language import ParsedQuestion
from cogi.retrieval.ranking import inquiry_of
from cogi.retrieval.results import FacetValue

_NOTHING = Offer(())


@dataclass(frozen=True, slots=True)
class Findings:
    """What the engines gave, the facets of all pages that match, and what was understood of words.

    ``corrected`` is what was searched, where words looked mistyped.
    """

    outcome: Outcome
    facets: Mapping[str, Sequence[FacetValue]]
    corrected: ParsedQuestion
    mentions: Mentions
    classified: Classified | None = None

    @property
    def lexical(self) -> Offer:
        return self.outcome.offers.get(LexicalEngine.name, _NOTHING)

    @property
    def facts(self) -> Sequence[FoundFact]:
        return self.outcome.offers.get(EpisodicEngine.name, _NOTHING).facts


def find(asked: Interpretation, *, perimeter: Perimeter, deadline: float) -> Findings:
    """Return what there is by ``deadline`` (``time.monotonic()`` seconds).

    A question without words finds the pages that its filters let through.
    """
    if not asked.parsed.has_words:
        return _browsed(asked, perimeter)
    inquiry = inquiry_of(asked)
    running = RunningEngines([(engine, inquiry) for engine in ENGINES], deadline=deadline)
    classified = classify(asked.parsed.text)
    mentions = mentions_in(asked, classified, deadline=deadline)
    # Counted while others are at work: the lexical engine is the first to be done.
    lexical = running.offer(LexicalEngine.name) or _NOTHING
    counted = facets(lexical.pages, perimeter=perimeter, scopes=asked.scopes)
    corrected = asked.parsed.corrected(lexical.corrections)
    return Findings(running.outcome(), counted, corrected, mentions, classified)


def _browsed(asked: Interpretation, perimeter: Perimeter) -> Findings:
    offers = {}
    if asked.pages is not None:
        offers[LexicalEngine.name] = browse(asked.pages, perimeter=perimeter, scopes=asked.scopes)
    pages = offers.get(LexicalEngine.name, _NOTHING).pages
    counted = facets(pages, perimeter=perimeter, scopes=asked.scopes)
    return Findings(Outcome(offers, [], {}), counted, asked.parsed, Mentions())
