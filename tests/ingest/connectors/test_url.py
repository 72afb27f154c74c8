from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from pytest_django import Settings

from cogi.ingest.connectors.url import DownloadFailed, DownloadRefused, UrlConnector
from cogi.ingest.progress import Silent
from tests.ingest.connectors.archives import make_tar


@dataclass
class Site:
    """A web server on this machine; ``answers`` maps paths to status, headers and body."""

    address: str = ""
    answers: dict[str, tuple[int, Mapping[str, str], bytes]] = field(default_factory=dict)

    def serve(self, path: str, body: bytes = b"", *, status: int = 200, **headers: str) -> str:
        self.answers[path] = (status, headers, body)
        return self.address + path


@pytest.fixture
def site() -> Iterator[Site]:
    served = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = served.answers[self.path]
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if "Location" not in headers and "Chunks" not in headers:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.address = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield served
    server.shutdown()
    thread.join()
    server.server_close()


@dataclass
class Recorder:
    stages: list[tuple[str, int | None]] = field(default_factory=list)
    advanced: int = 0

    def stage(self, name: str, *, total: int | None = None) -> None:
        self.stages.append((name, total))

    def advance(self, count: int = 1) -> None:
        self.advanced += count


def fetch(address: str, tmp_path: Path) -> Path:
    into = tmp_path / "work"
    into.mkdir()
    return UrlConnector().fetch(address, into=into, progress=Silent())


def refusal(address: str, tmp_path: Path) -> str:
    with pytest.raises(DownloadRefused) as caught:
        fetch(address, tmp_path)
    return str(caught.value)


@pytest.fixture
def sdist(tmp_path: Path) -> bytes:
    return make_tar(tmp_path / "p-1.0.tar.gz", {"p-1.0/index.md": b"# P"}).read_bytes()


def test_an_archive_is_downloaded_with_progress(site: Site, sdist: bytes, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    recorder = Recorder()
    address = site.serve("/files/p-1.0.tar.gz?download=1", sdist)

    archive = UrlConnector().fetch(address, into=tmp_path / "work", progress=recorder)

    assert archive.name == "p-1.0.tar.gz"
    assert archive.read_bytes() == sdist
    assert recorder.stages == [("fetch", len(sdist))]
    assert recorder.advanced == len(sdist)


@pytest.mark.parametrize("path", ["/", "/tree", "/%2e%2e", "/a%00b"])
def test_no_address_makes_a_harmful_file_name(site: Site, sdist: bytes, tmp_path: Path, path: str) -> None:
    archive = fetch(site.serve(path, sdist), tmp_path)

    assert archive.parent == tmp_path / "work" / "download"
    assert archive.read_bytes() == sdist


def test_a_redirect_is_followed(site: Site, sdist: bytes, tmp_path: Path) -> None:
    site.serve("/final.tar.gz", sdist)
    address = site.serve("/old", status=302, Location="/final.tar.gz")

    assert fetch(address, tmp_path).read_bytes() == sdist


def test_a_redirect_to_another_scheme_is_refused(site: Site, tmp_path: Path) -> None:
    address = site.serve("/old", status=302, Location="file:///etc/passwd")

    assert refusal(address, tmp_path) == (
        f"{address} is not, or redirects to what is not, an http or https address. "
        "Download the file and give its path."
    )


def test_other_schemes_are_refused(tmp_path: Path) -> None:
    assert refusal("ftp://example.org/a.zip", tmp_path).startswith("ftp://example.org/a.zip is not")


def test_endless_redirects_are_refused(site: Site, tmp_path: Path) -> None:
    address = site.serve("/loop", status=302, Location="/loop")

    assert refusal(address, tmp_path) == f"{address} redirects in circles. Give the final address."


def test_a_missing_file_is_refused(site: Site, tmp_path: Path) -> None:
    address = site.serve("/gone.zip", status=404)

    assert refusal(address, tmp_path) == f"{address} answered 404. Check the address and its permissions."


def test_a_file_that_is_too_large_is_refused_whether_or_not_it_says_so(
    site: Site, tmp_path: Path, settings: Settings
) -> None:
    settings.COGI_INGEST_MAX_ARCHIVE_BYTES = 100
    honest = site.serve("/honest.zip", b"0" * 101)
    silent = site.serve("/silent.zip", b"0" * 101, Chunks="none")

    for address, folder in ((honest, "1"), (silent, "2")):
        (tmp_path / folder).mkdir()
        assert refusal(address, tmp_path / folder) == (
            f"{address} is larger than 100 bytes. Give a smaller archive, or raise "
            "COGI_INGEST_MAX_ARCHIVE_BYTES."
        )


def test_a_server_in_trouble_is_worth_another_try(site: Site, tmp_path: Path) -> None:
    address = site.serve("/a.zip", status=503)

    with pytest.raises(DownloadFailed) as caught:
        fetch(address, tmp_path)
    assert str(caught.value) == f"{address} answered 503. Try again later."


def test_an_unreachable_server_is_worth_another_try(tmp_path: Path) -> None:
    with pytest.raises(DownloadFailed, match=r"could not be downloaded \(.+\)\. Try again later\.$"):
        fetch("http://127.0.0.1:9/a.zip", tmp_path)
