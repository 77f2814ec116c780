"""Measured side by side with peers, in one run, and reported as ratios."""
