"""``manage.py cogi_search``: searches at the shell, as an anonymous viewer unless told otherwise."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser
from collections.abc import Iterator
from html import unescape
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cogi.corpus.errors import CorpusError
from cogi.corpus.viewers import perimeter_of
from cogi.retrieval.encoding import as_json
from cogi.retrieval.errors import RetrievalError
from cogi.retrieval.results import Hit, Results
from cogi.retrieval.searching import search
from cogi.retrieval.warming import warm_up

_MARK = re.compile(r"</?mark>")


class Command(BaseCommand):
    help = "Search the corpus; one hit a page."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "question",
            help='words, "phrases", -exclusions and filters such as kind:page; put it all into single quotes',
        )
        parser.add_argument(
            "--scope",
            action="append",
            default=[],
            metavar="SLUG",
            help="search this scope, e.g. django/5.2/en; repeat it for several (default: the defaults)",
        )
        parser.add_argument("--limit", type=int, default=10, help="hits to show, 1 to 100 (default 10)")
        parser.add_argument("--explain", action="store_true", help="show each engine's rank for every hit")
        parser.add_argument("--as-user", metavar="NAME", help="see what this user sees (default: anyone)")
        parser.add_argument("--json", action="store_true", help="print what GET /api/v1/search returns")

    def handle(self, *, question: str, scope: list[str], limit: int, explain: bool, **options: Any) -> None:
        if not 1 <= limit <= 100:  # noqa: PLR2004 - the API's bounds
            raise CommandError("--limit must be from 1 to 100.")
        warm_up()
        try:
            results = search(
                question,
                perimeter=perimeter_of(options["as_user"]),
                scopes=scope or None,
                limit=limit,
                explain=explain,
            )
        except (RetrievalError, CorpusError) as exc:
            raise CommandError(str(exc)) from exc
        if options["json"]:
            self.stdout.write(json.dumps(as_json(results), indent=2, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(_as_text(results)))


def _as_text(results: Results) -> Iterator[str]:
    if results.corrected_query is not None:
        yield f"Showing results for: {results.corrected_query}  (quote a word to search it as it is)"
        yield ""
    for number, hit in enumerate(results.hits, start=1):
        yield from _hit_as_text(number, hit)
    if not results.hits:
        yield "Nothing found. Try other words, or look at the scopes with manage.py cogi_status."
    for degradation in results.degraded:
        yield f"Without {degradation.engine} ({degradation.reason})."
    yield f"{results.total:,} pages match, in {results.timings_ms['total']:.0f} ms."


def _hit_as_text(number: int, hit: Hit) -> Iterator[str]:
    yield f"{number}. {' › '.join([*(crumb.title for crumb in hit.breadcrumbs), hit.title])}  [{hit.scope}]"
    yield f"   {hit.url}"
    yield f"   {unescape(_MARK.sub('', hit.snippet))}"
    if hit.explanation is not None:
        engines = hit.explanation["engines"].items()
        yield "   " + ", ".join(f"{name} rank {e['rank']} ({e['score']})" for name, e in engines)
        signals = hit.explanation.get("signals", {}).items()
        if signals:
            yield "   " + ", ".join(f"{name} × {said['factor']:g}" for name, said in signals)
        if pin := hit.explanation.get("pin"):
            yield f"   pinned to place {pin['place']} for “{pin['phrase']}”"
    yield ""
