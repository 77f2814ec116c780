"""gRPC: the gate before every call, admission, tokens, limits, channels, clients, serving and checks of requests."""
