"""The site's settings on a throw-away cluster, broker and secret, all in one temporary directory."""

from __future__ import annotations

import os
import tempfile

# Processes that a test starts inherit the directory; only the first to get here makes it.
if "COGIPORTAL_VAR" not in os.environ:
    os.environ["COGIPORTAL_VAR"] = tempfile.mkdtemp(prefix="cogiportal-test-")
    os.environ["COGIPORTAL_TEST_OWNER"] = str(os.getpid())

from cogiportal.settings import *  # noqa: F403
from cogiportal.settings import DATABASES, EMBEDDED_DATABASE

EMBEDDED_DATABASE["EMBEDDED"]["DURABLE"] = False
DATABASES["default"]["TEST"] = {"NAME": "test_cogiportal"}

COGI_EMBEDDERS = {"default": {"BACKEND": "cogi.inference.embedders.dummy.DummyEmbedder"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
