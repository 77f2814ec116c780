"""Migrations of the ladders' tables, in Alembic's form: what each release changed, in order."""
