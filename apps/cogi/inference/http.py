"""The HTTP client of model servers; it logs and repeats no content."""

from __future__ import annotations

import ipaddress
import random
import time
from collections.abc import Callable

import httpx

RETRIED_STATUSES = frozenset({408, 429, 500, 502, 503, 504})
LONGEST_WAIT = 30.0
CHARACTERS_PER_TOKEN = 3
"""Where a server's tokenizer is not known, text is cut at so many characters a token."""
DEFAULT_LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=20)


def open_client(
    *, base_url: str, api_key: str, timeout: float, limits: httpx.Limits = DEFAULT_LIMITS
) -> httpx.Client:
    """Return a client for paths below ``base_url``; ``timeout`` is seconds without a byte."""
    if httpx.URL(base_url).scheme not in {"http", "https"}:
        raise ValueError(f"BASE_URL must begin with http:// or https://, not {base_url!r}.")
    headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
    return httpx.Client(base_url=base_url.rstrip("/") + "/", headers=headers, timeout=timeout, limits=limits)


def is_loopback(base_url: str) -> bool:
    host = httpx.URL(base_url).host
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def post_with_retries(post: Callable[[], httpx.Response], *, attempts: int, backoff: float) -> httpx.Response:
    """Call ``post`` until its answer is final; waits double, start at ``backoff`` seconds, and are jittered.

    Raises:
        httpx.TransportError: when the last attempt did not reach the server.
    """
    for attempt in range(attempts - 1):
        try:
            response = post()
        except httpx.TransportError:
            time.sleep(_wait(attempt, backoff))
            continue
        if response.status_code not in RETRIED_STATUSES:
            return response
        time.sleep(max(_wait(attempt, backoff), _retry_after(response)))
    return post()


def describe_failure(error: httpx.HTTPError | httpx.Response) -> str:
    """Say what went wrong without the request's or the response's body, which may hold content."""
    if isinstance(error, httpx.Response):
        return f"the server answered {error.status_code} {error.reason_phrase}".rstrip()
    if isinstance(error, httpx.TimeoutException):
        return "the server did not answer in time"
    return f"the server could not be reached ({type(error).__name__})"


def _wait(attempt: int, backoff: float) -> float:
    jitter = random.uniform(0.5, 1.5)  # noqa: S311 - spreads clients, keeps no secret
    return min(LONGEST_WAIT, backoff * float(2**attempt)) * jitter


def _retry_after(response: httpx.Response) -> float:
    seconds: str = response.headers.get("Retry-After", "")
    return min(LONGEST_WAIT, float(seconds)) if seconds.isdigit() else 0.0
