"""What any process of ours needs: settings, logs, metrics, background work, the clock, ports and refusals."""
