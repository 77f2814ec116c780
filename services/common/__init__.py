"""What every service shares: settings, tokens, refusals, the gRPC bootstrap, metrics, logs and the store."""
