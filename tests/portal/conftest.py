"""A published corpus and the site's real server, with static files, on a free port."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any, cast

import pytest
import uvicorn
from django.contrib.auth.models import Permission, User
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from cogi.retrieval.warming import warm_up
from tests.portal.corpus import publish_corpus


@pytest.fixture(scope="package")
def corpus(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:  # noqa: ARG001
    """Committed, since the server's threads must see it; it lasts for this package's tests."""
    with django_db_blocker.unblock():
        publish_corpus()
        warm_up()
        for user in User.objects.filter(is_staff=True, is_superuser=False):
            user.user_permissions.set(Permission.objects.filter(content_type__app_label__startswith="cogi_"))
        yield
        call_command("flush", interactive=False, verbosity=0)


@pytest.fixture(scope="package")
def server(corpus: None) -> Iterator[str]:  # noqa: ARG001 - what the server serves
    """The address of the site's ASGI application, served by uvicorn in a thread."""
    from cogiportal.asgi import application  # noqa: PLC0415 - reads the settings, which the plugin loads

    config = uvicorn.Config(
        # Its stubs ask for Django's own handler; any ASGI application will do.
        ASGIStaticFilesHandler(cast("Any", application)),
        host="127.0.0.1",
        port=0,
        lifespan="off",
        log_level="warning",
    )
    site = uvicorn.Server(config)
    thread = threading.Thread(target=site.run)
    thread.start()
    while not site.started:
        time.sleep(0.01)
    port = site.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    site.should_exit = True
    thread.join()
