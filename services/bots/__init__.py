"""The bots service: AI turns of live matches, hints, and batches of matches between bots."""
