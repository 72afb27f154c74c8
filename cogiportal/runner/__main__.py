"""Run the site on this machine until Ctrl-C."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from cogiportal.runner import services, sources
from cogiportal.runner.processes import ROOT, ServiceFailed, StopRequested, Supervisor, python_module


class State(NamedTuple):
    """What preparing found: the password of an account made just now, the scopes that hold something."""

    password: str | None
    published: list[str]


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    # The terminal is for the progress of the first ingest; what goes wrong is still said.
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    supervisor = Supervisor()
    supervisor.listen()
    try:
        run(supervisor, port=options.port, with_django=not options.docs_only)
    except StopRequested:
        print("\nStopping.", flush=True)
    except (services.CannotRun, ServiceFailed) as exc:
        print(exc, file=sys.stderr)
        return 1
    finally:
        supervisor.stop()
    return 0


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m cogiportal.runner", description=__doc__)
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
    parser.add_argument("--docs-only", action="store_true", help="leave Django's documentation out")
    return parser.parse_args(arguments)


def run(supervisor: Supervisor, *, port: int, with_django: bool) -> NoReturn:
    services.refuse_busy_port(port)
    var = Path(os.environ.get("COGIPORTAL_VAR") or ROOT / "var").resolve()
    folder = var / "sources"
    folder.mkdir(parents=True, exist_ok=True)
    download = sources.fetch_django(supervisor, folder=folder) if with_django else None
    if not os.environ.get("DATABASE_URL"):
        supervisor.serve(services.database())
    state = prepare(supervisor)
    supervisor.serve(services.web(port))
    supervisor.serve(services.worker())
    services.wait_until_ready(supervisor, port=port)
    announce(port=port, password=state.password, kept_in=var / "admin-password")
    sources.ingest_own(supervisor)
    if with_django and sources.DJANGO_SCOPE not in state.published:
        sources.ingest_django(supervisor, folder=folder, download=download)
    print("Everything can be searched; vectors follow in the background. Press Ctrl-C to stop.", flush=True)
    while True:
        supervisor.pause()


def prepare(supervisor: Supervisor) -> State:
    job = supervisor.launch(python_module("cogiportal.runner.prepare"), output=subprocess.PIPE)
    status = supervisor.wait_for(job)
    if status != 0 or job.stdout is None:
        raise services.CannotRun("The database could not be prepared; the message above says why.")
    return State(**json.load(job.stdout))


def announce(*, port: int, password: str | None, kept_in: Path) -> None:
    login = f"password {password}, kept in {kept_in}" if password else f"password in {kept_in}"
    address = f"http://{services.HOST}:{port}"
    print(f"\n  Cogiportal  {address}/\n  Admin       {address}/admin/  (user admin, {login})\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
