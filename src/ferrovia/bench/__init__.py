"""Benchmarks: how fast Ferrovia is on a machine, and how much memory it takes."""
