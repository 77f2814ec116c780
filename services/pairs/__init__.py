"""Comparing bots by pairs of matches, pure: playing one, points, the sequential test, ratings and reports."""
