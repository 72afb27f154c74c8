"""``manage.py cogi_ask``: asks the corpus at the shell, as an anonymous viewer unless told otherwise."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cogi.answers.asking import ask
from cogi.answers.encoding import AnswerFailed, as_json
from cogi.answers.events import Done, Event, Failed, Source, Sources, Token
from cogi.corpus.errors import CorpusError
from cogi.corpus.viewers import perimeter_of
from cogi.retrieval.errors import RetrievalError
from cogi.retrieval.warming import warm_up


class Command(BaseCommand):
    help = "Answers a question from the corpus, with its sources."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question", help="The question, in plain words (quote it).")
        parser.add_argument(
            "--scope",
            action="append",
            default=[],
            metavar="SLUG",
            help="Read this scope, for example django/5.2/en; repeat it for several (default: the defaults).",
        )
        parser.add_argument(
            "--as-user", metavar="NAME", help="See what this user sees (default: what anyone sees)."
        )
        parser.add_argument(
            "--json", action="store_true", help="Print what POST /api/v1/answers returns, when complete."
        )

    def handle(self, *, question: str, scope: list[str], **options: Any) -> None:
        warm_up()
        try:
            events = ask(question, perimeter=perimeter_of(options["as_user"]), scopes=scope or None)
            if options["json"]:
                self.stdout.write(json.dumps(as_json(events), indent=2, ensure_ascii=False))
            else:
                self._stream(events)
        except (RetrievalError, CorpusError, AnswerFailed) as exc:
            raise CommandError(str(exc)) from exc

    def _stream(self, events: Iterator[Event]) -> None:
        for event in events:
            match event:
                case Sources():
                    self.stdout.write("\n".join(map(_describe, event.sources)), ending="\n\n")
                case Token():
                    self.stdout.write(event.text, ending="")
                    self.stdout.flush()
                case Done():
                    self.stdout.write("\n" + "\n".join(_ending(event)))
                case Failed():
                    raise AnswerFailed(event)


def _describe(source: Source) -> str:
    place = " › ".join(dict.fromkeys((source.title, *source.trail)))
    return f"[{source.number}] {place}\n    {source.url}"


def _ending(done: Done) -> Iterator[str]:
    if done.follow_ups:
        yield f"\nAsk next: {'; '.join(done.follow_ups)}"
    for degradation in done.degraded:
        yield f"Without {degradation.engine} ({degradation.reason})."
    yield f"Written by {done.synthesizer} in {done.timings_ms['total']:.0f} ms."
