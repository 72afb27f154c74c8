"""A small published corpus with something confidential in it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from pytest_django import Settings

from cogi.corpus.classification import Classification, Span
from cogi.corpus.models import Scope
from cogi.corpus.publishing import publish_release
from cogi.corpus.scopes import get_or_create_scope
from cogi.corpus.snapshot import NodeDraft, PassageDraft, Snapshot
from cogi.corpus.vocabulary import NodeKind

LOGIN = (
    "To log a user in, call `login()` with the request and the user:\n\n```python\nlogin(request, user)\n```"
)
VAULT = "The vault code is kept in the safe behind the turquoise painting."
STAGING = "The master password of the staging servers is hunter2."


def page(uid: str, title: str, text: str, *, spans: tuple[Span, ...] = (), order: int = 0) -> NodeDraft:
    return NodeDraft(
        uid=uid,
        kind=NodeKind.PAGE,
        title=title,
        url=f"{uid}/",
        order=order,
        passages=(PassageDraft(anchor="text", trail=(title,), text=text, spans=spans),),
    )


@pytest.fixture
def scope(db: None, settings: Settings) -> Scope:  # noqa: ARG001
    settings.COGI_ENGINE_THREADS = 0  # other threads do not see a test's transaction
    scope = get_or_create_scope("guide/1.0/en", base_url="https://docs.example/guide/")
    nodes = (
        page("login", "How to log a user in", LOGIN),
        page("logout", "Ending a session", "Whoever leaves ends the session by `logout(request)`.", order=1),
        page("vault", "The vault", VAULT, order=2, spans=(Span(4, 14, Classification.CONFIDENTIAL),)),
        page(
            "staging", "Staging", STAGING, order=3, spans=(Span(0, len(STAGING), Classification.RESTRICTED),)
        ),
    )
    publish_release(scope=scope, snapshot=Snapshot(nodes=nodes), now=datetime(2026, 1, 1, tzinfo=UTC))
    scope.refresh_from_db()
    return scope
