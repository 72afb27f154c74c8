"""Commands of ingest: each decodes, makes one domain call, and prints."""
