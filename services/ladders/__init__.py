"""Ladders: bots at fixed versions, compared by pairs of matches. The mathematics here is pure and needs no server."""
