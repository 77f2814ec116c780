"""Run by Alembic for every upgrade: carries the migrations out on the connection that it is handed."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
