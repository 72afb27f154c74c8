"""A process that publishes and merges without end, to be killed anywhere.

Imported by the server that forks such processes, it sets Django up there once.
"""

from __future__ import annotations

import os
import random
from multiprocessing.synchronize import Event

import django
from django.apps import apps

if not apps.ready:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from django.conf import settings

from cogi.corpus.models import Scope
from cogi.corpus.publishing import publish_changes
from cogi.corpus.snapshot import Update
from cogi.index.merging import merge_scope
from tests.drafts import day, page

PAGES = 8


def run(scope_id: int, seed: int, ready: Event) -> None:
    """Change one scope at random, in the database of DATABASE_URL, until killed."""
    settings.COGI_MAX_SEGMENTS = 3
    chance = random.Random(seed)  # noqa: S311 - a fixed seed, for texts
    scope = Scope.objects.get(pk=scope_id)
    ready.set()
    while True:
        draft = page(f"p{chance.randrange(PAGES)}", f"apples {chance.random()}", "second passage")
        publish_changes(scope=scope, update=Update((draft,)), now=day(scope.release_number))
        merge_scope(scope)
