from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cogi.ingest.workspace import workspace

KILLED = """
import os, signal
from cogi.ingest.workspace import workspace
with workspace() as folder:
    (folder / "unpacked").write_text("x")
    print(folder.parent, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def grow_old(folder: Path) -> None:
    long_ago = time.time() - 3600
    os.utime(folder, (long_ago, long_ago))


def test_a_workspace_is_empty_and_goes_with_its_run(tmp_path: Path) -> None:
    with workspace() as folder:
        assert list(folder.iterdir()) == []

    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_run_left_is_removed_by_a_later_one(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", KILLED]
    killed = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    left = Path(killed.stdout.strip())
    assert (left / "content/unpacked").exists()

    with workspace():
        assert left.exists()
    grow_old(left)
    with workspace():
        assert not left.exists()


def test_a_link_that_poses_as_a_workspace_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.mkdir()
    (tmp_path / "cogi-ingest-posing").symlink_to(victim)
    grow_old(victim)

    with workspace():
        assert list(victim.iterdir()) == []


def test_the_folder_of_a_living_run_is_left_alone() -> None:
    with workspace() as living:
        grow_old(living.parent)
        with workspace():
            assert living.exists()
