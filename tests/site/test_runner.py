from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from cogiportal.runner.processes import Service, ServiceFailed, StopRequested, Supervisor

ROOT = Path(__file__).resolve().parents[2]
SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]


@pytest.fixture
def supervisor() -> Iterator[Supervisor]:
    made = Supervisor()
    yield made
    made.stop()


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def run_site(port: int, var: Path) -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment |= {"COGIPORTAL_VAR": str(var), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    return subprocess.Popen(
        [sys.executable, "-m", "cogiportal.runner", "--docs-only", "--port", str(port)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def read_until(process: subprocess.Popen[str], text: str) -> str:
    assert process.stdout is not None
    read = ""
    while text not in read:
        line = process.stdout.readline()
        assert line, f"the runner ended early:\n{read}"
        read += line
    return read


def is_alive(process: psutil.Process) -> bool:
    """Give an orphan a moment, and take one that nobody has reaped yet for what it is."""
    deadline = time.monotonic() + 5
    while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
        if time.monotonic() > deadline:
            return True
        time.sleep(0.05)
    return False


def test_one_command_runs_everything_and_leaves_nothing_behind(port: int, folder: Path) -> None:
    with run_site(port, folder / "var") as site:
        said = read_until(site, "Press Ctrl-C to stop.")
        password = (folder / "var" / "admin-password").read_text().strip()
        assert f"http://127.0.0.1:{port}/admin/  (user admin, password {password}, kept in " in said
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/search?q=embedded+postgresql") as answer:
            assert json.load(answer)["hits"][0]["scope"] == "cogiportal/dev/en"
        started = psutil.Process(site.pid).children(recursive=True)
        postmaster = psutil.Process(int((folder / "var/postgres/data/postmaster.pid").read_text().split()[0]))
        assert len(started) >= 4  # database keeper, web, worker and its processes

        site.send_signal(signal.SIGINT)
        assert site.wait(30) == 0
        assert [process for process in (*started, postmaster) if is_alive(process)] == []


def test_a_port_in_use_is_explained_before_anything_starts(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = int(taken.getsockname()[1])
        site = run_site(port, folder / "var")
        said, _ = site.communicate(timeout=30)
    assert site.returncode == 1
    assert said == (
        f"Port {port} of 127.0.0.1 cannot be used (Address already in use). Stop what listens there, "
        f"or choose another port: PORT={port + 1} make run\n"
    )
    assert not (folder / "var").exists()


def test_a_service_that_dies_is_started_again(supervisor: Supervisor) -> None:
    service = Service("sleeper", SLEEP)
    supervisor.serve(service)
    assert service.process is not None
    first = service.process.pid
    service.process.kill()
    service.process.wait()
    supervisor.pause()
    assert service.process.poll() is None
    assert service.process.pid != first


def test_a_service_that_keeps_dying_ends_the_run(supervisor: Supervisor) -> None:
    supervisor.serve(Service("failing", [sys.executable, "-c", "raise SystemExit(1)"]))
    with pytest.raises(ServiceFailed) as caught:
        supervisor.wait_for(supervisor.launch(SLEEP))
    assert str(caught.value) == "The failing process ended 6 times; its messages say why."


def test_a_signal_ends_the_wait_for_a_job(supervisor: Supervisor) -> None:
    kept = signal.getsignal(signal.SIGTERM)
    try:
        supervisor.listen()
        job = supervisor.launch(SLEEP)
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(StopRequested):
            supervisor.wait_for(job)
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, kept)


def test_stopping_reaches_the_children_of_a_process_that_was_killed(supervisor: Supervisor) -> None:
    code = f"import subprocess, time; subprocess.Popen({SLEEP!r}); print(flush=True); time.sleep(60)"
    job = supervisor.launch([sys.executable, "-c", code], output=subprocess.PIPE)
    assert job.stdout is not None
    job.stdout.readline()
    (child,) = psutil.Process(job.pid).children()
    job.kill()
    job.wait()
    job.stdout.close()
    supervisor.stop()
    assert not is_alive(child)
