"""Migrations of the tournaments' tables, in Alembic's form: what each release changed, in order."""
