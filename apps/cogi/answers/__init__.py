"""Answers show their sources first and cite nothing that was not retrieved."""
