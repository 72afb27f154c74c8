"""Connectors bring a source to the local disk. They never run, render or trust what they fetch."""

from __future__ import annotations

from cogi.ingest.connectors.base import Connector, SourceNotFound
from cogi.ingest.connectors.local import LocalConnector
from cogi.ingest.connectors.url import UrlConnector

CONNECTORS: tuple[Connector, ...] = (UrlConnector(), LocalConnector())


def connector_for(location: str) -> Connector:
    """Return the connector for ``location``, a path or an address.

    Raises:
        SourceNotFound: when it is neither.
    """
    for connector in CONNECTORS:
        if connector.accepts(location):
            return connector
    raise SourceNotFound(
        f"There is no directory or archive at {location!r}. Give the path of a documentation tree, "
        "of a .tar.gz, .tar.bz2, .zip or .whl, or the http(s) address of such an archive."
    )
