"""Segments retire before they go; packed columns are not compressed again; tsvectors are read by key."""

from __future__ import annotations

from django.db import migrations, models

# What is stored here is derived, and its packing changed: the worker builds it anew.
EMPTY_SEGMENTS = """
TRUNCATE cogi_index_manifestentry, cogi_index_posting, cogi_index_segment, cogi_index_lexicaldocument;
"""
# Already packed: the server's compression would only cost time.
UNCOMPRESSED = """
ALTER TABLE cogi_index_postingblock ALTER COLUMN data SET STORAGE EXTERNAL;
ALTER TABLE cogi_index_segment ALTER COLUMN surfaces SET STORAGE EXTERNAL;
"""


class Migration(migrations.Migration):
    dependencies = [("cogi_index", "0002_vector_coverage")]

    operations = [
        migrations.RunSQL(EMPTY_SEGMENTS, migrations.RunSQL.noop),
        migrations.DeleteModel(name="Posting"),
        migrations.CreateModel(
            name="PostingBlock",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "segment_id",
                        "lexeme",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("lexeme", models.TextField(db_collation="C")),
                ("last_lexeme", models.TextField(db_collation="C")),
                ("data", models.BinaryField()),
                (
                    "segment",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.deletion.CASCADE,
                        related_name="blocks",
                        to="cogi_index.segment",
                    ),
                ),
            ],
        ),
        migrations.RunSQL(UNCOMPRESSED, migrations.RunSQL.noop),
        migrations.RemoveIndex(model_name="lexicaldocument", name="cogi_lexical_vector"),
        migrations.AddField(
            model_name="segment",
            name="retired_at",
            field=models.DateTimeField(
                null=True,
                editable=False,
                help_text="Since when no release reads it; it is removed soon after.",
            ),
        ),
    ]
