"""Learning the weights of bots: examples from play, the fit, and the tests that a generation must pass."""
