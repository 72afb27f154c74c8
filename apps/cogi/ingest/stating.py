"""What documents state about their subjects becomes facts; a document may state it more than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cogi.corpus.classification import Classification
from cogi.corpus.snapshot import FactDraft
from cogi.ingest.documents import Section

ONE_VALUED = frozenset({"added_in", "deprecated_in", "removed_in"})


def state_facts(section: Section, *, subject_uid: str, classification: Classification) -> Iterator[FactDraft]:
    """Yield each distinct fact once.

    A predicate that has one value by nature is functional, unless the section gives several: then it
    speaks of several things, such as parameters, and none of the values excludes another.
    """
    distinct = dict.fromkeys((fact.predicate, fact.value) for fact in section.facts)
    values = Counter(predicate for predicate, _ in distinct)
    for predicate, value in distinct:
        yield FactDraft(
            subject_uid,
            predicate,
            value=value,
            functional=predicate in ONE_VALUED and values[predicate] == 1,
            classification=classification,
        )
