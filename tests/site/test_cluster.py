from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from cogiportal.embedded.cluster import Cluster, EmbeddedPostgresError
from cogiportal.embedded.parameters import server_parameters

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def cluster(folder: Path) -> Iterator[Cluster]:
    made = Cluster(folder / "pg", database="site", durable=False)
    yield made
    made.destroy()


def ask(cluster: Cluster, sql: str) -> object:
    with psycopg.connect(host=str(cluster.ensure_started()), user="postgres", dbname="site") as connection:
        row = connection.execute(sql.encode()).fetchone()
    assert row is not None
    return row[0]


def is_running(cluster: Cluster) -> bool:
    return (cluster.data / "postmaster.pid").exists()


def server_pid(cluster: Cluster) -> int:
    return int((cluster.data / "postmaster.pid").read_text().splitlines()[0])


def another_user(cluster: Cluster, then: str) -> subprocess.Popen[str]:
    """A second process that starts to use the cluster, prints its server's id, and goes on with ``then``."""
    code = (
        "import sys; from pathlib import Path; from cogiportal.embedded.cluster import Cluster\n"
        f"c = Cluster(Path({str(cluster.directory)!r}), database='site', durable=False); c.ensure_started()\n"
        "print((c.data / 'postmaster.pid').read_text().splitlines()[0], flush=True)\n"
        f"{then}"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def test_the_first_start_makes_a_utf8_database_with_pgvector_at_hand(cluster: Cluster) -> None:
    assert ask(cluster, "SHOW server_encoding") == "UTF8"
    assert ask(cluster, "SELECT datlocale FROM pg_database WHERE datname = current_database()") == "C.UTF-8"
    assert ask(cluster, "SELECT count(*) FROM pg_available_extensions WHERE name = 'vector'") == 1
    assert ask(cluster, "SHOW listen_addresses") == ""
    assert ask(cluster, "SHOW jit") == "off"


def test_a_long_path_moves_the_socket_and_not_the_data(folder: Path) -> None:
    long = Cluster(folder / ("x" * 120) / "pg", database="site", durable=False)
    try:
        listening = long.ensure_started()
        assert listening != long.directory
        assert len(str(listening / ".s.PGSQL.5432")) <= 103
        assert ask(long, "SHOW data_directory") == str(long.data)
    finally:
        long.destroy()


def test_the_last_process_out_stops_the_server(cluster: Cluster) -> None:
    cluster.ensure_started()
    with another_user(cluster, "sys.stdin.read()") as other:
        assert other.stdout is not None
        assert int(other.stdout.readline()) == server_pid(cluster)
        cluster.release()
        assert is_running(cluster)
        other.communicate()
    assert not is_running(cluster)


def test_a_killed_user_does_not_hold_the_server_for_ever(cluster: Cluster) -> None:
    with another_user(cluster, "sys.stdin.read()") as other:
        assert other.stdout is not None
        other.stdout.readline()
        other.kill()
    assert is_running(cluster)
    cluster.ensure_started()
    cluster.release()
    assert not is_running(cluster)


def test_processes_that_start_together_share_one_server(cluster: Cluster) -> None:
    others = [another_user(cluster, "sys.stdin.read()") for _ in range(3)]
    pids = set()
    for other in others:
        assert other.stdout is not None
        pids.add(int(other.stdout.readline()))
    assert pids == {server_pid(cluster)}
    for other in others:
        other.communicate()


def test_a_killed_server_is_started_again_with_its_data(cluster: Cluster) -> None:
    cluster.ensure_started()
    with psycopg.connect(host=str(cluster.ensure_started()), user="postgres", dbname="site") as connection:
        connection.execute("SET synchronous_commit = on")
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    os.kill(server_pid(cluster), signal.SIGKILL)
    time.sleep(0.2)
    assert ask(cluster, "SELECT answer FROM kept") == 42


def test_a_noted_process_id_that_now_belongs_to_a_stranger_is_no_server(cluster: Cluster) -> None:
    cluster.ensure_started()
    pid_file = cluster.data / "postmaster.pid"
    lines = pid_file.read_text().splitlines()
    cluster.release()
    pid_file.write_text("\n".join([str(os.getppid()), *lines[1:]]) + "\n")
    assert ask(cluster, "SELECT 1") == 1


def test_a_data_directory_that_cannot_be_used_is_explained(cluster: Cluster) -> None:
    cluster.ensure_started()
    cluster.release()
    (cluster.data / "PG_VERSION").write_text("9.6\n")
    with pytest.raises(EmbeddedPostgresError) as caught:
        cluster.ensure_started()
    assert str(caught.value).startswith("pg_ctl failed for the embedded PostgreSQL (log: ")
    assert str(caught.value).endswith(
        "Repair what it names, or set DATABASE_URL to a PostgreSQL of your own."
    )


@pytest.mark.parametrize(
    ("gibibytes", "shared_buffers", "maintenance_work_mem"),
    [(1, "128MB", "64MB"), (4, "512MB", "256MB"), (64, "1024MB", "768MB")],
)
def test_the_server_takes_a_share_of_the_memory(
    gibibytes: int, shared_buffers: str, maintenance_work_mem: str
) -> None:
    parameters = server_parameters(durable=True, memory=gibibytes * 1024**3)
    assert parameters["shared_buffers"] == shared_buffers
    assert parameters["maintenance_work_mem"] == maintenance_work_mem
    assert "fsync" not in parameters
