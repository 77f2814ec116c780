"""The matchmaking service: pairs people who wait, and gives them seats in a new match."""
