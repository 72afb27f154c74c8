"""``python -m cogiportal.embedded`` keeps the embedded PostgreSQL up until it is told to stop."""

from __future__ import annotations

import signal
import sys

from django.conf import settings

from cogiportal.embedded.cluster import EmbeddedPostgresError, cluster_at

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def keep() -> None:
    """Hold the cluster's lease; the last holder to leave stops the server."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    embedded = settings.EMBEDDED_DATABASE["EMBEDDED"]
    cluster = cluster_at(embedded["DIRECTORY"], database=embedded["DATABASE"], durable=embedded["DURABLE"])
    cluster.ensure_started()
    signal.sigwait(STOP_SIGNALS)
    cluster.release()


if __name__ == "__main__":
    try:
        keep()
    except EmbeddedPostgresError as exc:
        sys.exit(str(exc))
