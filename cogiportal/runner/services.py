"""The processes of the site: the database, the web server, the worker."""

from __future__ import annotations

import socket
import time
import urllib.error
import urllib.request

from cogiportal.runner.processes import Service, Supervisor, python_module

HOST = "127.0.0.1"
READY_SECONDS = 60.0


class CannotRun(Exception):
    """The site cannot be started; the message says what to do."""


def database() -> Service:
    return Service("database", python_module("cogiportal.embedded"))


def web(port: int) -> Service:
    command = python_module(
        "uvicorn", "cogiportal.asgi:application", "--host", HOST, "--port", str(port), "--lifespan", "off",
        "--no-access-log", "--log-level", "warning", "--timeout-graceful-shutdown", "3",
    )  # fmt: skip
    return Service("web", command, {"COGIPORTAL_POOL": "1"})


def worker() -> Service:
    command = python_module(
        "celery", "--app", "cogiportal", "--quiet", "worker", "--beat", "--concurrency", "2",
        "--loglevel", "warning", "--without-gossip", "--without-mingle", "--without-heartbeat",
    )  # fmt: skip
    # The advice against root is for servers; here the site belongs to whoever typed `make run`.
    return Service("worker", command, {"PYTHONWARNINGS": "ignore:You're running the worker"})


def refuse_busy_port(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as exc:
            raise CannotRun(
                f"Port {port} of {HOST} cannot be used ({exc.strerror}). Stop what listens there, "
                f"or choose another port: PORT={port + 1} make run"
            ) from exc


def wait_until_ready(supervisor: Supervisor, *, port: int) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not _is_ready(port):
        if time.monotonic() > deadline:
            raise CannotRun(
                f"http://{HOST}:{port}/healthz did not answer within {READY_SECONDS:.0f} seconds; "
                "the messages above say why."
            )
        supervisor.pause()


def _is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)  # noqa: PLR2004 - HTTP's OK
    except (urllib.error.URLError, TimeoutError, ConnectionError):
        return False
