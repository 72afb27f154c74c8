"""Bounded traversals of the typed graph: no step leaves the perimeter, and every walk has an end."""
