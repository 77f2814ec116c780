"""Matchmaking: brings waiting people to one table."""
