"""What a tournament is, pure: formats, pairings, scores, tie-breaks, fair deals, and the fold over its events."""
