"""Reads judged collections in the layout of BEIR: a corpus, queries, and relevance judgements."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cogi.evaluation.json_lines import InvalidFile, open_text, read_json_lines, unreadable

QRELS = ("qrels.tsv", "qrels/test.tsv")
Qrels = Mapping[str, Mapping[str, int]]
"""Grades by document id, by query id; what is not judged is not relevant."""


@dataclass(frozen=True, slots=True)
class Document:
    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Collection:
    """A judged collection. ``queries`` are the judged ones, by id."""

    name: str
    corpus: Path
    queries: Mapping[str, str]
    qrels: Qrels


def find_collections(path: Path) -> list[Path]:
    """Return ``path`` when it is a collection, or else the collections that lie in it.

    Raises:
        InvalidFile: when there is none.
    """
    candidates = [path, *(sorted(path.iterdir()) if path.is_dir() else ())]
    found = [folder for folder in candidates if _optional(folder, "corpus.jsonl")]
    if not found:
        raise InvalidFile(
            f"{path} holds no collection: give a folder with corpus.jsonl(.gz), queries.jsonl and qrels.tsv, "
            "or a folder of such folders."
        )
    return found[:1] if found[0] == path else found


def read_collection(folder: Path) -> Collection:
    """Return the collection in ``folder``; its documents are read when they are needed.

    Raises:
        InvalidFile: when a file is missing or broken.
    """
    qrels = _read_qrels(_required(folder, *QRELS))
    queries = _required(folder, "queries.jsonl")
    texts = {str(row["_id"]): str(row["text"]) for row in _rows(queries, "_id", "text")}
    if missing := sorted(qrels.keys() - texts.keys()):
        raise InvalidFile(f"{queries} lacks the judged query “{missing[0]}”.")
    return Collection(
        name=folder.resolve().name,
        corpus=_required(folder, "corpus.jsonl"),
        queries={query: texts[query] for query in qrels},
        qrels=qrels,
    )


def read_documents(corpus: Path) -> Iterator[Document]:
    """Yield the documents of a corpus file.

    Raises:
        InvalidFile: when the file is broken.
    """
    for row in _rows(corpus, "_id", "text"):
        yield Document(str(row["_id"]), str(row.get("title") or ""), str(row["text"]))


def _rows(path: Path, *keys: str) -> Iterator[Mapping[str, object]]:
    for number, row in read_json_lines(path):
        if missing := [key for key in keys if key not in row]:
            raise InvalidFile(f"{path}:{number} lacks “{missing[0]}”.")
        yield row


def _read_qrels(path: Path) -> dict[str, dict[str, int]]:
    qrels: dict[str, dict[str, int]] = {}
    try:
        with open_text(path) as file:
            lines: Sequence[list[str]] = list(csv.reader(file, delimiter="\t"))
    except (OSError, UnicodeDecodeError) as exc:
        raise unreadable(path, exc) from exc
    for number, line in enumerate(lines[1:], start=2):
        try:
            query, document, grade = line
            qrels.setdefault(query, {})[document] = int(grade)
        except ValueError as exc:
            raise InvalidFile(f"{path}:{number} is not query-id, corpus-id and score, with tabs.") from exc
    if not qrels:
        raise InvalidFile(f"{path} holds no judgement.")
    return qrels


def _required(folder: Path, *names: str) -> Path:
    for name in names:
        if found := _optional(folder, name):
            return found
    raise InvalidFile(f"{folder} lacks {names[0]}.")


def _optional(folder: Path, name: str) -> Path | None:
    return next((file for file in (folder / name, folder / f"{name}.gz") if file.is_file()), None)
