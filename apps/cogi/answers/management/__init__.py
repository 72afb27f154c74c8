"""Commands of answers."""
