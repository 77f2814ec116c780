"""The `westmarch` command: see, play, simulate and replay any registered game in a terminal."""
