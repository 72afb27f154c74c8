"""Finds the nodes that a question names: by title, or by uid, as the viewer may see them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from cogi.corpus.perimeter import Perimeter
from cogi.corpus.vocabulary import PAGE_PARTS
from cogi.graph.naming import Named, named_nodes
from cogi.graph.view import GraphView
from cogi.retrieval.scopes import ScopeState

MOST_ANCHORS = 10
"""Nodes that share a name, such as the many introductions; more of them tell nothing."""
_MOST_WORDS = 8
_SHORTEST = 2
_QUOTES = "`'\"“”‘’«» ?!.,;:"
_BEFORE = re.compile(
    r"^(?:(?:the|a|an|this|that|our|my|new|old|module|page|section|unit|chapter|setting|option|class|function|method"
    r"|directive|role|extension|course|path|learning path|guide|tutorial|doc|docs)\s+)+",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?:\s+(?:modules?|pages?|sections?|units?|chapters?|settings?|options?|class|function|method|directive|role|app"
    r"|extension|course|(?:learning )?path|guide|tutorial|docs?|documentation|service|package|step|config"
    r"|feature|here))+$",
    re.IGNORECASE,
)


def view_of(scopes: Sequence[ScopeState]) -> GraphView:
    """Return what a search of ``scopes`` sees of the graph."""
    perimeter = Perimeter.of({scope.id: scope.clearance for scope in scopes})
    return GraphView(perimeter, {scope.id: scope.release_number for scope in scopes})


def find_anchors(phrase: str, *, scopes: Sequence[ScopeState]) -> list[Named]:
    """Return the nodes with the longest name in ``phrase``, whole pages alone where there are any.

    A synonym of the scopes names what its group names. At most one statement runs; at most ten nodes come
    back.
    """
    return find_all_anchors([phrase], scopes=scopes)


def find_all_anchors(phrases: Iterable[str], *, scopes: Sequence[ScopeState]) -> list[Named]:
    """Return what ``find_anchors`` finds in each of ``phrases``, by one statement."""
    view, aliases = view_of(scopes), _aliases(scopes)
    named = [list(dict.fromkeys(_with_aliases(_names(phrase), aliases))) for phrase in phrases]
    found = named_nodes(list(dict.fromkeys(chain.from_iterable(named))), view=view)
    anchors = (anchor for names in named for anchor in _longest(names, found))
    return list({anchor.node_id: anchor for anchor in anchors}.values())


def _longest(names: Sequence[str], found: Sequence[Named]) -> list[Named]:
    """Return those of ``found`` that have the first of ``names``, which come the longest first."""
    by_name: dict[str, list[Named]] = {}
    for each in found:
        by_name.setdefault(each.name, []).append(each)
    best = next((by_name[name] for name in names if name in by_name), [])
    whole = [each for each in best if each.kind not in PAGE_PARTS]
    return (whole or best)[:MOST_ANCHORS]


def _aliases(scopes: Sequence[ScopeState]) -> dict[str, list[str]]:
    """Return the other words of each synonym's groups, by the synonym in lower case."""
    aliases: dict[str, list[str]] = {}
    for scope in scopes:
        for group in scope.synonyms:
            for word in group:
                aliases.setdefault(word.lower(), []).extend(other for other in group if other != word)
    return aliases


def _with_aliases(names: Iterable[str], aliases: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for name in names:
        yield name
        for other in aliases.get(name, ()):
            yield from _spellings(other)


def _names(phrase: str) -> Iterator[str]:
    """Yield what the node might be called, the likeliest first: the whole phrase, then parts of it."""
    words = phrase.strip(_QUOTES).split()[:_MOST_WORDS]
    whole = " ".join(words)
    bare = _BEFORE.sub("", whole)
    for text in (whole, bare, _AFTER.sub("", bare)):
        yield from _spellings(text)
    for length in range(len(words) - 1, 0, -1):
        for start in range(len(words) - length + 1):
            part = " ".join(words[start : start + length])
            if not _BEFORE.fullmatch(f"{part} ") and not _AFTER.fullmatch(f" {part}"):
                yield from _spellings(part)


def _spellings(text: str) -> Iterator[str]:
    text = text.strip(_QUOTES)
    if len(text) < _SHORTEST:
        return
    lower = text.lower()
    bare = lower.removesuffix("()")
    yield from (lower, text, bare, f"{bare}()", f"{bare}s", bare.removesuffix("s"))
    yield bare.replace(" ", "-")
