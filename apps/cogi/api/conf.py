"""Settings of the API."""

from __future__ import annotations

from cogi.conf import Setting, Settings


class ApiSettings(Settings):
    heartbeat_seconds = Setting(
        "COGI_API_HEARTBEAT_SECONDS",
        15.0,
        kind=(int, float),
        help="Silence after which a stream sends a comment, so that proxies keep the connection open.",
    )
    max_streams = Setting(
        "COGI_API_MAX_STREAMS",
        32,
        kind=int,
        help="Answers that one process streams at the same time; each takes a thread and a connection.",
    )
    stream_wait_seconds = Setting(
        "COGI_API_STREAM_WAIT_SECONDS",
        5.0,
        kind=(int, float),
        help="How long a stream waits for its place before the client is told to come back.",
    )


conf = ApiSettings()
