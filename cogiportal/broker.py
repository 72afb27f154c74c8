"""A Celery broker in a directory: kombu's file system transport, but no message is read half written."""

from __future__ import annotations

import time
import uuid
from pathlib import Path
from typing import Any

from kombu.transport import filesystem
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """Takes ``directory`` and ``polling_interval`` as transport options."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for folder in (self.data_folder_in, self.processed_folder, self.control_folder):
            Path(folder).mkdir(mode=0o700, parents=True, exist_ok=True)

    @property
    def data_folder_in(self) -> str:
        return str(self._directory / "messages")

    data_folder_out = data_folder_in

    @property
    def store_processed(self) -> bool:
        return False

    @property
    def processed_folder(self) -> str:
        return str(self._directory / "taken")

    @property
    def control_folder(self) -> Path:
        return self._directory / "exchanges"

    @property
    def _directory(self) -> Path:
        return Path(self.transport_options["directory"])

    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]  # kombu's own override
        """Write under a name that no queue reads, then rename, which is atomic."""
        name = f"{time.monotonic_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        target = Path(self.data_folder_out) / name
        partial = target.with_suffix(".partial")
        partial.write_bytes(str_to_bytes(dumps(payload)))
        partial.replace(target)


class Transport(filesystem.Transport):
    Channel = Channel
    driver_name = "cogiportal-directory"
