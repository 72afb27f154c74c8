from __future__ import annotations

import psycopg
import pytest
from django.db import DatabaseError, connection

from cogi.corpus.models import Release
from cogi.corpus.scopes import get_or_create_scope
from cogi.ingest.locks import is_locked
from cogi.ingest.models import IngestRun
from cogi.ingest.pipeline import run_ingest
from cogi.ingest.progress import Silent
from cogi.ingest.sources import SourceOptions, save_source
from tests.ingest.conftest import WriteTree


class CutOff(Silent):
    """Ends the run's database session while files are parsed, as a restart of the server would."""

    def __init__(self, database_url: str) -> None:
        self._database_url = database_url

    def advance(self, count: int = 1) -> None:
        pid = connection.connection.info.backend_pid
        with psycopg.connect(self._database_url, autocommit=True) as other:
            for _ in range(count):
                other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


@pytest.mark.django_db(transaction=True)
def test_a_run_that_lost_the_database_is_due_again_and_then_ends_as_it_should(
    write_tree: WriteTree, database_url: str
) -> None:
    scope = get_or_create_scope("a/1/en")
    location = str(write_tree({"a.plain": "= A"}))
    source = save_source(scope=scope, location=location, options=SourceOptions())
    run = IngestRun.objects.create(source=source)

    with pytest.raises(DatabaseError):
        run_ingest(run=run, progress=CutOff(database_url))

    connection.close()
    assert not is_locked(scope.pk)
    assert not Release.objects.exists()
    run_ingest(run=IngestRun.objects.get())
    run.refresh_from_db()
    assert (run.status, run.attempts, Release.objects.count()) == ("succeeded", 2, 1)
