"""Typed edges that documents state in words, where the name that they give is that of one place alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from cogi.corpus.snapshot import EdgeDraft, FactDraft, NodeDraft
from cogi.corpus.vocabulary import EdgeLabel
from cogi.ingest.placement import Place

_STATED_BY_FACTS = {"replaced_by": EdgeLabel.SUPERSEDED_BY}
_STATED_BY_PAGES = {
    "applies_to": EdgeLabel.APPLIES_TO,
    "depends_on": EdgeLabel.DEPENDS_ON,
    "derived_from": EdgeLabel.DERIVED_FROM,
    "implemented_by": EdgeLabel.IMPLEMENTED_BY,
    "prerequisites": EdgeLabel.DEPENDS_ON,
    "replaced_by": EdgeLabel.SUPERSEDED_BY,
    "requires": EdgeLabel.DEPENDS_ON,
    "superseded_by": EdgeLabel.SUPERSEDED_BY,
    "teaches": EdgeLabel.TEACHES_SKILL,
}
_QUOTED = re.compile(r'["“]([^"”\n]{2,200})["”]')


@dataclass(slots=True)
class _Names:
    """Who is called what; a name that several places have is nobody's."""

    owners: dict[str, set[str]] = field(default_factory=dict)

    def add(self, name: str, uid: str) -> None:
        self.owners.setdefault(_bare(name), set()).add(uid)

    def __getitem__(self, name: str) -> str | None:
        owners = self.owners.get(_bare(name), set())
        return next(iter(owners)) if len(owners) == 1 else None


def stated_edges(
    nodes: Sequence[NodeDraft], facts: Iterable[FactDraft], top: Sequence[Place]
) -> Iterator[EdgeDraft]:
    """Yield each edge once that facts, the metadata of pages, and the navigation state."""
    names = _Names()
    for node in nodes:
        for name in {_bare(node.title), _bare(node.uid), _bare(str(node.metadata.get("uid", "")))}:
            names.add(name, node.uid)
    stated = dict.fromkeys([*_by_facts(facts), *_by_pages(nodes), *_by_navigation(top)])
    for source, name, label in stated:
        target = names[name]
        if target is not None and target != source:
            yield EdgeDraft(source, target, label)


Stated = tuple[str, str, EdgeLabel]


def _by_facts(facts: Iterable[FactDraft]) -> Iterator[Stated]:
    for fact in facts:
        label = _STATED_BY_FACTS.get(fact.predicate)
        if label and isinstance(fact.value, str):
            yield fact.subject_uid, fact.value, label


def _by_pages(nodes: Iterable[NodeDraft]) -> Iterator[Stated]:
    for node in nodes:
        for key, value in node.metadata.items():
            label = _STATED_BY_PAGES.get(key.lower().replace("-", "_"))
            if label:
                for name in value if isinstance(value, list) else _named(str(value)):
                    yield node.uid, str(name), label


def _by_navigation(top: Sequence[Place]) -> Iterator[Stated]:
    for root in top:
        for place, _, _ in root.walk():
            for name in _named(place.prerequisites):
                yield place.uid, name, EdgeLabel.DEPENDS_ON


def _named(text: str) -> list[str]:
    """Return what ``text`` quotes, or the whole of it: ``Completion of "The basics" is recommended``."""
    return _QUOTED.findall(text) or [text]


def _bare(name: str) -> str:
    return name.strip().strip("`").removesuffix("()").casefold()
