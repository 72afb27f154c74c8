"""Tells which passages are code and nothing else; a passage never changes, so each is looked at once."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection

from cogi.index.caching import BoundedCache

KEPT = 200_000
"""Passages whose form a process keeps."""

_forms: BoundedCache[int, bool] = BoundedCache(capacity=lambda: KEPT, size=lambda _: 1)

_SELECT_FORMS = """
SELECT passage.id, content.text LIKE '```%%' AND rtrim(content.text, E' \\n') LIKE '%%```'
  FROM cogi_corpus_passage AS passage
  JOIN cogi_corpus_passagecontent AS content ON content.id = passage.content_id
 WHERE passage.id = ANY(%s::bigint[])
"""


def code_share(passage_ids: Iterable[int]) -> float:
    """Return the share of these passages that are one or more blocks of code, 0 for no passage."""
    wanted = set(passage_ids)
    known = {pk: form for pk in wanted if (form := _forms.get(pk)) is not None}
    if missing := wanted - known.keys():
        with connection.cursor() as cursor:
            cursor.execute(_SELECT_FORMS, [sorted(missing)])
            read = dict(cursor.fetchall())
        _forms.put_all(read)
        known |= read
    return sum(known.values()) / len(known) if known else 0.0
