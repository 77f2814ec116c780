"""Every game as an environment of PettingZoo and as a game of OpenSpiel, for who trains agents elsewhere.

Nothing else in the engine imports this package: it alone needs numpy and the libraries that it adapts to.
"""
