"""Publishes one page of a scope now; the next ingest of its source brings back what the source says."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

from django.utils import timezone

from cogi.corpus.models import NodeRevision, Scope
from cogi.corpus.models.node import NodeRevisionQuerySet
from cogi.corpus.publishing import Publication, publish_changes
from cogi.corpus.snapshot import Update
from cogi.corpus.vocabulary import PAGE_PARTS, NodeKind
from cogi.ingest.addresses_alike import address_of
from cogi.ingest.addressing import Uids, address_pages
from cogi.ingest.assembling import Assembly, page_nodes, with_statements
from cogi.ingest.chunking import PassageSize
from cogi.ingest.documents import Page
from cogi.ingest.exceptions import IngestError
from cogi.ingest.finding_places import find_home, named
from cogi.ingest.lone_files import LoneFile, check_path, parse_lone
from cogi.ingest.places_beyond import places_beyond
from cogi.ingest.resolving import resolve_links


class NoSuchPage(IngestError):
    """The scope has no page of that path."""

    def __init__(self, scope: Scope, path: str) -> None:
        super().__init__(
            f"{scope} has no page “{path}”. Give its path in the source, such as topics/auth.md."
        )


class PagesBelow(IngestError):
    """A page with others below it cannot be taken out alone."""

    def __init__(self, uid: str, below: str) -> None:
        super().__init__(
            f"“{below}” stands below “{uid}”. Remove what stands below it first, or ingest the source again."
        )


@dataclass(frozen=True, slots=True)
class Pushed:
    """What became of one page. ``uid`` names its node; ``passages`` is how many the page has now."""

    uid: str
    publication: Publication
    passages: int = 0
    unresolved_links: int = 0


def push_page(*, scope: Scope, file: LoneFile, accept_regression: bool = False) -> Pushed:
    """Publish the page in ``file`` as a release of its own; an equal page publishes nothing.

    It is read as the scope's source would be (``lone_files.parse_lone``), keeps the place that it has, or
    gets the one that ingest would give it (``finding_places.find_home``), and its links lead to what the
    scope holds. Links of other pages to it, and places that follow from its own list of contents, are
    left to the next ingest.

    Raises:
        InvalidPath, Unreadable, UnknownFormat: as ``parse_lone``.
        InvalidSnapshot: when the scope cannot hold the page, such as one that hides its sub-pages' parent.
        ReleaseRefused: as ``publish_release``.
    """
    check_path(file.path)
    parsed = parse_lone(scope, file, known_format=_format_of(scope, file.path))
    page = parsed.page
    if not parsed.complete:
        page.url = address_of(scope, page)
    assembly = _assemble(scope, page)
    drafts = assembly.snapshot
    update = Update(upserts=drafts.nodes, edges=drafts.edges, facts=drafts.facts)
    return Pushed(
        page.path,
        publish_changes(scope=scope, update=update, now=timezone.now(), accept_regression=accept_regression),
        passages=sum(len(node.passages) for node in drafts.nodes),
        unresolved_links=assembly.unresolved_links,
    )


def remove_page(*, scope: Scope, path: str, accept_regression: bool = False) -> Pushed:
    """Publish that the page of ``path``, with or without its suffix, is gone.

    Raises:
        NoSuchPage: when the scope has none.
        PagesBelow: when other pages stand below it.
        ReleaseRefused: as ``publish_release``.
    """
    check_path(path)
    uid = next((uid for uid in (path, _without_suffix(path)) if _page(scope, uid)), None)
    if uid is None:
        raise NoSuchPage(scope, path)
    children = NodeRevision.objects.filter(parent__in=_page(scope, uid).values("node")).as_of()
    below = children.exclude(kind__in=PAGE_PARTS).values_list("node__uid", flat=True)
    if names := sorted(below):
        raise PagesBelow(uid, names[0])
    # Whoever names the page has confirmed that it goes, be it the only one.
    publication = publish_changes(
        scope=scope,
        update=Update(removed=[uid]),
        now=timezone.now(),
        accept_shrink=True,
        accept_regression=accept_regression,
    )
    return Pushed(uid, publication)


def _assemble(scope: Scope, page: Page) -> Assembly:
    sections = address_pages([page], Uids())
    home = find_home(scope, page.path)
    levels = {home.parent_uid: home.level} if home.parent_uid is not None else {}
    own = page_nodes(
        sections[page.path], home.parent_uid, home.order, levels=levels, size=PassageSize.configured()
    )
    links = resolve_links(sections, elsewhere=places_beyond(scope, sections[page.path]))
    return with_statements([*home.groups, *own], sections, links)


def _format_of(scope: Scope, path: str) -> str:
    row = _page(scope, _without_suffix(path)).values_list("metadata", flat=True).first()
    return str((row or {}).get("source_format", ""))


def _page(scope: Scope, uid: str) -> NodeRevisionQuerySet:
    return named(scope, uid).filter(kind=NodeKind.PAGE)


def _without_suffix(path: str) -> str:
    return posixpath.splitext(path)[0]
