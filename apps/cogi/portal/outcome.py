"""What the server draws for a visitor without scripts, and before the scripts run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cogi.api.errors import problem_for
from cogi.api.problems import Problem
from cogi.corpus.perimeter import Perimeter
from cogi.portal.asked import Asked
from cogi.portal.narrowing import Facet, as_it_was_typed, facets_of
from cogi.portal.notices import count_line, degradation_notice, notice_class
from cogi.retrieval.errors import InvalidQuestion, UnknownScope
from cogi.retrieval.results import Results
from cogi.retrieval.searching import search

PAGE_SIZE = 10


@dataclass(frozen=True, slots=True)
class Outcome:
    """Either results or a problem, or neither when nothing was asked."""

    asked: Asked
    results: Results | None = None
    problem: Problem | None = None

    @property
    def status(self) -> int:
        return self.problem.status if self.problem else 200

    @property
    def notices(self) -> Sequence[tuple[str, str]]:
        """The texts about what did not contribute, each with its CSS class."""
        degraded = self.results.degraded if self.results else ()
        return [(degradation_notice(each), notice_class(each)) for each in degraded]

    @property
    def count_line(self) -> str:
        return count_line(self.results) if self.results else ""

    @property
    def next_offset(self) -> int:
        """Where the following page starts; 0 when there is none."""
        if self.results is None or not self.results.hits:
            return 0
        following = self.asked.offset + len(self.results.hits)
        return following if following < self.results.total else 0

    @property
    def more_address(self) -> str:
        return replace(self.asked, ask=False, offset=self.next_offset).address if self.next_offset else ""

    @property
    def facets(self) -> Sequence[Facet]:
        return facets_of(self.results, scope=self.asked.scope) if self.results else []

    @property
    def corrected(self) -> Asked:
        """The question as it was corrected."""
        return self.asked.asking((self.results.corrected_query if self.results else None) or "")

    @property
    def verbatim(self) -> Asked:
        """The question with its words in quotes where they were corrected, so that they are not."""
        if self.results is None or self.results.corrected_query is None:
            return self.asked
        return self.asked.asking(as_it_was_typed(self.results.query, self.results.corrected_query))


def outcome_of(asked: Asked, *, perimeter: Perimeter) -> Outcome:
    """Search for what is asked; what the visitor can mend becomes a problem to show."""
    if asked.view == "home":
        return Outcome(asked)
    try:
        results = search(
            asked.query,
            perimeter=perimeter,
            scopes=[asked.scope] if asked.scope else None,
            limit=PAGE_SIZE,
            offset=asked.offset,
        )
    except (InvalidQuestion, UnknownScope) as error:
        return Outcome(asked, problem=problem_for(error))
    return Outcome(asked, results=results)
