"""An index of what nodes are called, in lower case: questions name nodes by their titles."""

from django.db import migrations


class Migration(migrations.Migration):
    initial = True

    dependencies = [("cogi_corpus", "0001_initial")]

    operations = [
        migrations.RunSQL(
            "CREATE INDEX cogi_graph_node_name ON cogi_corpus_noderevision (lower(left(title, 200)), scope_id)",
            "DROP INDEX cogi_graph_node_name",
        )
    ]
