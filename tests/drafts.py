"""Short ways to write snapshots in tests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from cogi.corpus.classification import Classification, Span
from cogi.corpus.models import Scope
from cogi.corpus.publishing import Publication, publish_release
from cogi.corpus.scopes import get_or_create_scope
from cogi.corpus.snapshot import EdgeDraft, FactDraft, NodeDraft, PassageDraft, Snapshot
from cogi.corpus.vocabulary import NodeKind

START = datetime(2026, 1, 1, tzinfo=UTC)


def day(number: int) -> datetime:
    return START + timedelta(days=number)


def page(
    uid: str,
    *texts: str,
    title: str = "",
    parent: str | None = None,
    order: int = 0,
    level: Classification = Classification.PUBLIC,
    spans: Sequence[Span] = (),
) -> NodeDraft:
    """A page whose passages are ``texts``; ``spans`` belong to the first."""
    title = title or uid.replace("/", " ").capitalize()
    return NodeDraft(
        uid=uid,
        kind=NodeKind.PAGE,
        title=title,
        url=f"{uid}/",
        parent_uid=parent,
        order=order,
        classification=level,
        metadata={"path": uid},
        passages=tuple(
            PassageDraft("", (title,), text, tuple(spans) if i == 0 else ()) for i, text in enumerate(texts)
        ),
    )


def section(page_draft: NodeDraft, anchor: str, text: str, *, title: str = "", **fields: Any) -> NodeDraft:
    """A section of ``page_draft`` with one passage."""
    title = title or anchor.replace("-", " ").capitalize()
    return NodeDraft(
        uid=f"{page_draft.uid}#{anchor}",
        kind=fields.pop("kind", NodeKind.SECTION),
        title=title,
        url=f"{page_draft.url}#{anchor}",
        parent_uid=page_draft.uid,
        classification=fields.pop("level", page_draft.classification),
        passages=(PassageDraft(anchor, (page_draft.title, title), text),),
        **fields,
    )


def scope(slug: str = "guide/1.0/en", **fields: Any) -> Scope:
    return get_or_create_scope(slug, base_url="https://docs.example/", **fields)


def publish(
    to: Scope,
    *nodes: NodeDraft,
    at: int = 0,
    edges: Sequence[EdgeDraft] = (),
    facts: Sequence[FactDraft] = (),
    accept_shrink: bool = True,
) -> Publication:
    """Publish a snapshot of ``nodes`` on day ``at``."""
    return publish_release(
        scope=to, snapshot=Snapshot(nodes, edges, facts), now=day(at), accept_shrink=accept_shrink
    )
