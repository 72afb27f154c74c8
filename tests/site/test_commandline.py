from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "cogiportal.settings", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_starts_no_database(folder: Path) -> None:
    finished = manage("help", "migrate", COGIPORTAL_VAR=str(folder), DATABASE_URL="", SECRET_KEY="")
    assert finished.returncode == 0
    assert [path.name for path in folder.iterdir()] == ["secret-key"]


def test_a_wrong_database_url_ends_in_one_message() -> None:
    finished = manage("migrate", DATABASE_URL="mysql://host/docs", SECRET_KEY="s")
    assert finished.returncode == 1
    assert finished.stderr == (
        "DATABASE_URL cannot be used: it does not name a PostgreSQL database. Write it as "
        "postgresql://user:password@host:5432/database (PostgreSQL 15 or newer with pgvector), "
        "or unset it to use the embedded PostgreSQL.\n"
    )


def test_migrate_against_an_unreachable_server_ends_in_the_check_s_message() -> None:
    finished = manage("migrate", DATABASE_URL="postgresql://me@127.0.0.1:1/docs", SECRET_KEY="s")
    assert finished.returncode == 1
    assert "(cogi_corpus.E003) The database “default” cannot be reached: " in finished.stderr
    assert "Traceback" not in finished.stderr


def test_a_command_against_an_unreachable_server_ends_in_one_message() -> None:
    finished = manage("showmigrations", DATABASE_URL="postgresql://me@127.0.0.1:1/docs", SECRET_KEY="s")
    assert finished.returncode == 1
    assert finished.stderr.startswith("The database cannot be reached: connection failed")
    assert finished.stderr.endswith(
        "Check DATABASE_URL and that its server runs, or unset it to use the embedded PostgreSQL.\n"
    )


def test_a_command_before_the_first_migrate_says_so(folder: Path) -> None:
    finished = manage("cogi_status", COGIPORTAL_VAR=str(folder), DATABASE_URL="", SECRET_KEY="")
    assert finished.returncode == 1
    assert finished.stderr == (
        "The database does not fit this version of the code. Run: python manage.py migrate\n"
    )
    assert not (folder / "postgres" / "data" / "postmaster.pid").exists()
