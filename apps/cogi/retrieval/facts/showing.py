"""Facts as results show them: the subject's title and address have passed the gate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cogi.corpus.perimeter import Perimeter
from cogi.retrieval.facts.finding import FoundFact
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.hydration import hydrate_pages
from cogi.retrieval.results import FactHit
from cogi.retrieval.scopes import ScopeState

SHOWN = 3


def show_facts(
    facts: Sequence[FoundFact], *, perimeter: Perimeter, scopes: Sequence[ScopeState]
) -> list[FactHit]:
    """Return the first ``SHOWN`` of ``facts`` whose subject the viewer may read."""
    shown = facts[:SHOWN]
    if not shown:
        return []
    subjects = hydrate_pages([fact.subject_id for fact in shown], perimeter=perimeter, scopes=scopes)
    return [
        FactHit(
            uid=fact.uid,
            title=subjects[fact.subject_id].title,
            item=fact.item,
            predicate=fact.predicate,
            value=fact.value,
            valid_from=fact.valid_from,
            valid_to=fact.valid_to,
            recorded_at=fact.recorded_at,
            url=subjects[fact.subject_id].url,
            scope=subjects[fact.subject_id].scope.slug,
        )
        for fact in shown
        if fact.subject_id in subjects
    ]


def note_facts(pages: Iterable[FusedPage], facts: Sequence[FoundFact]) -> None:
    """Note for each of ``pages`` which of ``facts`` its passages state."""
    stated: dict[int, list[Mapping[str, object]]] = {}
    for fact in facts:
        said = {"subject": fact.uid, "item": fact.item, "predicate": fact.predicate, "value": fact.value}
        stated.setdefault(fact.page_id, []).append({**said, "fit": round(fact.fit, 3)})
    for page in pages:
        if page.page_id in stated:
            page.notes["facts"] = stated[page.page_id]
