"""Server parameters for one machine that also runs the site: a share of its memory, never most of it."""

from __future__ import annotations

import os

MEBIBYTE = 1024 * 1024


def server_parameters(*, durable: bool, memory: int | None = None) -> dict[str, str]:
    """Return the parameters for ``memory`` bytes of RAM; a cluster to throw away is not ``durable``."""
    mebibytes = (memory if memory is not None else _physical_memory()) // MEBIBYTE
    parameters = {
        "listen_addresses": "",
        "unix_socket_permissions": "0700",
        "max_connections": "100",
        "shared_buffers": f"{_clamp(mebibytes // 8, low=128, high=1024)}MB",
        "effective_cache_size": f"{_clamp(mebibytes // 2, low=512, high=16384)}MB",
        # An HNSW build is many times faster while its graph fits in here.
        "maintenance_work_mem": f"{_clamp(mebibytes // 16, low=64, high=768)}MB",
        "work_mem": "16MB",
        "max_wal_size": "2GB",
        "checkpoint_timeout": "15min",
        "random_page_cost": "1.1",
        # Compiling a plan costs more than any query of this application saves.
        "jit": "off",
        "log_checkpoints": "off",
        "log_min_messages": "warning",
    }
    if not durable:
        parameters |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
    return parameters


def _physical_memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _clamp(value: int, *, low: int, high: int) -> int:
    return max(low, min(value, high))
