"""Finds places on the other pages of a scope for the links of one, without reading their source."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from cogi.corpus.models import Edge, Scope
from cogi.corpus.vocabulary import EdgeLabel
from cogi.ingest.addressing import Addressed
from cogi.ingest.documents import Link
from cogi.ingest.finding_places import named
from cogi.ingest.resolving import PAGE, places_named


def places_beyond(scope: Scope, sections: Sequence[Addressed]) -> Callable[[Link], str | None]:
    """Return what finds the target of a link of the page with ``sections`` on another page of the scope.

    A link by path is looked up. The names that pages give to their places are not stored: a link by such
    a name leads where one with the same words leads now.
    """
    links = [link for addressed in sections for link in addressed.section.links]
    own = sections[0].uid
    paths = _other_places(scope, own, {name for link in links for name in places_named(link)})
    texts = _linked_now(scope, own, sections)

    def find(link: Link) -> str | None:
        names = places_named(link)
        found = next((paths[name] for name in names if name in paths), None)
        return found or (None if any(name.startswith(PAGE) for name in names) else texts.get(link.text))

    return find


def _other_places(scope: Scope, own: str, names: set[str]) -> Mapping[str, str]:
    uids = {name.removeprefix(PAGE): name for name in names if name.startswith(PAGE)}
    found = named(scope, *uids).values_list("node__uid", flat=True)
    return {uids[uid]: uid for uid in found if not _is_of(uid, own)}


def _linked_now(scope: Scope, own: str, sections: Sequence[Addressed]) -> Mapping[str, str]:
    """Where the words of the page's present links lead, as far as they lead to one place."""
    edges = Edge.objects.filter(
        scope=scope,
        label=EdgeLabel.XREF,
        source__scope=scope,
        source__uid__in=[addressed.uid for addressed in sections],
    )
    targets: dict[str, set[str]] = defaultdict(set)
    for target, properties in edges.as_of().values_list("target__uid", "properties"):
        for text in properties.get("texts", ()):
            targets[text].add(target)
    return {text: uid for text, (uid, *others) in targets.items() if not others and not _is_of(uid, own)}


def _is_of(uid: str, page_uid: str) -> bool:
    return uid == page_uid or uid.startswith(f"{page_uid}#")
