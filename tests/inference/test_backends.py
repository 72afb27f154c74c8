from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from cogi.inference.embedders import default_embedder, embedders

DUMMY = "cogi.inference.embedders.dummy.DummyEmbedder"


def test_an_alias_is_built_once_for_all_threads(settings: Settings) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": DUMMY}}
    with ThreadPoolExecutor(8) as pool:
        built = set(pool.map(lambda _: id(embedders["default"]), range(64)))
    assert len(built) == 1


def test_a_changed_setting_builds_anew(settings: Settings) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": DUMMY, "OPTIONS": {"DIMENSIONS": 8}}}
    before = embedders["default"]
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": DUMMY, "OPTIONS": {"DIMENSIONS": 16}}}
    after = embedders["default"]
    assert before is not None
    assert after is not None
    assert (before.dimensions, after.dimensions) == (8, 16)


@pytest.mark.parametrize("configured", [{"default": None}, {}])
def test_none_or_no_default_means_lexical_only(settings: Settings, configured: dict[str, Any]) -> None:
    settings.COGI_EMBEDDERS = configured
    assert default_embedder() is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_worker_builds_its_own(settings: Settings) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": DUMMY}}
    parents = id(embedders["default"])
    child = os.fork()
    if child == 0:
        os._exit(0 if not embedders._built and embedders["default"] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert id(embedders["default"]) == parents


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("DummyEmbedder", "must be None or {'BACKEND': dotted path, 'OPTIONS': {…}}."),
        ({"OPTIONS": {}}, "must be None or {'BACKEND': dotted path, 'OPTIONS': {…}}."),
        ({"BACKEND": DUMMY, "MODEL": "x"}, "must be None or {'BACKEND': dotted path, 'OPTIONS': {…}}."),
        (
            {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
            ": BACKEND 'django.core.cache.backends.dummy.DummyCache' is not a subclass of Embedder.",
        ),
        (
            {"BACKEND": DUMMY, "OPTIONS": {"WIDTH": 3}},
            ": unknown option WIDTH; accepted: DIMENSIONS, MAX_TOKENS.",
        ),
        ({"BACKEND": DUMMY, "OPTIONS": {"DIMENSIONS": "8"}}, ": DIMENSIONS must be int, not str."),
        (
            {"BACKEND": DUMMY, "OPTIONS": {"DIMENSIONS": 0}},
            ": DIMENSIONS and MAX_TOKENS must be at least 1.",
        ),
        (
            {"BACKEND": "cogi.inference.embedders.http.OpenAICompatibleEmbedder", "OPTIONS": {}},
            ": option BASE_URL is missing.",
        ),
    ],
)
def test_a_wrong_entry_says_what_is_wrong(settings: Settings, entry: object, message: str) -> None:
    settings.COGI_EMBEDDERS = {"default": entry}
    with pytest.raises(ImproperlyConfigured) as caught:
        embedders["default"]
    assert str(caught.value) in {
        f"COGI_EMBEDDERS['default']{message}",
        f"COGI_EMBEDDERS['default'] {message}",
    }


def test_a_backend_that_cannot_be_imported_is_named(settings: Settings) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": "nowhere.Embedder"}}
    with pytest.raises(
        ImproperlyConfigured, match=r"BACKEND 'nowhere.Embedder' cannot be imported: No module"
    ):
        embedders["default"]


def test_an_unknown_alias_names_those_that_exist(settings: Settings) -> None:
    settings.COGI_EMBEDDERS = {"default": None, "code": None}
    with pytest.raises(ImproperlyConfigured) as caught:
        embedders["cod"]
    assert str(caught.value) == "COGI_EMBEDDERS has no 'cod'; it has default, code."
