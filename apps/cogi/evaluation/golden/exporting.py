"""Writes judged questions as files: BEIR's queries and judgements, or one table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from cogi.corpus.classification import Classification
from cogi.corpus.models import Passage
from cogi.corpus.perimeter import Perimeter
from cogi.evaluation.golden.importing import HEADER
from cogi.evaluation.models import GoldenSet
from cogi.evaluation.relevance.beir import Judged
from cogi.evaluation.relevance.measures import Qrels


def as_table(judged: Judged) -> str:
    """Return CSV as ``read_table`` reads it."""
    return _written([HEADER, *((judged.queries[key], uid, grade) for key, uid, grade in _rows(judged.qrels))])


def as_beir(judged: Judged) -> Mapping[str, str]:
    """Return the texts of ``queries.jsonl`` and ``qrels.tsv``."""
    lines = (
        json.dumps({"_id": key, "text": text}, ensure_ascii=False) for key, text in judged.queries.items()
    )
    return {
        "queries.jsonl": "".join(f"{line}\n" for line in lines),
        "qrels.tsv": _written([("query-id", "corpus-id", "score"), *_rows(judged.qrels)], delimiter="\t"),
    }


def _rows(qrels: Qrels) -> list[tuple[str, str, int]]:
    return [(key, uid, grade) for key, pages in qrels.items() for uid, grade in pages.items()]


def corpus_lines(golden_set: GoldenSet) -> Iterator[str]:
    """Yield the lines of ``corpus.jsonl``: the pages as a viewer with the set's clearance reads them."""
    perimeter = Perimeter.of({golden_set.scope_id: Classification(golden_set.clearance)})
    passages = Passage.objects.within(perimeter).as_of().filter(scope=golden_set.scope_id)
    rows = passages.order_by("page_id", "node__path", "ordinal").values_list(
        "page__uid", "content__trail", "content__text"
    )
    for uid, of_page in groupby(rows.iterator(), key=itemgetter(0)):
        passages_of_page = list(of_page)
        title = next((trail[0] for _, trail, _ in passages_of_page if trail), "")
        text = "\n\n".join(text for _, _, text in passages_of_page)
        yield json.dumps({"_id": uid, "title": title, "text": text}, ensure_ascii=False) + "\n"


def _written(rows: Sequence[Sequence[object]], *, delimiter: str = ",") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return text.getvalue()
