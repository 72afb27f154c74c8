"""Reads judged collections in the layout of BEIR: a corpus, queries, and relevance judgements."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cogi.evaluation.json_lines import InvalidFile, open_text, read_json_lines, unreadable
from cogi.evaluation.relevance.measures import Qrels

CORPUS, QUERIES = "corpus.jsonl", "queries.jsonl"
QRELS = ("qrels.tsv", "qrels/test.tsv")


@dataclass(frozen=True, slots=True)
class Document:
    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Judged:
    """Questions by id, the judged ones only, and what was judged of them; ``unjudged`` counts the others."""

    queries: Mapping[str, str]
    qrels: Qrels
    unjudged: int = 0


@dataclass(frozen=True, slots=True)
class Collection:
    """A judged collection."""

    name: str
    corpus: Path
    judged: Judged


def read_collections(paths: Sequence[Path]) -> list[Collection]:
    """Return the collections that are, or lie in, ``paths``, named apart.

    Raises:
        InvalidFile: when there is none in one of them, one is given twice, or a file is missing or broken.
    """
    folders = [(folder.resolve(), path.resolve()) for path in paths for folder in find_collections(path)]
    for folder, count in Counter(folder for folder, _ in folders).items():
        if count > 1:
            raise InvalidFile(f"{folder} is given {count} times.")
    names = Counter(folder.name for folder, _ in folders)
    return [
        read_collection(folder, name=folder.name if names[folder.name] == 1 else _long_name(folder, path))
        for folder, path in folders
    ]


def find_collections(path: Path) -> list[Path]:
    """Return ``path`` when it is a collection, or else the collections that lie in it, at any depth.

    Raises:
        InvalidFile: when there is none.
    """
    if _optional(path, CORPUS):
        return [path]
    found = sorted({file.parent for file in path.rglob(f"{CORPUS}*") if _optional(file.parent, CORPUS)})
    if not found:
        raise InvalidFile(
            f"{path} holds no collection: give a folder with corpus.jsonl(.gz), queries.jsonl and qrels.tsv, "
            "or a folder of such folders."
        )
    return found


def read_collection(folder: Path, *, name: str) -> Collection:
    """Return the collection in ``folder``; its documents are read when they are needed.

    Raises:
        InvalidFile: when a file is missing or broken.
    """
    return Collection(name, _required(folder, CORPUS), read_judged_folder(folder))


def read_judged_folder(folder: Path) -> Judged:
    """Return the judged queries of ``folder``, which needs no corpus for that.

    Raises:
        InvalidFile: when a file is missing or broken, or a judged query is not among the queries.
    """
    return read_judged(_required(folder, QUERIES), _required(folder, *QRELS))


def read_judged(queries: Path, qrels: Path) -> Judged:
    """Return the judged queries of a file of queries.

    Raises:
        InvalidFile: when a file is broken, or a judged query is not among the queries.
    """
    grades = _read_qrels(qrels)
    texts = {str(row["_id"]): str(row["text"]) for row in _rows(queries, "_id", "text")}
    if missing := sorted(grades.keys() - texts.keys()):
        raise InvalidFile(f"{queries} lacks the judged query “{missing[0]}”.")
    return Judged({query: texts[query] for query in grades}, grades, len(texts) - len(grades))


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
    for number, line in _judgements(path):
        try:
            query, document, grade = line
            qrels.setdefault(query, {})[document] = int(grade)
        except ValueError as exc:
            raise InvalidFile(f"{path}:{number} is not query-id, corpus-id and score, with tabs.") from exc
    if not qrels:
        raise InvalidFile(f"{path} holds no judgement.")
    return qrels


def _judgements(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield line numbers and cells, without the header that BEIR has and others leave out."""
    try:
        with open_text(path) as file:
            lines = list(enumerate(csv.reader(file, delimiter="\t"), start=1))
    except (OSError, UnicodeDecodeError) as exc:
        raise unreadable(path, exc) from exc
    has_header = bool(lines) and not any(_is_grade(cell) for cell in lines[0][1][-1:])
    return ((number, line) for number, line in lines[1 if has_header else 0 :] if line)


def _is_grade(text: str) -> bool:
    return text.strip().lstrip("+-").isdecimal()


def _long_name(folder: Path, path: Path) -> str:
    return str(Path(path.name) / folder.relative_to(path)) if folder != path else "/".join(folder.parts[-2:])


def _required(folder: Path, *names: str) -> Path:
    for name in names:
        if found := _optional(folder, name):
            return found
    raise InvalidFile(f"{folder} lacks {' or '.join(names)}.")


def _optional(folder: Path, name: str) -> Path | None:
    return next((file for file in (folder / name, folder / f"{name}.gz") if file.is_file()), None)
