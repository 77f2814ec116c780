"""What the HTTP API has: a module for each resource, with its shapes and its handlers."""
