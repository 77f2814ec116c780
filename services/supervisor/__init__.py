"""A whole server on one machine: starts the store and every service as child processes, and keeps them running."""
