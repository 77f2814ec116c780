"""Exact counts of decision trees, as chess programmers count moves."""

from engine.core.match import Match


def perft(match: Match, depth: int) -> int:
    """How many ways there are to make the next `depth` choices; a match that ends earlier counts once.

    Seats that choose at once are taken in the order they were asked. Chance is what the match's seed brings.
    """
    if not match.pending or depth == 0:
        return 1
    decision = match.pending[0]
    if depth == 1:
        return len(decision.options)
    total = 0
    for index in range(len(decision.options)):
        after = match.clone()
        after.quiet = True
        after.choose(decision.seat, index)
        total += perft(after, depth - 1)
    return total
