"""PostgreSQL refuses to run as root, so root's clusters belong to a system account of their own."""

from __future__ import annotations

import os
import pwd
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

ACCOUNT = "embedded_postgres"


@dataclass(frozen=True, slots=True)
class Account:
    """Who runs the server; ``None`` ids mean the present user."""

    uid: int | None = None
    gid: int | None = None

    def own(self, path: Path) -> None:
        if self.uid is not None and self.gid is not None:
            os.chown(path, self.uid, self.gid)


def server_account(*, reach: tuple[Path, ...]) -> Account:
    """Return the account for the server, made on first use, able to traverse to each path of ``reach``."""
    if os.geteuid() != 0:
        return Account()
    entry = _system_account()
    for path in reach:
        _allow_traversal(path)
    return Account(uid=entry.pw_uid, gid=entry.pw_gid)


def _system_account() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(ACCOUNT)
    except KeyError:
        useradd = shutil.which("useradd", path=f"{os.environ.get('PATH', '')}:/usr/sbin") or "useradd"
        subprocess.run(  # noqa: S603 - a fixed command line
            [useradd, "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT],
            check=True,
            capture_output=True,
        )
        return pwd.getpwnam(ACCOUNT)


def _allow_traversal(path: Path) -> None:
    """Add the right to pass through, not to list, to the parents that lack it."""
    for parent in path.resolve().parents:
        mode = parent.stat().st_mode
        if not mode & stat.S_IXOTH:
            parent.chmod(stat.S_IMODE(mode) | stat.S_IXOTH)
