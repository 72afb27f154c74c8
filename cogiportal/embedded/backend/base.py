"""Django's PostgreSQL backend, except that asking for connection parameters starts the embedded server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.db.backends.postgresql import base

from cogiportal.embedded.cluster import SUPERUSER, cluster_at


class DatabaseWrapper(base.DatabaseWrapper):
    """The database's settings hold ``EMBEDDED = {"DIRECTORY": path, "DATABASE": name, "DURABLE": bool}``."""

    def get_connection_params(self) -> dict[str, Any]:
        embedded = self.settings_dict["EMBEDDED"]
        cluster = cluster_at(
            Path(embedded["DIRECTORY"]), database=embedded["DATABASE"], durable=embedded["DURABLE"]
        )
        parameters: dict[str, Any] = super().get_connection_params()
        return parameters | {"host": str(cluster.ensure_started()), "user": SUPERUSER}
