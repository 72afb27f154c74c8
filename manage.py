#!/usr/bin/env python
"""Run a management command of the site."""

from __future__ import annotations

import os
import sys

from cogiportal.commandline import run

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cogiportal.settings")
    run(sys.argv)
