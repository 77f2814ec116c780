"""The kernel every game stands on: steps as coroutines over plain data."""
