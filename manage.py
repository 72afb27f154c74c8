#!/usr/bin/env python
"""Run a management command of the site."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "apps"))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cogiportal.settings")
    from cogiportal.commandline import run  # noqa: PLC0415 - needs the path and the settings set above

    run(sys.argv)


if __name__ == "__main__":
    main()
