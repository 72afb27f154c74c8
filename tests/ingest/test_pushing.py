from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from cogi.corpus.models import Edge, Node, NodeRevision, Passage, Scope
from cogi.corpus.publishing.validation import InvalidSnapshot
from cogi.corpus.scopes import get_or_create_scope
from cogi.corpus.vocabulary import EdgeLabel
from cogi.ingest.conf import DEFAULT_PARSERS
from cogi.ingest.formats import UnknownFormat
from cogi.ingest.lone_files import InvalidPath, LoneFile, Unreadable
from cogi.ingest.models import IngestRun
from cogi.ingest.pipeline import ingest_now
from cogi.ingest.progress import Silent
from cogi.ingest.pushing import NoSuchPage, PagesBelow, Pushed, push_page, remove_page
from cogi.ingest.sources import SourceOptions, save_source
from tests.ingest.conftest import WriteTree

pytestmark = pytest.mark.django_db

SITE = {
    "index.md": "# Home\n\nWelcome. See [auth](topics/auth.md).\n",
    "topics/index.md": "# Topics\n\nAll of them.\n",
    "topics/auth.md": "# Auth\n\nWho are you?\n\n## Log in\n\nCall it. See [home](../index.md).\n",
    "topics/cache.md": "# Cache\n\nFast. See [log in](auth.md#log-in).\n",
    "how/to/deep.md": "# Deep\n\nDown here.\n",
}


@pytest.fixture(autouse=True)
def real_formats(settings: Settings, plain_format: None) -> None:  # noqa: ARG001 - comes after it
    settings.COGI_PARSERS = DEFAULT_PARSERS


def ingest(root: Path, options: SourceOptions | None = None) -> IngestRun:
    here = get_or_create_scope("a/1/en", base_url="https://docs.example.org/")
    source = save_source(scope=here, location=str(root), options=options or SourceOptions())
    return ingest_now(source=source, progress=Silent(), accept_shrink=True)


def forget_the_tree(here: Scope) -> None:
    """As when the source was an archive from elsewhere."""
    here.source.location = "https://example.org/docs.zip"
    here.source.save()


def the_scope() -> Scope:
    return Scope.objects.get(slug="a/1/en")


def push(path: str, text: str, **fields: Any) -> Pushed:
    return push_page(scope=the_scope(), file=LoneFile(path, text.encode(), **fields))


def revision(uid: str) -> NodeRevision:
    return NodeRevision.objects.as_of().get(node__uid=uid)


def links() -> set[tuple[str, str]]:
    edges = Edge.objects.as_of().filter(label=EdgeLabel.XREF)
    return set(edges.values_list("source__uid", "target__uid"))


EDITS: dict[str, Mapping[str, str]] = {
    "words": {"topics/auth.md": SITE["topics/auth.md"] + "\nMore words.\n"},
    "a section": {"topics/auth.md": SITE["topics/auth.md"] + "\n## Log out\n\nLeave.\n"},
    "a link": {"topics/cache.md": "# Cache\n\nSee [deep](../how/to/deep.md) and [gone](gone.md).\n"},
    "a title": {"topics/cache.md": "# Caching\n\nFast.\n"},
    "a page": {"topics/admin.md": "# Admin\n\nManage. See [home](../index.md).\n"},
    "the last page of a folder": {"topics/zebra.md": "# Zebra\n\nStripes.\n"},
    "a page in a new folder": {"zoo/new/first.md": "# First\n\nOne.\n"},
}


@pytest.mark.parametrize("files", EDITS.values(), ids=EDITS)
def test_the_next_ingest_of_the_same_words_finds_them_published(
    write_tree: WriteTree, files: Mapping[str, str]
) -> None:
    ingest(write_tree(SITE))
    for path, text in files.items():
        assert push(path, text).publication.release is not None
    run = ingest(write_tree(files))
    changed = {name: count for name, count in run.counts.items() if name.endswith(("_added", "_removed"))}
    assert changed == {**dict.fromkeys(changed, 0)}
    assert Node.objects.find_problems() == ([], [], [], [], [])


def test_a_push_publishes_one_release_with_what_changed(write_tree: WriteTree) -> None:
    ingest(write_tree(SITE))
    pushed = push("topics/auth.md", "# Auth\n\nAnyone?\n\n## Log in\n\nCall it. See [home](../index.md).\n")
    done = pushed.publication
    assert done.release is not None
    assert (pushed.uid, done.release.number, pushed.passages, done.passages_added) == ("topics/auth", 2, 2, 1)
    assert revision("topics/auth").url == "topics/auth.md"
    assert links() == {
        ("index", "topics/auth"),
        ("topics/auth#log-in", "index"),
        ("topics/cache", "topics/auth#log-in"),
    }


def test_an_equal_page_publishes_nothing(write_tree: WriteTree) -> None:
    ingest(write_tree(SITE))
    assert push("topics/auth.md", SITE["topics/auth.md"]).publication.release is None


def test_the_next_ingest_brings_back_what_the_source_says(write_tree: WriteTree) -> None:
    root = write_tree(SITE)
    ingest(root)
    push("topics/auth.md", "# Auth\n\nSomething else.\n")
    assert ingest(root).published
    texts = Passage.objects.as_of().filter(page__uid="topics/auth").values_list("content__text", flat=True)
    assert set(texts) == {"Who are you?", "Call it. See home."}


