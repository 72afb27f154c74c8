"""A small published corpus, and the site's real server on a free port."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
import uvicorn
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoDbBlocker

from cogi.corpus.classification import Classification
from cogi.corpus.models import Grant, Scope
from cogi.corpus.publishing import publish_release
from cogi.corpus.scopes import get_or_create_scope
from cogi.corpus.snapshot import NodeDraft, PassageDraft, Snapshot
from cogi.corpus.vocabulary import NodeKind
from cogi.retrieval.warming import warm_up

NOW = datetime(2026, 1, 1, tzinfo=UTC)

GUIDE = Snapshot(
    nodes=(
        NodeDraft(
            uid="auth/login",
            kind=NodeKind.PAGE,
            title="Logging in",
            url="auth/login/",
            passages=(
                PassageDraft(
                    anchor="",
                    trail=("Logging in",),
                    text="Sessions remember a user between requests. The login function starts one.",
                ),
            ),
        ),
        NodeDraft(
            uid="auth/login#how-to-log-a-user-in",
            kind=NodeKind.SECTION,
            title="How to log a user in",
            url="auth/login/#how-to-log-a-user-in",
            parent_uid="auth/login",
            passages=(
                PassageDraft(
                    anchor="how-to-log-a-user-in",
                    trail=("Logging in", "How to log a user in"),
                    text="To log a user in, call login() with the request and the user:\n\n"
                    "```python\nlogin(request, user)\n```",
                ),
            ),
        ),
        NodeDraft(
            uid="templates",
            kind=NodeKind.PAGE,
            title="Templates & <tags>",
            url="templates/",
            order=1,
            metadata={"tags": ["beginner"], "status": "stable"},
            passages=(
                PassageDraft(
                    anchor="",
                    trail=("Templates & <tags>",),
                    text="Templates escape <script> & other markup unless it is marked safe.",
                ),
            ),
        ),
    )
)

SECRETS = Snapshot(
    nodes=(
        NodeDraft(
            uid="plans",
            kind=NodeKind.PAGE,
            title="Plans for login",
            url="plans/",
            classification=Classification.INTERNAL,
            passages=(
                PassageDraft(
                    anchor="", trail=("Plans for login",), text="The login page will be painted turquoise."
                ),
            ),
        ),
    )
)


@dataclass(frozen=True)
class Corpus:
    """An open default scope, a closed one, and a user who may read the closed one."""

    guide: Scope
    secrets: Scope
    insider: User
    session_key: str


@pytest.fixture(scope="module")
def corpus(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Corpus]:  # noqa: ARG001
    """Committed, since the server's threads must see it; it lasts for one module."""
    with django_db_blocker.unblock():
        guide = get_or_create_scope("guide/1.0/en", base_url="https://docs.example/guide/")
        secrets = get_or_create_scope("secrets/1.0/en", base_url="https://docs.example/secrets/")
        secrets.is_open = False
        secrets.save()
        insider = User.objects.create_user("insider")
        Grant.objects.create(scope=secrets, user=insider, clearance=Classification.INTERNAL)
        publish_release(scope=guide, snapshot=GUIDE, now=NOW)
        publish_release(scope=secrets, snapshot=SECRETS, now=NOW)
        warm_up()
        yield Corpus(guide=guide, secrets=secrets, insider=insider, session_key=session_of(insider))
        call_command("flush", interactive=False, verbosity=0)


def session_of(user: User) -> str:
    browser = Client()
    browser.force_login(user)
    return browser.cookies["sessionid"].value


@pytest.fixture(scope="module")
def site(corpus: Corpus) -> Iterator[uvicorn.Server]:  # noqa: ARG001 - what the server serves
    """The site's ASGI application, served by uvicorn in a thread."""
    site = uvicorn.Server(
        uvicorn.Config(
            "cogiportal.asgi:application", host="127.0.0.1", port=0, lifespan="off", log_level="warning"
        )
    )
    thread = threading.Thread(target=site.run)
    thread.start()
    while not site.started:
        time.sleep(0.01)
    yield site
    site.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def server(site: uvicorn.Server) -> str:
    """The address of the site."""
    return f"http://127.0.0.1:{site.servers[0].sockets[0].getsockname()[1]}"
