from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.db import connection


@pytest.mark.django_db
def test_tests_run_on_a_throw_away_cluster() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW fsync")
        assert cursor.fetchone() == ("off",)


@pytest.mark.django_db(transaction=True)
def test_a_process_that_a_test_starts_uses_the_test_database(database_url: str) -> None:
    assert database_url.startswith("postgresql://postgres:@")
    code = (
        "import django; django.setup(); from django.db import connection as c; "
        "k = c.cursor(); k.execute('SELECT current_database()'); print(k.fetchone()[0])"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code], env=os.environ, check=True, capture_output=True, text=True
    ).stdout
    assert printed.strip() == connection.settings_dict["NAME"]
