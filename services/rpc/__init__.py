"""gRPC: the gate before every call, tokens, limits, channels, serving, health and checks of requests."""
