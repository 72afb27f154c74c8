"""What documents state about their subjects becomes facts; a document may state it more than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cogi.corpus.classification import Classification
from cogi.corpus.snapshot import FactDraft, PassageDraft
from cogi.ingest.documents import Section, StatedFact
from cogi.ingest.facts import FactExtractor

ONE_VALUED = frozenset(
    {
        "added_in",
        "default",
        "deprecated_in",
        "last_reviewed",
        "level",
        "owner",
        "released_on",
        "removed_in",
        "replaced_by",
        "status",
    }
)


def stated_facts(
    section: Section, *, trail: Sequence[str], extractors: Sequence[FactExtractor]
) -> list[StatedFact]:
    """Return what the parser found in ``section`` and what the extractors find in its public text."""
    public = replace(section, blocks=[block for block in section.blocks if not block.spans])
    found = [fact for extractor in extractors for fact in extractor.extract(public, trail)]
    return [*section.facts, *found]


def state_facts(
    facts: Sequence[StatedFact],
    *,
    subject_uid: str,
    classification: Classification,
    passages: Sequence[PassageDraft] = (),
) -> Iterator[FactDraft]:
    """Yield each distinct fact once, with the passage that holds its words.

    A predicate that has one value by nature is functional, unless the section gives several: then it
    speaks of several things, such as parameters, and none of the values excludes another.
    """
    distinct: dict[tuple[str, str, str], StatedFact] = {}
    for fact in facts:
        distinct.setdefault((fact.item, fact.predicate, fact.value), fact)
    values = Counter((item, predicate) for item, predicate, _ in distinct)
    for (item, predicate, value), fact in distinct.items():
        yield FactDraft(
            subject_uid,
            predicate,
            value=value,
            functional=predicate in ONE_VALUED and values[item, predicate] == 1,
            classification=classification,
            item=item,
            passage=_passage_of(fact, passages),
        )


def _passage_of(fact: StatedFact, passages: Sequence[PassageDraft]) -> int:
    """Return the number of the passage that states ``fact``; the first one where none can be told."""
    texts = [" ".join(passage.text.split()) for passage in passages] if len(passages) > 1 else []
    for words in (fact.words, fact.note, f"version {fact.value}"):
        beginning = " ".join(words.split())[:100]
        for number, text in enumerate(texts):
            if beginning and beginning in text:
                return number
    return 0
