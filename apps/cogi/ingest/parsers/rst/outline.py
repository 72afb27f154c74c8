"""The outline under construction: the section in hand, targets that wait for a place, the level in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from docutils import nodes

from cogi.corpus.classification import Classification
from cogi.ingest.documents import Link, Section, StatedFact
from cogi.ingest.parsers.marks import without_classified
from cogi.ingest.parsers.rst.elements import Alias


@dataclass(slots=True)
class Outline:
    """Links and facts from classified text are left out: an edge or a fact would betray it."""

    path: str
    root: Section = field(default_factory=lambda: Section("", ""))
    level: Classification = Classification.PUBLIC
    waiting: list[Alias] = field(default_factory=list)
    _open: list[Section] = field(default_factory=list)
    _stood_in: list[Section] = field(default_factory=list)

    @property
    def current(self) -> Section:
        return self._open[-1] if self._open else self.root

    @contextmanager
    def within(self, section: Section) -> Iterator[None]:
        self._open.append(section)
        try:
            yield
        finally:
            self._open.pop()

    @contextmanager
    def classified(self, level: Classification) -> Iterator[None]:
        outer, self.level = self.level, max(self.level, level)
        try:
            yield
        finally:
            self.level = outer

    def add_link(self, candidates: tuple[str, ...], words: str) -> None:
        link = Link(candidates, without_classified(words).replace("`", ""))
        if candidates and self.level == Classification.PUBLIC and link not in self.current.links:
            self.current.links.append(link)

    def add_fact(self, predicate: str, value: str, note: str) -> None:
        if value and self.level == Classification.PUBLIC:
            self.current.facts.append(StatedFact(predicate, value, without_classified(note)))

    def wait(self, alias: Alias) -> None:
        """Keep ``alias`` for the next thing that is shown."""
        self.waiting.append(alias)
        self._stood_in.append(self.current)

    def settle(self) -> None:
        """Let what waits name the section in hand: something of its text follows."""
        if self.waiting:
            self.claim(self.current)

    def settle_modules(self) -> None:
        """Let waiting modules name the section in hand: the symbol that follows is only a part of each."""
        waiting = self.claim(self.current, only_modules=True)
        self.waiting = [alias for alias in waiting if not alias.leads]
        self._stood_in = [self.current for _ in self.waiting]

    def finish(self) -> None:
        """Let what still waits name the section it stood in."""
        for alias, section in zip(self.waiting, self._stood_in, strict=True):
            self.name(section, alias.anchors, alias.targets)

    def claim(self, section: Section, *, only_modules: bool = False) -> list[Alias]:
        """Give the waiting names to ``section`` and return them all."""
        claimed, self.waiting, self._stood_in = self.waiting, [], []
        for alias in claimed:
            if alias.leads or not only_modules:
                self.name(section, alias.anchors, alias.targets)
        return claimed

    def name(self, section: Section, anchors: Iterable[str], targets: Iterable[str]) -> None:
        names = [*targets, *(f"page:{self.path}#{a}" for a in anchors if a != section.anchor)]
        section.targets.extend(name for name in dict.fromkeys(names) if name not in section.targets)


def target_alias(node: nodes.Element, is_explicit: Callable[[str], object]) -> Alias | None:
    """Return the labels and anchors that ``node`` itself carries; an external target carries none."""
    if "refuri" in node or "refname" in node:
        return None
    labels = [name for name in node["names"] if is_explicit(name)]
    if not labels and not isinstance(node, nodes.target):
        return None
    alias = Alias()
    alias.anchors = tuple(node["ids"])
    alias.targets = tuple(f"label:{name}" for name in labels)
    return alias
