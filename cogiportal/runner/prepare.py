"""``python -m cogiportal.runner.prepare`` brings schema, static files and the first account up to date."""

from __future__ import annotations

import json
import os
import secrets
import sys
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command

from cogiportal.commandline import explained


def main() -> None:
    """Print, as JSON, what the runner needs to know: a new password and the scopes that hold something."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cogiportal.settings")
    with explained():
        django.setup()
        call_command("migrate", interactive=False, verbosity=0, skip_checks=False)
        collect_static()
        json.dump({"password": first_account(), "published": published_scopes()}, sys.stdout)


def collect_static() -> None:
    """Collect when a source is newer than the collected manifest: hashing them all takes seconds."""
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if not manifest.exists() or newest_source() > manifest.stat().st_mtime:
        call_command("collectstatic", interactive=False, clear=manifest.exists(), verbosity=0)


def newest_source() -> float:
    from django.contrib.staticfiles.finders import get_finders  # noqa: PLC0415 - needs the apps

    return max(
        Path(storage.path(name)).stat().st_mtime
        for finder in get_finders()
        for name, storage in finder.list([])
    )


def first_account() -> str | None:
    """Make the account ``admin`` when there is no superuser; return its password, kept for its owner only."""
    from django.contrib.auth import get_user_model  # noqa: PLC0415 - needs the apps

    users = get_user_model().objects
    if users.filter(is_superuser=True).exists():
        return None
    password = secrets.token_urlsafe(12)
    users.create_superuser("admin", password=password)
    descriptor = os.open(settings.VAR / "admin-password", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(f"{password}\n")
    return password


def published_scopes() -> list[str]:
    from cogi.corpus.models import Scope  # noqa: PLC0415 - needs the apps

    return list(Scope.objects.filter(release_number__gt=0).values_list("slug", flat=True))


if __name__ == "__main__":
    main()
