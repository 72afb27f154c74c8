"""Learned sparse retrieval: terms weighed by a model, in segments like those of words."""
