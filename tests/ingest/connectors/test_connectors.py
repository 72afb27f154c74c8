from __future__ import annotations

from pathlib import Path

import pytest

from cogi.ingest.connectors import connector_for
from cogi.ingest.connectors.base import SourceNotFound
from cogi.ingest.connectors.local import LocalConnector
from cogi.ingest.connectors.url import UrlConnector
from cogi.ingest.progress import Silent


def test_the_location_decides_the_connector(tmp_path: Path) -> None:
    (tmp_path / "a.zip").touch()

    assert isinstance(connector_for(str(tmp_path)), LocalConnector)
    assert isinstance(connector_for(str(tmp_path / "a.zip")), LocalConnector)
    assert isinstance(connector_for("https://example.org/a.zip"), UrlConnector)


def test_an_unknown_location_is_named() -> None:
    with pytest.raises(SourceNotFound) as caught:
        connector_for("/no/such/place")

    assert str(caught.value) == (
        "There is no directory or archive at '/no/such/place'. Give the path of a documentation tree, of a "
        ".tar.gz, .tar.bz2, .zip or .whl, or the http(s) address of such an archive."
    )


def test_a_directory_is_read_where_it_stands(tmp_path: Path) -> None:
    root = LocalConnector().fetch(str(tmp_path), into=tmp_path / "work", progress=Silent())

    assert root == tmp_path
    assert list(tmp_path.iterdir()) == []
