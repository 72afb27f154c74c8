"""One page of the corpus laid out to be read: for scopes whose documentation is published nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from cogi.corpus.models import NodeRevision
from cogi.corpus.perimeter import Perimeter
from cogi.corpus.vocabulary import PAGE_PARTS
from cogi.portal.prose import as_html
from cogi.retrieval.errors import NodeNotFound
from cogi.retrieval.hydration import PassageText
from cogi.retrieval.reading import NodeReading, read_node

DEEPEST_HEADING = 6


@dataclass(frozen=True, slots=True)
class Part:
    """A heading (``level`` 2 to 6, or 0 for none) and the text under it."""

    level: int
    heading: str
    anchor: str
    html: SafeString


@dataclass(frozen=True, slots=True)
class ReadablePage:
    node: NodeReading
    parts: Sequence[Part]

    @property
    def contents(self) -> Sequence[Part]:
        return [part for part in self.parts if part.level == 2 and part.anchor]  # noqa: PLR2004 - top headings


def read_page(*, scope: str, url: str, perimeter: Perimeter) -> ReadablePage:
    """Return the page at ``url``, relative to the scope's site.

    Raises:
        NodeNotFound: absent, or outside the perimeter.
        UnknownScope: absent, or outside the perimeter.
    """
    node = read_node(_uid_at(url, scope=scope, perimeter=perimeter), perimeter=perimeter, scope=scope)
    return ReadablePage(node, list(_parts(node.passages)))


def _uid_at(url: str, *, scope: str, perimeter: Perimeter) -> str:
    found = (
        NodeRevision.objects.within(perimeter)
        .as_of()
        .filter(scope__slug=scope, url__in=[url, f"/{url}"])
        .exclude(kind__in=PAGE_PARTS)
        .order_by("pk")
        .values_list("node__uid", flat=True)
        .first()
    )
    if found is None:
        raise NodeNotFound(url)
    return found


def _parts(passages: Sequence[PassageText]) -> Iterator[Part]:
    above: tuple[str, ...] = ()
    for passage in passages:
        html = as_html(passage.text)
        if passage.trail == above:
            yield Part(0, "", "", html)
            continue
        yield from _skipped_headings(above, passage.trail)
        yield Part(_level(passage.trail), passage.trail[-1], passage.anchor, html)
        above = passage.trail


def _skipped_headings(above: Sequence[str], trail: Sequence[str]) -> Iterator[Part]:
    """Yield the headings between two passages that no text stands under."""
    for depth in range(2, len(trail)):
        if trail[:depth] != above[:depth]:
            yield Part(_level(trail[:depth]), trail[depth - 1], "", SafeString())


def _level(trail: Sequence[str]) -> int:
    """The page's own title is drawn once, above everything."""
    return min(len(trail), DEEPEST_HEADING) if len(trail) > 1 else 0
