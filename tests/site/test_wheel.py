from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import psycopg
import pytest
from django.db import connection
from psycopg.conninfo import make_conninfo

ROOT = Path(__file__).resolve().parents[2]

HOST_SETTINGS = """
import os

SECRET_KEY = "of the host project"
ROOT_URLCONF = "host_urls"
USE_TZ = True
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": os.environ["HOST_DATABASE_HOST"],
        "USER": os.environ["HOST_DATABASE_USER"],
        "PASSWORD": os.environ["HOST_DATABASE_PASSWORD"],
        "PORT": os.environ["HOST_DATABASE_PORT"],
        "NAME": "host_project",
    }
}
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
INSTALLED_APPS = [
    "cogi.portal",
    "cogi.api",
    "cogi.answers",
    "cogi.retrieval",
    "cogi.index",
    "cogi.graph",
    "cogi.ingest",
    "cogi.inference",
    "cogi.corpus",
    "channels",
    "ninja",
    "rest_framework",
    "treebeard",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]
COGI_EMBEDDERS = {"default": None}
"""

HOST_URLS = """
from django.urls import include, path

urlpatterns = [path("api/v1/", include("cogi.api.urls")), path("", include("cogi.portal.urls"))]
"""

PAGE = """# Rocket stoves

A rocket stove burns small sticks in an insulated chimney.
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(folder),
        ".",
    ]
    subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_holds_the_package_cogi_alone(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {PurePosixPath(name).parts[0] for name in names} == {"cogi", "cogiportal-0.1.0.dist-info"}


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "apps/cogi"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("cogi/")}
    assert {name.removeprefix("apps/") for name in tracked if (ROOT / name).exists()} <= packed
    assert {PurePosixPath(name).suffix for name in packed} >= {".py", ".html", ".css", ".js", ".typed"}
    assert "cogi/corpus/migrations/0001_initial.py" in packed


@pytest.fixture
def host(wheel: Path, tmp_path: Path, django_db_setup: None) -> Iterator[dict[str, str]]:  # noqa: ARG001
    """The environment of a project of two files and the installed wheel."""
    site = tmp_path / "site-packages"
    command = ["pip", "install", "--quiet", "--no-deps", "--no-compile", "--target", str(site), str(wheel)]
    subprocess.run([sys.executable, "-m", *command], check=True, capture_output=True)
    (tmp_path / "host_settings.py").write_text(HOST_SETTINGS)
    (tmp_path / "host_urls.py").write_text(HOST_URLS)
    server = connection.get_connection_params()
    address = {name: str(server.get(name, "")) for name in ("host", "user", "password", "port")}
    with psycopg.connect(make_conninfo(dbname="postgres", **address), autocommit=True) as administrator:
        administrator.execute("CREATE DATABASE host_project")
        yield {
            **{name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "TMPDIR")},
            **{f"HOST_DATABASE_{name.upper()}": value for name, value in address.items()},
            "PYTHONPATH": f"{tmp_path}{os.pathsep}{site}",
            "DJANGO_SETTINGS_MODULE": "host_settings",
        }
        administrator.execute("DROP DATABASE host_project WITH (FORCE)")


def test_a_host_project_of_settings_and_urls_migrates_ingests_and_searches(
    host: dict[str, str], tmp_path: Path
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "stoves.md").write_text(PAGE)

    def manage(*arguments: str) -> str:
        command = [sys.executable, "-m", "django", *arguments]
        finished = subprocess.run(
            command, cwd=tmp_path, env=host, capture_output=True, text=True, check=False
        )
        assert finished.returncode == 0, finished.stderr
        return finished.stdout

    manage("migrate", "--verbosity", "0")
    manage("cogi_ingest", "stoves/1/en", str(docs), "--base-url", "https://stoves.example/")
    found = json.loads(manage("cogi_search", "insulated chimney", "--json"))
    assert [hit["title"] for hit in found["hits"]] == ["Rocket stoves"]
    assert found["scope_versions"] == {"stoves/1/en": 1}
