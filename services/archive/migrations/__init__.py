"""Migrations of the archive's tables, in Alembic's form: what each release changed, in order."""
