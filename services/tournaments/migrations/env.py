"""Run by Alembic for every upgrade: carries the migrations out on the connection that it is handed."""

from alembic import context

attributes = context.config.attributes
context.configure(connection=attributes["connection"], version_table=attributes["version_table"])
context.run_migrations()
