"""Commands of the corpus: each decodes, makes one domain call, and prints."""
