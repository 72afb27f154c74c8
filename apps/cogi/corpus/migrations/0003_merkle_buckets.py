"""Gives nodes their Merkle bucket, and the root of each scope the path that its id names."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

_FILL = """
UPDATE cogi_corpus_node SET bucket = get_byte(sha256(convert_to(uid, 'UTF8')), 0);
"""
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def name_roots_after_scopes(apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        # Paths are unique and change among themselves, so all step aside first.
        cursor.execute("UPDATE cogi_corpus_node SET path = '~' || path")
        for scope_id in apps.get_model("cogi_corpus", "Scope").objects.values_list("pk", flat=True):
            cursor.execute(
                "UPDATE cogi_corpus_node SET path = %s || substr(path, 6) WHERE scope_id = %s",
                [_step(scope_id), scope_id],
            )
        # A table with deferred checks to come cannot be altered.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _step(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits.rjust(4, "0")


class Migration(migrations.Migration):
    dependencies = [
        ("cogi_corpus", "0002_scope_readable_from"),
    ]

    operations = [
        migrations.CreateModel(
            name="MerkleBucket",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("root", models.BinaryField(max_length=32)),
                (
                    "scope",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="cogi_corpus.scope",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="merklebucket",
            constraint=models.UniqueConstraint(fields=("scope", "number"), name="cogi_merkle_bucket"),
        ),
        migrations.AddField(
            model_name="node",
            name="bucket",
            field=models.PositiveSmallIntegerField(editable=False, null=True),
        ),
        migrations.RunSQL(_FILL, migrations.RunSQL.noop),
        migrations.RunPython(name_roots_after_scopes, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="node",
            name="bucket",
            field=models.PositiveSmallIntegerField(editable=False),
        ),
        migrations.AddIndex(
            model_name="node",
            index=models.Index(fields=["scope", "bucket"], name="cogi_node_bucket"),
        ),
    ]
