"""The truth: what is documented, what it said in each release, and who may see it."""
