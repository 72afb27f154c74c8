"""The administration of relevance: golden sets, floors, runs, their comparison and their course over time."""