def test_a_page_keeps_its_place_and_address_when_the_source_is_not_at_hand(write_tree: WriteTree) -> None:
    ingest(write_tree({**SITE, "mkdocs.yml": "site_name: A\ndocs_dir: .\n"}))
    before = revision("topics/auth")
    forget_the_tree(the_scope())
    push("topics/auth.md", "# Auth\n\nSomething else.\n")
    after = revision("topics/auth")
    assert (after.url, after.parent_id, after.order) == (before.url, before.parent_id, before.order)


def test_a_new_page_gets_an_address_like_its_neighbours(write_tree: WriteTree) -> None:
    ingest(write_tree({**SITE, "mkdocs.yml": "site_name: A\ndocs_dir: .\nuse_directory_urls: false\n"}))
    assert revision("topics/auth").url == "topics/auth.html"
    forget_the_tree(the_scope())
    push("topics/admin.md", "# Admin\n\nManage.\n")
    assert revision("topics/admin").url == "topics/admin.html"
    assert revision("topics/admin").parent_id == revision("topics/auth").parent_id


def test_a_page_of_sphinx_without_its_configuration_is_read_as_before(write_tree: WriteTree) -> None:
    project = {
        "conf.py": "source_suffix = '.txt'\n",
        "index.txt": "Home\n====\n\nHi.\n",
        "a.txt": "A\n=\n\nOne.\n",
    }
    ingest(write_tree(project))
    forget_the_tree(the_scope())
    assert push("a.txt", "A\n=\n\nTwo.\n").publication.release is not None
    with pytest.raises(InvalidPath) as refused:
        push("b.txt", "B\n=\n\nTwo.\n")
    assert str(refused.value) == (
        "“b.txt” is not a page in the format auto. Give the path as it is in the source, with its suffix, or "
        "name the format."
    )
    assert push("b.txt", "B\n=\n\nTwo.\n", format="rst").publication.nodes_added == 1


def test_a_link_by_name_keeps_leading_where_its_words_lead(write_tree: WriteTree) -> None:
    project = {
        "conf.py": "project = 'A'\n",
        "index.rst": "Home\n====\n\nSee :ref:`the place <there>`.\n",
        "b.rst": "B\n=\n\n.. _there:\n\nThere\n-----\n\nHere it is.\n",
    }
    ingest(write_tree(project))
    assert links() == {("index", "b#there")}
    pushed = push("index.rst", "Home\n====\n\nStill, see :ref:`the place <there>`, or :ref:`lost <lost>`.\n")
    assert links() == {("index", "b#there")}
    assert pushed.unresolved_links == 1


def test_links_to_a_section_that_is_gone_end_with_it(write_tree: WriteTree) -> None:
    ingest(write_tree(SITE))
    push("topics/auth.md", "# Auth\n\nWho are you?\n")
    assert links() == {("index", "topics/auth")}


def test_a_scope_without_a_source_takes_pages_too() -> None:
    get_or_create_scope("a/1/en")
    push("guide/start.md", "# Start\n\nGo.\n")
    assert set(NodeRevision.objects.as_of().values_list("node__uid", flat=True)) == {
        "group:guide",
        "guide/start",
    }


def test_a_page_can_be_removed_by_its_path_with_or_without_suffix(write_tree: WriteTree) -> None:
    ingest(write_tree(SITE))
    assert remove_page(scope=the_scope(), path="topics/auth.md").publication.nodes_removed == 2
    assert remove_page(scope=the_scope(), path="topics/cache").publication.nodes_removed == 1
    with pytest.raises(NoSuchPage) as refused:
        remove_page(scope=the_scope(), path="topics/cache")
    assert str(refused.value) == (
        "a/1/en has no page “topics/cache”. Give its path in the source, such as topics/auth.md."
    )


def test_a_page_with_others_below_it_stays(write_tree: WriteTree) -> None:
    ingest(write_tree(SITE))
    with pytest.raises(PagesBelow) as refused:
        remove_page(scope=the_scope(), path="topics/index.md")
    assert str(refused.value) == (
        "“topics/auth” stands below “topics/index”. Remove what stands below it first, or ingest the source "
        "again."
    )


@pytest.mark.parametrize(
    "path", ["", "/etc/passwd.md", "../a.md", "a//b.md", "a/./b.md", "a\\b.md", "a\0.md"]
)
def test_a_path_that_no_source_has_is_refused(path: str) -> None:
    get_or_create_scope("a/1/en")
    with pytest.raises(InvalidPath, match="is not a path from the root of the documentation"):
        push(path, "# A\n")


def test_a_folder_that_ingest_leaves_out_is_refused() -> None:
    get_or_create_scope("a/1/en")
    with pytest.raises(InvalidPath) as refused:
        push("node_modules/a.md", "# A\n")
    assert str(refused.value) == (
        "“node_modules/a.md” lies in “node_modules”, a folder that is not read as documentation."
    )


def test_files_that_cannot_be_read_are_refused_by_reason(settings: Settings) -> None:
    get_or_create_scope("a/1/en")
    settings.COGI_INGEST_MAX_FILE_BYTES = 10
    with pytest.raises(Unreadable) as refused:
        push("a.md", "# A long one\n")
    assert str(refused.value) == "a.md is larger than COGI_INGEST_MAX_FILE_BYTES (10)."
    with pytest.raises(Unreadable, match=r"a\.md: It is not text in UTF-8"):
        push("a.md", "# A\0")
    with pytest.raises(UnknownFormat):
        push("a.md", "# A", format="docx")


def test_a_page_may_not_hide_what_stands_below_it_in_the_open(write_tree: WriteTree) -> None:
    ingest(write_tree(SITE))
    with pytest.raises(InvalidSnapshot, match="“topics/auth” is less classified than its parent"):
        push("topics/index.md", "---\nclassification: internal\n---\n# Topics\n\nAll of them.\n")
