"""The game's verbs: draw, cycle, eliminate, forsake, play, move, activate, fight."""
