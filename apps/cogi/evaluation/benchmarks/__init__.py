"""Benchmarks: how fast, how large, beside which peers."""
