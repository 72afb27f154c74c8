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
    resume_seconds = Setting(
        "COGI_API_RESUME_SECONDS",
        600,
        kind=int,
        help="How long a stream that broke off can be resumed with its Last-Event-ID; 0: never.",
    )
    resume_cache = Setting(
        "COGI_API_RESUME_CACHE",
        "default",
        kind=str,
        help="Alias in CACHES under which streamed answers are kept to be resumed. Web processes must share "
        "it to resume each other's.",
    )
    resume_characters = Setting(
        "COGI_API_RESUME_CHARACTERS",
        100_000,
        kind=int,
        help="Characters of the longest answer that is kept to be resumed.",
    )
    linger_seconds = Setting(
        "COGI_API_LINGER_SECONDS",
        0.5,
        kind=(int, float),
        help="How long an answer is written on after its reader has left, who may come back to it.",
    )


conf = ApiSettings()
