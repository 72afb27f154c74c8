from __future__ import annotations

import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from cogiportal import environment

WRONG_URL = (
    "DATABASE_URL cannot be used: {}. Write it as postgresql://user:password@host:5432/database "
    "(PostgreSQL 15 or newer with pgvector), or unset it to use the embedded PostgreSQL."
)


def test_without_a_database_url_the_embedded_database_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert environment.database(embedded={"NAME": "mine"}) == {"NAME": "mine"}


def test_a_database_url_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:secret@db.example:6432/docs?sslmode=require")
    read = environment.database(embedded={})
    assert read["ENGINE"] == "django.db.backends.postgresql"
    assert (read["USER"], read["PASSWORD"], read["HOST"], read["PORT"]) == (
        "me",
        "secret",
        "db.example",
        6432,
    )
    assert (read["NAME"], read["OPTIONS"]) == ("docs", {"sslmode": "require"})


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("mysql://me@host/docs", "it does not name a PostgreSQL database"),
        ("postgresql://me@host/", "it does not name a PostgreSQL database"),
        (
            "postgresql://me@host:port/docs",
            (
                "This string is not a valid url, possibly because some of its parts"
                " is not properly urllib.parse.quote()'ed."
            ),
        ),
    ],
)
def test_a_wrong_database_url_is_explained(monkeypatch: pytest.MonkeyPatch, url: str, reason: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ImproperlyConfigured) as caught:
        environment.database(embedded={})
    assert str(caught.value) == WRONG_URL.format(reason)


@pytest.mark.parametrize(("value", "expected"), [("1", True), ("on", True), ("0", False), ("", False)])
def test_a_flag_is_read(monkeypatch: pytest.MonkeyPatch, value: str, expected: bool) -> None:
    monkeypatch.setenv("DEBUG", value)
    assert environment.flag("DEBUG") is expected


def test_a_flag_that_is_neither_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", "maybe")
    with pytest.raises(ImproperlyConfigured, match=r"^DEBUG must be 1 or 0, not 'maybe'\.$"):
        environment.flag("DEBUG")


def test_words_are_split_at_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "docs.example, www.docs.example,")
    assert environment.words("ALLOWED_HOSTS") == ["docs.example", "www.docs.example"]


def test_a_secret_key_is_made_once_for_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    path = tmp_path / "var" / "secret-key"
    key = environment.secret_key(generated=path, may_generate=True)
    assert len(key) >= 50
    assert environment.secret_key(generated=path, may_generate=True) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_shared_database_needs_a_secret_key_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    with pytest.raises(ImproperlyConfigured) as caught:
        environment.secret_key(generated=tmp_path / "key", may_generate=False)
    assert str(caught.value).startswith("SECRET_KEY is not set.")
    assert not (tmp_path / "key").exists()
