"""Valkey: connections, functions that run inside it, the match log, leases and task queues."""
