"""The site's settings on a throw-away cluster, broker and secret, all in one temporary directory."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# Processes that a test starts inherit the directory; only the one that made it removes it.
made_here = "COGIPORTAL_VAR" not in os.environ
if made_here:
    os.environ["COGIPORTAL_VAR"] = tempfile.mkdtemp(prefix="cogiportal-test-")

from cogiportal.embedded.cluster import Cluster, cluster_at  # noqa: E402
from cogiportal.settings import *  # noqa: E402, F403
from cogiportal.settings import DATABASES, EMBEDDED_DATABASE, VAR  # noqa: E402

embedded = EMBEDDED_DATABASE["EMBEDDED"]
embedded["DURABLE"] = False
# No thread may hold on to a test's database when that is dropped.
DATABASES["default"] |= {"TEST": {"NAME": "test_cogiportal"}, "CONN_MAX_AGE": 0}

COGI_EMBEDDERS = {"default": {"BACKEND": "cogi.inference.embedders.dummy.DummyEmbedder"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Nothing is collected for a test run; files are served from where the apps keep them.
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
VAR.joinpath("static").mkdir(exist_ok=True)


def remove_everything() -> None:
    cluster_at(embedded["DIRECTORY"], database=embedded["DATABASE"], durable=False).destroy()
    shutil.rmtree(VAR)


def remove_abandoned_runs() -> None:
    """A killed run leaves its server behind: joining it and leaving again stops it, unless others use it."""
    for pid_file in Path(tempfile.gettempdir()).glob("cogiportal-test-*/postgres/data/postmaster.pid"):
        abandoned = Cluster(pid_file.parents[1], database=embedded["DATABASE"], durable=False)
        abandoned.ensure_started()
        abandoned.release()
        if not pid_file.exists():
            shutil.rmtree(pid_file.parents[2])


if made_here:
    atexit.register(remove_everything)
    remove_abandoned_runs()
