from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings

from cogi.corpus.models import NodeRevision, Passage
from cogi.corpus.scopes import get_or_create_scope
from cogi.ingest.pipeline import ingest_now
from cogi.ingest.progress import Silent
from cogi.ingest.sources import SourceOptions, save_source

HOSTILE = {
    "index.md": b"# Home\n\nWelcome to the [guide](guide.rst).\n",
    "guide.rst": b"Guide\n=====\n\nRead me.\n",
    "yaml.md": b'---\ntitle: "a\\0b"\nrating: .nan\ntags: [x, {y: "\\ud800"}]\n---\n\nText.\n',
    "heading.md": b"# Long\n\n## " + b"word " * 900 + b"\n\nText.\n",
    "entities.md": b"# Entities &#0; &#xD800;\n\nText &#0;.\n",
    "loop.rst": b"Loop\n====\n\n.. include:: loop.rst\n",
    "away.rst": b"Away\n====\n\n.. include:: /etc/passwd\n\n.. literalinclude:: ../../../../etc/passwd\n",
    "latin1.md": "# Caf\xe9\n".encode("latin-1"),
    "utf16.md": "# Wide\n".encode("utf-16"),
    "deep.md": b"# Deep\n\n" + b"> " * 3000 + b"text\n",
    "deep.rst.md": b"# Lists\n\n" + b"".join(b" " * (2 * n) + b"- x\n" for n in range(500)),
    "empty.md": b"",
}


@pytest.mark.django_db
def test_no_file_can_keep_the_others_from_being_published(tmp_path: Path, settings: Settings) -> None:
    del settings.COGI_PARSERS
    for name, data in HOSTILE.items():
        (tmp_path / name).write_bytes(data)
    scope = get_or_create_scope("a/1/en")
    source = save_source(scope=scope, location=str(tmp_path), options=SourceOptions())

    run = ingest_now(source=source, progress=Silent())

    revisions = NodeRevision.objects.as_of().filter(kind="page")
    published = set(revisions.values_list("node__uid", flat=True))
    assert published >= {"index", "guide", "yaml", "heading", "entities", "away", "loop", "deep"}
    skipped = {each["path"]: each["reason"] for each in run.skipped}
    assert skipped == {
        "latin1.md": "latin1.md is not UTF-8 text (byte 0xe9 at position 5); save it as UTF-8.",
        "utf16.md": "It is not text in UTF-8: it has NUL bytes. Save it as UTF-8.",
    }
    assert run.counts["pages"] == len(HOSTILE) - 2
    texts = Passage.objects.filter(scope=scope).values_list("content__text", flat=True)
    assert "root:" not in "".join(texts)
