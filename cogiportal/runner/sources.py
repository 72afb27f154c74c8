"""The documentation that a first run shows: this project's own, and Django's from its source distribution."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from cogiportal.runner.processes import ROOT, Supervisor, management_command, python_module

DJANGO_RELEASE = "5.2.19"
DJANGO_SCOPE = "django/5.2/en"
DJANGO_SITE = "https://docs.djangoproject.com/en/5.2/"
OWN_SCOPE = "cogiportal/dev/en"


def ingest_own(supervisor: Supervisor) -> None:
    """Costs nothing when docs/ has not changed."""
    _ingest(supervisor, OWN_SCOPE, str(ROOT / "docs"))


def django_archive(folder: Path) -> Path:
    return folder / f"django-{DJANGO_RELEASE}.tar.gz"


def fetch_django(supervisor: Supervisor, *, folder: Path) -> subprocess.Popen[bytes] | None:
    """Start fetching Django's source distribution, which alone holds its documentation, unless it is here.

    pip moves the file into the folder when it is complete.
    """
    if django_archive(folder).exists():
        return None
    command = python_module(
        "pip", "download", "-qq", "--disable-pip-version-check", "--no-input", "--retries", "1",
        "--no-deps", "--no-binary", ":all:", "--dest", str(folder), f"django=={DJANGO_RELEASE}",
    )  # fmt: skip
    return supervisor.launch(command, output=subprocess.DEVNULL)


def ingest_django(supervisor: Supervisor, *, folder: Path, download: subprocess.Popen[bytes] | None) -> None:
    if download is not None and supervisor.wait_for(download) != 0:
        print(
            f"Django {DJANGO_RELEASE} could not be fetched with pip, so only docs/ can be searched. "
            "With a package registry at hand, run again to add Django's documentation.",
            file=sys.stderr,
        )
        return
    archive = str(django_archive(folder))
    _ingest(supervisor, DJANGO_SCOPE, archive, "--subdirectory", "docs", "--base-url", DJANGO_SITE)


def _ingest(supervisor: Supervisor, *arguments: str) -> None:
    status = supervisor.wait_for(supervisor.launch(management_command("cogi_ingest", *arguments)))
    if status != 0:
        print(f"{arguments[0]} was not ingested; the message above says why.", file=sys.stderr)
