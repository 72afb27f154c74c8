"""The environment variables that the site reads, each with one clear message when its value is unusable."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"", "0", "false", "no", "off"})


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def flag(name: str, *, default: bool = False) -> bool:
    value = text(name, "1" if default else "0").lower()
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return value in TRUE


def words(name: str, default: str = "") -> list[str]:
    """Return a comma-separated list."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def database(*, embedded: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of the database that DATABASE_URL names, or of the embedded one without it."""
    url = text("DATABASE_URL")
    if not url:
        return embedded
    try:
        parsed = dict(dj_database_url.parse(url))
    except (dj_database_url.ParseError, dj_database_url.UnknownSchemeError, ValueError) as exc:
        raise ImproperlyConfigured(_wrong_url(str(exc))) from exc
    if parsed.get("ENGINE") != "django.db.backends.postgresql" or not parsed.get("NAME"):
        raise ImproperlyConfigured(_wrong_url("it does not name a PostgreSQL database"))
    return parsed


def _wrong_url(reason: str) -> str:
    return (
        f"DATABASE_URL cannot be used: {reason}. Write it as postgresql://user:password@host:5432/database "
        "(PostgreSQL 15 or newer with pgvector), or unset it to use the embedded PostgreSQL."
    )


def secret_key(*, generated: Path, may_generate: bool) -> str:
    """Return SECRET_KEY, or one that was made once and kept in ``generated`` for its owner's eyes."""
    if key := text("SECRET_KEY"):
        return key
    if not may_generate:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Every process of one site needs the same key when DATABASE_URL is set: "
            "make one with `python -c 'import secrets; print(secrets.token_urlsafe(50))'` and export it."
        )
    return _kept_secret(generated)


def _kept_secret(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii")
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50))
    return path.read_text(encoding="ascii")
