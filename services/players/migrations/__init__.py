"""Migrations of the players' tables, in Alembic's form: what each release changed, in order."""
