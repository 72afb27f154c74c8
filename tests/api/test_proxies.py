"""A stream passes a real nginx as it is written, with the shipped configuration and with a careless one."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from pytest_django import Settings

from cogi.api.slots import stream_slots
from tests.api.streams import open_stream
from tests.api.test_streaming import assert_well_formed, eventually, stream_threads, use_chat
from tests.inference.model_server import chat_reply, model_server, slow_chat_reply

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
SHIPPED = Path(__file__).parents[2] / "docker" / "nginx.conf"
# What a host may have for all of its sites: it compresses everything, and knows nothing of streams.
CARELESS = """
gzip on;
gzip_types *;
gzip_min_length 0;
server {
    listen 80;
    location / { proxy_pass http://web:8000; proxy_set_header Host $host; proxy_http_version 1.1; }
}
"""
AROUND = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(NGINX is None, reason="nginx is not installed (Debian and Ubuntu: apt install nginx)"),
]


@pytest.fixture(params=["shipped", "careless"])
def proxy(server: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an nginx in front of the site."""
    text = SHIPPED.read_text(encoding="utf-8") if request.param == "shipped" else CARELESS
    address = f"127.0.0.1:{free_port()}"
    site = text.replace("listen 80;", f"listen {address};").replace("web:8000", server.rpartition("/")[2])
    configuration = tmp_path / "nginx.conf"
    configuration.write_text(AROUND.format(folder=tmp_path, site=site), encoding="utf-8")
    process = subprocess.Popen([str(NGINX), "-c", str(configuration), "-e", str(tmp_path / "error.log")])
    try:
        assert eventually(lambda: listens(address) or process.poll() is not None)
        yield f"http://{address}"
    finally:
        process.terminate()
        process.wait(10)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listens(address: str) -> bool:
    try:
        return httpx.get(f"http://{address}/healthz").is_success
    except httpx.TransportError:
        return False


def test_each_event_passes_as_soon_as_it_is_sent(proxy: str, settings: Settings) -> None:
    arrived: list[tuple[str, float]] = []
    frames = []
    with model_server(slow_chat_reply(*(["Call it. [1] "] * 5), interval=0.2)) as chat:
        use_chat(settings, chat.base_url)
        parameters = {"q": "How do I log a user in?"}
        with open_stream(proxy, params=parameters, headers={"Accept-Encoding": "gzip"}) as stream:
            for frame in stream.frames:
                arrived.append((frame.event, time.monotonic()))
                frames.append(frame)
    assert_well_formed(frames)
    assert frames[-1].data["synthesizer"] == "tiny"
    (_, sources), (_, token), *_, (_, done) = arrived
    assert done - sources > 0.8
    assert done - token > 0.4


def test_heartbeats_pass(proxy: str, settings: Settings) -> None:
    settings.COGI_API_HEARTBEAT_SECONDS = 0.05
    with model_server(slow_chat_reply("Call it. [1]", interval=0.5)) as chat:
        use_chat(settings, chat.base_url)
        with open_stream(proxy, params={"q": "How do I log a user in?"}) as stream:
            lines = ((line, time.monotonic()) for line in stream.response.iter_lines())
            moments = [moment for line, moment in lines if line == ": heartbeat"]
        ended = time.monotonic()
    assert len(moments) >= 3
    assert ended - moments[0] > 0.3


def test_who_leaves_the_proxy_leaves_the_server(proxy: str, settings: Settings) -> None:
    with model_server(chat_reply("Call", ends=False, hangs=True)) as chat:
        use_chat(settings, chat.base_url, timeout=20)
        with open_stream(proxy, params={"q": "How do I log a user in?"}) as stream:
            assert next(stream.frames).event == "sources"
            assert stream_slots.taken == 1
        left = time.monotonic()
        assert eventually(lambda: stream_slots.taken == 0 and stream_threads() == [])
        assert time.monotonic() - left < 1
