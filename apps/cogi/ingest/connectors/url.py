"""Downloads an archive over http(s) only, redirects included, under a size limit and timeouts."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

import httpx

from cogi.ingest.conf import conf
from cogi.ingest.connectors.base import Connector
from cogi.ingest.exceptions import IngestError
from cogi.ingest.progress import Progress

MAX_REDIRECTS = 10


class DownloadRefused(IngestError):
    """The address answered with something that cannot be used."""


class DownloadFailed(Exception):
    """The network or the server failed; trying again later may help."""


class UrlConnector(Connector):
    """The http(s) address of an archive."""

    def accepts(self, location: str) -> bool:
        return "://" in location

    def fetch(self, location: str, *, into: Path, progress: Progress) -> Path:
        archive = into / "download" / _file_name(location)
        archive.parent.mkdir()
        _download(location, archive, progress)
        return archive


def _download(location: str, archive: Path, progress: Progress) -> None:
    plain = {"Accept-Encoding": "identity"}
    with httpx.Client(
        timeout=conf.fetch_timeout_seconds, max_redirects=MAX_REDIRECTS, headers=plain
    ) as client:
        try:
            with client.stream("GET", location, follow_redirects=True) as response:
                _raise_for_status(response)
                _save(response, archive, progress)
        except (httpx.UnsupportedProtocol, httpx.InvalidURL) as exc:
            raise DownloadRefused(
                f"{location} is not, or redirects to what is not, an http or https address. "
                "Download the file and give its path."
            ) from exc
        except httpx.TooManyRedirects as exc:
            raise DownloadRefused(f"{location} redirects in circles. Give the final address.") from exc
        except httpx.HTTPError as exc:
            raise DownloadFailed(f"{location} could not be downloaded ({exc}). Try again later.") from exc


def _raise_for_status(response: httpx.Response) -> None:
    if response.is_server_error or response.status_code == httpx.codes.TOO_MANY_REQUESTS:
        raise DownloadFailed(f"{response.url} answered {response.status_code}. Try again later.")
    if not response.is_success:
        raise DownloadRefused(
            f"{response.url} answered {response.status_code}. Check the address and its permissions."
        )


def _save(response: httpx.Response, archive: Path, progress: Progress) -> None:
    stated = int(response.headers.get("Content-Length", 0))
    progress.stage("fetch", total=stated or None)
    written = 0
    with archive.open("wb") as sink:
        for chunk in response.iter_raw():
            written += len(chunk)
            if max(written, stated) > conf.max_archive_bytes:
                raise DownloadRefused(
                    f"{response.url} is larger than {conf.max_archive_bytes} bytes. Give a smaller "
                    "archive, or raise COGI_INGEST_MAX_ARCHIVE_BYTES."
                )
            sink.write(chunk)
            progress.advance(len(chunk))


def _file_name(location: str) -> str:
    """Return a harmless name that an operator recognises in messages."""
    name = PurePosixPath(urlsplit(location).path).name
    return re.sub(r"[^\w.+-]", "_", name).strip(".") or "archive"
