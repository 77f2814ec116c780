"""The players service: accounts, sessions, API tokens, and ratings of those who have an account."""
