"""What live contents lack a vector, and which vectors need only be copied."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection
from django.utils import timezone

from cogi.corpus.models import PassageContent, Scope
from cogi.index.models import EmbeddingModel
from cogi.inference.embedders import Embedder

SHARED_AT_ONCE = 10_000


def passage_text(trail: Sequence[str], text: str) -> str:
    """Return what is embedded for a content: its headings give the text its context."""
    return " › ".join(trail) + "\n" + text


def pending_contents(embedder: Embedder, model: EmbeddingModel, scope: Scope) -> list[int]:
    """Return the ids of all live contents to embed, the longest first, so that a batch's are alike.

    Contents above the embedder's clearance are not among them, nor refused ones before their time.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _PENDING,
            {"scope": scope.pk, "clearance": embedder.clearance, "model": model.pk, "now": timezone.now()},
        )
        return [row[0] for row in cursor.fetchall()]


def read_texts(content_ids: Sequence[int]) -> dict[int, str]:
    """Return what is to be embedded by content id, in the order of ``content_ids``."""
    rows = PassageContent.objects.filter(pk__in=content_ids).values_list("pk", "trail", "text")
    texts = {pk: passage_text(trail, text) for pk, trail, text in rows}
    return {pk: texts[pk] for pk in content_ids if pk in texts}


def share_known_vectors(model: EmbeddingModel, scope: Scope) -> int:
    """Copy a part of the vectors that another scope or class has of the same contents; return how many."""
    with connection.cursor() as cursor:
        cursor.execute(_SHARE, {"scope": scope.pk, "model": model.pk, "limit": SHARED_AT_ONCE})
        return int(cursor.rowcount)


# A content's length is read without its text being unpacked.
_PENDING = """
SELECT content.id
  FROM cogi_corpus_passagecontent AS content
 WHERE content.id IN (
         SELECT passage.content_id
           FROM cogi_corpus_passage AS passage
           JOIN cogi_corpus_visibilityclass AS visibility ON visibility.id = passage.visibility_id
          WHERE passage.scope_id = %(scope)s AND passage.valid_to IS NULL AND visibility.low <= %(clearance)s
            AND NOT EXISTS (
                SELECT FROM cogi_index_passagevector AS entry
                 WHERE entry.visibility_id = passage.visibility_id
                   AND entry.content_id = passage.content_id AND entry.model_id = %(model)s))
   AND NOT EXISTS (
         SELECT FROM cogi_index_embeddingrefusal AS refusal
          WHERE refusal.content_id = content.id AND refusal.model_id = %(model)s
            AND refusal.retry_at > %(now)s)
 ORDER BY octet_length(content.text) DESC, content.id
"""

_SHARE = """
INSERT INTO cogi_index_passagevector (model_id, visibility_id, content_id, embedding)
SELECT DISTINCT ON (passage.visibility_id, passage.content_id)
       entry.model_id, passage.visibility_id, passage.content_id, entry.embedding
  FROM cogi_corpus_passage AS passage
  JOIN cogi_index_passagevector AS entry ON entry.content_id = passage.content_id
 WHERE passage.scope_id = %(scope)s AND passage.valid_to IS NULL AND entry.model_id = %(model)s
   AND NOT EXISTS (
         SELECT FROM cogi_index_passagevector AS own
          WHERE own.visibility_id = passage.visibility_id
            AND own.content_id = passage.content_id AND own.model_id = entry.model_id)
 LIMIT %(limit)s
    ON CONFLICT DO NOTHING
"""
