"""Child processes in groups of their own: a Ctrl-C reaches only the runner, which ends them in order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent.parent
STOP_SECONDS = 5.0
POLL_SECONDS = 0.1
RESTARTS = 5


@dataclass
class Service:
    """A process that is meant to run as long as the site; it is started again when it dies."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    deaths: int = 0

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command,
            env={**os.environ, **self.environment},
            start_new_session=True,
            stdin=subprocess.DEVNULL,
        )

    def has_died(self) -> bool:
        return self.process is not None and self.process.poll() is not None


class StopRequested(Exception):
    """Someone pressed Ctrl-C or asked this process to end."""


class ServiceFailed(Exception):
    """A service keeps dying."""


class Supervisor:
    """Starts services and jobs, and on ``stop`` ends every one, the last started first."""

    def __init__(self) -> None:
        self._services: list[Service] = []
        self._jobs: list[subprocess.Popen[bytes]] = []
        self._stopping = False

    def listen(self) -> None:
        """Note the signals that end the run; a second one changes nothing, so no process is left behind."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - a signal handler's signature
        self._stopping = True

    def serve(self, service: Service) -> None:
        self._services.append(service)
        service.start()

    def launch(self, command: Sequence[str], *, output: int | None = None) -> subprocess.Popen[bytes]:
        """Start a job that ends by itself; ``output`` None means this terminal, as in ``Popen``."""
        job = subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL, stdout=output)
        self._jobs.append(job)
        return job

    def wait_for(self, job: subprocess.Popen[bytes]) -> int:
        """Return the job's exit status; services that die meanwhile are started again."""
        while (status := job.poll()) is None:
            self.pause()
        return status

    def pause(self) -> None:
        """Wait a moment.

        Raises:
            StopRequested: when a signal came.
            ServiceFailed: when a service died more often than it is started again.
        """
        time.sleep(POLL_SECONDS)
        if self._stopping:
            raise StopRequested
        for service in self._services:
            if service.has_died():
                _revive(service)

    def stop(self) -> None:
        services = [service.process for service in self._services if service.process is not None]
        for process in reversed([*services, *self._jobs]):
            end(process)


def _revive(service: Service) -> None:
    service.deaths += 1
    if service.deaths > RESTARTS:
        raise ServiceFailed(f"The {service.name} process ended {service.deaths} times; its messages say why.")
    print(f"The {service.name} process ended; starting it again.", file=sys.stderr, flush=True)
    service.start()


def end(process: subprocess.Popen[bytes]) -> None:
    """Ask the process to finish; when it takes too long, kill it with all its children."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)  # also the children that outlived their parent
    process.wait()


def python_module(name: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", name, *arguments]


def management_command(*arguments: str) -> list[str]:
    return [sys.executable, str(ROOT / "manage.py"), *arguments]
