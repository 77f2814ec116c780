"""The gateway: HTTP/JSON, WebSocket, NDJSON and server-sent events in front of the services."""
