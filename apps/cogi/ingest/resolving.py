"""Links become ``xref`` edges where their target exists; the others are counted, never guessed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from cogi.corpus.snapshot import EdgeDraft
from cogi.corpus.vocabulary import EdgeLabel
from cogi.ingest.addressing import Addressed
from cogi.ingest.documents import Link

MAX_TEXTS = 5
PAGE = "page:"


@dataclass(frozen=True, slots=True)
class Resolved:
    edges: Sequence[EdgeDraft]
    unresolved: int


@dataclass(slots=True)
class _Reference:
    count: int = 0
    texts: dict[str, None] = field(default_factory=dict)


def resolve_links(
    pages: Mapping[str, Sequence[Addressed]], *, elsewhere: Callable[[Link], str | None] | None = None
) -> Resolved:
    """Return one weighted edge for each pair of sections that are linked.

    ``elsewhere`` finds the uids of places beyond ``pages``.
    """
    places = _places(pages)
    references: dict[tuple[str, str], _Reference] = defaultdict(_Reference)
    unresolved = 0
    for addressed in _all(pages):
        for link in addressed.section.links:
            target = _resolve(link, places) or (elsewhere(link) if elsewhere else None)
            if target is None:
                unresolved += 1
            elif target != addressed.uid:
                _count(references[addressed.uid, target], link)
    return Resolved([_edge(*pair, reference) for pair, reference in references.items()], unresolved)


def _places(pages: Mapping[str, Sequence[Addressed]]) -> dict[str, str]:
    """Map what links may name to uids; where two sections claim a name, the first has it."""
    places: dict[str, str] = {}
    for addressed in _all(pages):
        page = PAGE + addressed.page.path
        places.setdefault(page, addressed.uid)
        if addressed.section.anchor:
            places.setdefault(f"{page}#{addressed.section.anchor}", addressed.uid)
        for name in addressed.section.targets:
            places.setdefault(name, addressed.uid)
    return places


def places_named(link: Link) -> Sequence[str]:
    """All candidates as they are, then the pages of those whose anchor may not exist."""
    pages = (candidate.partition("#")[0] for candidate in link.candidates if candidate.startswith(PAGE))
    return (*link.candidates, *pages)


def _resolve(link: Link, places: Mapping[str, str]) -> str | None:
    return next((places[name] for name in places_named(link) if name in places), None)


def _count(reference: _Reference, link: Link) -> None:
    reference.count += 1
    if link.text and len(reference.texts) < MAX_TEXTS:
        reference.texts[link.text] = None


def _edge(source: str, target: str, reference: _Reference) -> EdgeDraft:
    return EdgeDraft(source, target, EdgeLabel.XREF, float(reference.count), {"texts": list(reference.texts)})


def _all(pages: Mapping[str, Sequence[Addressed]]) -> Iterable[Addressed]:
    return (addressed for sections in pages.values() for addressed in sections)
